import { type ReactNode, useId } from 'react';
import styles from './switch-field.module.css';

type SwitchFieldProps = {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isBusy?: boolean;
  /** What switching it on means, and its present state. */
  children: ReactNode;
};

/** A switch that is saved as soon as it is tapped. */
export function SwitchField({ label, isOn, onChange, isBusy = false, children }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.top}>
        <span className={styles.label}>{label}</span>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={isOn}
          aria-checked={isOn}
          aria-busy={isBusy || undefined}
          aria-describedby={id}
          onChange={() => {
            if (!isBusy) onChange(!isOn);
          }}
        />
      </label>
      <div id={id} className={styles.note}>
        {children}
      </div>
    </div>
  );
}
