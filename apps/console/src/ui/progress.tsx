import type { ReactNode } from 'react';
import type { Sent } from '../platform/send-file.ts';
import styles from './progress.module.css';

type ProgressProps = { label: string; value: number; max: number; children: ReactNode };

/** How far something came, as a bar above its words. */
export function Progress({ label, value, max, children }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} value={value} max={max} aria-label={label} />
      {children}
    </div>
  );
}

export const MEGABYTE = 1024 * 1024;

/** How much of a file is sent. */
export function Sending({ sent: { bytes, of } }: { sent: Sent }) {
  return (
    <Progress label="File sent" value={bytes} max={of}>
      <p role="status">
        {bytes >= of
          ? 'The file is sent. The server reads it.'
          : `${megabytes(bytes)} of ${megabytes(of)} MB are sent.`}
      </p>
    </Progress>
  );
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}
