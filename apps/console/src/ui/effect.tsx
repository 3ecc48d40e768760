import ArrowRight from 'lucide-react/icons/arrow-right';
import styles from './effect.module.css';

/** A line of what an action does: what it is about, how it is now, and how it will be. */
export type EffectLine = { title: string; before: string | null; after: string | null };

/** A line that has only one of the two values is no change of a value: it has no arrow. */
export function Effect({ lines }: { lines: readonly EffectLine[] }) {
  return (
    <dl className={styles.effect} aria-label="What changes">
      {lines.map(({ title, before, after }) => (
        <div key={JSON.stringify([title, before, after])} className={styles.line}>
          <dt className={styles.title}>{title}</dt>
          <dd className={styles.change}>
            {before !== null && after !== null ? (
              <BeforeAndAfter before={before} after={after} />
            ) : (
              <span className={styles.after}>{after ?? before}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function BeforeAndAfter({ before, after }: { before: string; after: string }) {
  return (
    <>
      <span className={styles.before}>
        <span className="visually-hidden">before: </span>
        {before}
      </span>
      <span className={styles.after}>
        <ArrowRight aria-hidden="true" className={styles.arrow} />
        <span className="visually-hidden">after: </span>
        {after}
      </span>
    </>
  );
}

/** What the borrower will read, word by word. */
export function MessageToBorrower({ text }: { text: string }) {
  return (
    <figure className={styles.message}>
      <figcaption className={styles.who}>The borrower will read</figcaption>
      <blockquote className={styles.text}>{text}</blockquote>
    </figure>
  );
}
