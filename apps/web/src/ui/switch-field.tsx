import { type ReactNode, useId } from 'react';
import styles from './switch-field.module.css';

type SwitchFieldProps = {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isBusy?: boolean;
  /** What switching it on means, and how it stands. */
  children: ReactNode;
};

/** Something that is on or off at once, without a button to save it. */
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
