import { minutesText } from '../../platform/minutes-text.ts';
import { countdownWords } from '../../words/countdown.ts';
import styles from './countdown-ring.module.css';
import type { TimeLeft } from './payment-countdown.ts';

const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;

/** The time left as a ring that empties; without a time it turns. */
export function CountdownRing({ time, isTurning = false }: { time?: TimeLeft; isTurning?: boolean }) {
  const share = time ? time.secondsLeft / time.secondsInAll : 0.25;
  return (
    <div className={styles.ring}>
      <svg className={isTurning ? styles.turning : undefined} viewBox="0 0 100 100" aria-hidden="true">
        <circle className={styles.track} cx="50" cy="50" r={RADIUS} />
        <circle
          className={styles.rest}
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={`${share * AROUND} ${AROUND}`}
          transform="rotate(-90 50 50)"
        />
      </svg>
      {time && (
        <p className={styles.time} role="timer">
          <strong>{minutesText(time.secondsLeft)}</strong>
          <span>{countdownWords.left}</span>
        </p>
      )}
    </div>
  );
}
