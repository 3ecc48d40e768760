import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './states.module.css';

/** Grey bars in the place of what is loading. `lines` are heights in design pixels. */
export function Skeleton({ lines }: { lines: readonly number[] }) {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading">
      {lines.map((height, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          key={index}
          className={styles.bar}
          style={{ height: `calc(${height} * var(--u))` }}
        />
      ))}
    </div>
  );
}

type ErrorStateProps = {
  title?: string;
  /** What happened, in words for a borrower. */
  message: string;
  onRetry?: () => void;
  isRetrying?: boolean;
};

export function ErrorState({
  title = 'This did not load',
  message,
  onRetry,
  isRetrying = false,
}: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <Drawing kind="cloud" />
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{message}</p>
      {onRetry && (
        <Button variant="secondary" isWide={false} onClick={onRetry} isBusy={isRetrying}>
          Try again
        </Button>
      )}
    </div>
  );
}

type EmptyStateProps = { drawing?: DrawingKind; title: string; children: ReactNode; action?: ReactNode };

export function EmptyState({ drawing = 'pocket', title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Drawing kind={drawing} />
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}

export type DrawingKind = keyof typeof drawings;

/** Drawings in one hand: green lines, one copper part. */
export function Drawing({ kind, className }: { kind: DrawingKind; className?: string | undefined }) {
  return (
    <svg className={classNames(styles.drawing, className)} viewBox="0 0 96 72" aria-hidden="true">
      <ellipse cx="48" cy="64" rx="34" ry="4" fill="var(--green-100)" />
      <g fill="none" stroke="var(--green-700)" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        {drawings[kind]}
      </g>
    </svg>
  );
}

const copper = { fill: 'var(--copper-200)', stroke: 'var(--copper-600)' };

const drawings = {
  pocket: (
    <>
      <path d="M38 26v-4a10 10 0 0 1 20 0v4" {...copper} fill="none" />
      <rect x="26" y="26" width="44" height="34" rx="8" fill="var(--card)" />
      <path d="M36 36v2a12 12 0 0 0 24 0v-2" />
    </>
  ),
  cloud: (
    <>
      <path d="M32 54a12 12 0 0 1-1-24 18 18 0 0 1 34-3 14 14 0 0 1 0 27" fill="var(--card)" />
      <path d="M48 34v14m0 8v.1" {...copper} fill="none" />
    </>
  ),
  letter: (
    <>
      <rect x="22" y="18" width="52" height="38" rx="6" fill="var(--card)" />
      <path d="m24 22 24 18 24-18" {...copper} fill="none" />
    </>
  ),
  clock: (
    <>
      <circle cx="48" cy="36" r="23" fill="var(--card)" />
      <path d="M48 22v14l10 7" {...copper} fill="none" />
    </>
  ),
  paper: (
    <>
      <path d="M30 12h26l12 12v36H30z" fill="var(--card)" />
      <path d="M56 12v12h12" />
      <path d="M38 36h22M38 44h22M38 52h12" {...copper} fill="none" />
    </>
  ),
  phone: (
    <>
      <rect x="34" y="8" width="28" height="52" rx="6" fill="var(--card)" />
      <path d="M44 15h8" />
      <circle cx="48" cy="38" r="8" {...copper} />
    </>
  ),
  shield: (
    <>
      <path d="M48 8 70 16v18c0 14-9 22-22 28-13-6-22-14-22-28V16z" fill="var(--card)" />
      <path d="m38 35 7 7 13-14" {...copper} fill="none" />
    </>
  ),
};
