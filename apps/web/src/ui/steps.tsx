import type { ReactNode } from 'react';
import styles from './steps.module.css';

/** Numbered steps, each a short heading and one line. */
export function Steps({ steps }: { steps: readonly { title?: string; text: ReactNode }[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <li key={index} className={styles.step}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <div>
            {title && <p className={styles.stepTitle}>{title}</p>}
            <p className={styles.stepText}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
