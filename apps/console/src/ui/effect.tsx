import ArrowRight from 'lucide-react/icons/arrow-right';
import styles from './effect.module.css';

/** A line of what an action does: what it is about, how it is now, and how it will be. */
export type EffectLine = { title: string; before: string | null; after: string | null };

const NOTHING = 'nothing';

export function Effect({ lines }: { lines: readonly EffectLine[] }) {
  return (
    <dl className={styles.effect} aria-label="What changes">
      {lines.map(({ title, before, after }) => (
        <div key={title} className={styles.line}>
          <dt className={styles.title}>{title}</dt>
          <dd className={styles.change}>
            <span className={styles.before}>
              <span className="visually-hidden">before: </span>
              {before ?? NOTHING}
            </span>
            <span className={styles.after}>
              <ArrowRight aria-hidden="true" className={styles.arrow} />
              <span className="visually-hidden">after: </span>
              {after ?? NOTHING}
            </span>
          </dd>
        </div>
      ))}
    </dl>
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
