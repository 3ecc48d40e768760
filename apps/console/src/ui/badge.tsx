import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** A word that says a state. Its colour adds to the word and never stands for it. */
export function Badge({
  look = 'plain',
  children,
}: {
  look?: 'plain' | 'good' | 'warn' | 'bad';
  children: ReactNode;
}) {
  return <span className={`${styles.badge} ${styles[look]}`}>{children}</span>;
}
