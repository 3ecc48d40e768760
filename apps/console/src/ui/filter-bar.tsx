import type { ReactNode } from 'react';
import styles from './filter-bar.module.css';

/** What narrows a list. Its values live in the address (`useFilters`). */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <search className={styles.bar} aria-label="Filter">
      {children}
    </search>
  );
}

/** A filter whose values are sentences. */
export function WideFilter({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>;
}

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; text: string; count?: number | undefined }[];
  onChange: (value: Value) => void;
};

/** A filter of few values, each in sight. */
export function FilterTabs<Value extends string>({ label, value, choices, onChange }: TabsProps<Value>) {
  return (
    <fieldset className={styles.tabs}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={styles.tab}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.text}
          {choice.count !== undefined && <span className={styles.count}>{choice.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
