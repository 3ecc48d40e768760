import type { ReactNode } from 'react';
import { callAddress, lenderPhone } from '../platform/lender-phone.ts';
import { uiWords } from '../words/ui.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './states.module.css';

/** Grey bars in the place of what is loading. `lines` are heights in design pixels. */
export function Skeleton({ lines }: { lines: readonly number[] }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={uiWords.loading}>
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

/** Says what did not load, with the phone number of the lender, because a call needs no internet. */
export function ErrorState({
  title = uiWords.failed,
  message,
  onRetry,
  isRetrying = false,
}: ErrorStateProps) {
  const phone = lenderPhone();
  return (
    <div className={styles.state} role="alert">
      <DrawingFrame>
        <path d="M32 54a12 12 0 0 1-1-24 18 18 0 0 1 34-3 14 14 0 0 1 0 27" fill="var(--card)" />
        <path d="M48 34v14m0 8v.1" stroke="var(--copper-600)" />
      </DrawingFrame>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{message}</p>
      {onRetry && (
        <Button variant="secondary" isWide={false} onClick={onRetry} isBusy={isRetrying}>
          {uiWords.tryAgain}
        </Button>
      )}
      {phone && (
        <a className={styles.call} href={callAddress(phone)}>
          {uiWords.callLender(phone)}
        </a>
      )}
    </div>
  );
}

/** Drawings in one style: green lines, one copper part. */
export function DrawingFrame({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <svg className={classNames(styles.drawing, className)} viewBox="0 0 96 72" aria-hidden="true">
      <ellipse cx="48" cy="64" rx="34" ry="4" fill="var(--green-100)" />
      <g fill="none" stroke="var(--green-700)" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        {children}
      </g>
    </svg>
  );
}
