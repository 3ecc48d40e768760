import { classNames } from './class-names.ts';
import styles from './segments.module.css';

/** Progress as filled segments of a whole. */
export function Segments({ filled, total, label }: { filled: number; total: number; label: string }) {
  return (
    <div className={styles.segments} role="img" aria-label={label}>
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments differ by their place only
        <span key={index} className={classNames(styles.segment, index < filled && styles.filled)} />
      ))}
    </div>
  );
}
