import type { ReactNode } from 'react';
import styles from './card.module.css';

type CardProps = {
  title?: string;
  /** A few words beside the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** For a table, which goes from side to side. */
  isFlush?: boolean;
  children: ReactNode;
};

export function Card({ title, note, actions, isFlush = false, children }: CardProps) {
  return (
    <section className={isFlush ? styles.flush : styles.card} aria-label={title}>
      {(title || actions) && (
        <div className={styles.top}>
          {title && (
            <h2 className={styles.title} tabIndex={-1}>
              {title}
            </h2>
          )}
          {note && <p className={styles.note}>{note}</p>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** Cards below each other, or in two columns where there is space. */
export function Cards({ isTwoColumns = false, children }: { isTwoColumns?: boolean; children: ReactNode }) {
  return <div className={isTwoColumns ? styles.columns : styles.cards}>{children}</div>;
}
