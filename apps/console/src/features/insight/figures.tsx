import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { percentText } from '../../ui/figure-text.ts';
import styles from './insight.module.css';

export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>;
}

type FigureProps = {
  title: string;
  value: ReactNode;
  /** Where the rows behind the number are. Unset where it has none, such as a share of two other numbers. */
  to?: string | undefined;
  /** Says more of the number below it. */
  children?: ReactNode;
};

/** One number of a report in large type. It leads to the rows behind it. */
export function Figure({ title, value, to, children }: FigureProps) {
  return (
    <section className={styles.figure} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.value}>
        {to === undefined ? (
          value
        ) : (
          <Link href={to} className={styles.link}>
            {value}
          </Link>
        )}
      </p>
      <p className={styles.note}>{children}</p>
    </section>
  );
}

/** How much a number changed: "+6.2 %". Empty where nothing is compared, or where it was zero. */
export function changeText(value: number, before: number | null): string {
  if (before === null || before === 0) return '';
  const change = percentText((value - before) / Math.abs(before));
  return value >= before ? `+${change}` : change;
}
