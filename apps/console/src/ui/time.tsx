import { useNowMs } from '../platform/now.ts';
import { ageText, exactText, relativeText } from '../platform/time.ts';
import { classNames } from './class-names.ts';
import styles from './time.module.css';

/** An instant: how long ago on the screen, and the exact time on hover and in print. */
export function Time({ at }: { at: string }) {
  return <Instant at={at} text={relativeText(at, useNowMs())} />;
}

/** How long something has waited since an instant. */
export function Age({ since }: { since: string }) {
  return <Instant at={since} text={ageText(since, useNowMs())} />;
}

/** An instant to the second, for a log. */
export function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className={classNames(styles.figures, styles.log)}>
      {exactText(at)}
    </time>
  );
}

function Instant({ at, text }: { at: string; text: string }) {
  const exact = exactText(at);
  return (
    <time dateTime={at} title={exact} className={styles.figures}>
      <span className={styles.relative}>{text}</span>
      <span className={styles.exact}>{exact}</span>
    </time>
  );
}
