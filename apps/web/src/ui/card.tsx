import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

type CardProps = {
  /** A section with its own heading. */
  title?: string | undefined;
  /** Stands opposite the title, as "2 of 3 on time". */
  aside?: ReactNode;
  tone?: 'plain' | 'dark';
  children: ReactNode;
};

export function Card({ title, aside, tone = 'plain', children }: CardProps) {
  return (
    <section className={classNames(styles.card, tone === 'dark' && styles.dark)}>
      {title && (
        <div className={styles.top}>
          <h2 className={styles.title}>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** Parts of a card or a page, one below the other, evenly spaced. */
export function Stack({
  gap = 'normal',
  children,
}: {
  gap?: 'tight' | 'normal' | 'wide';
  children: ReactNode;
}) {
  return <div className={classNames(styles.stack, styles[gap])}>{children}</div>;
}

/** The line between parts of a card. */
export function Rule() {
  return <hr className={styles.rule} />;
}

/** A short label for the state of something. */
export function Badge({
  tone,
  children,
}: {
  tone: 'good' | 'warn' | 'bad' | 'neutral';
  children: ReactNode;
}) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}

/** A bar of one or two sentences. `warn` and `bad` are announced by a screen reader. */
export function Notice({
  tone = 'info',
  children,
}: {
  tone?: 'info' | 'warn' | 'bad' | 'good';
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(styles.notice, styles[`${tone}Notice`])}
      role={tone === 'warn' || tone === 'bad' ? 'status' : undefined}
    >
      {children}
    </div>
  );
}
