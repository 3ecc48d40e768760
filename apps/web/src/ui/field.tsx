import { type ComponentProps, type ReactNode, useId } from 'react';
import '../platform/keyboard-inset.ts';
import { uiWords } from '../words/ui.ts';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

type Shared = {
  label: string;
  /** The problem, in words. It replaces the hint and is announced. */
  error?: string | undefined;
  hint?: ReactNode;
};

type TextFieldProps = Shared &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'prefix'> & {
    /** Fixed text before the typed text, such as "+26". */
    prefix?: string;
    /** Stands at the end of the field, such as a button. */
    suffix?: ReactNode;
  };

export function TextField({ label, error, hint, prefix, suffix, ...input }: TextFieldProps) {
  const id = useId();
  // Of the parts of a date, all are wrong and none has the message.
  const isWrong = error !== undefined || input['aria-invalid'] === true;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={classNames(styles.box, isWrong && styles.wrong, input.readOnly && styles.readOnly)}>
        {prefix && <span className={styles.prefix}>{prefix}</span>}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={isWrong || undefined}
          aria-describedby={error !== undefined || hint ? `${id}-note` : undefined}
        />
        {suffix}
      </div>
      <Note id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

type SelectFieldProps = Shared &
  Omit<ComponentProps<'select'>, 'className' | 'id'> & {
    placeholder?: string;
    options: readonly { value: string; label: string; isDisabled?: boolean }[];
  };

export function SelectField({
  label,
  error,
  hint,
  placeholder = uiWords.choose,
  options,
  ...select
}: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={classNames(styles.box, styles.select, error !== undefined && styles.wrong)}>
        <select
          {...select}
          id={id}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error !== undefined || hint ? `${id}-note` : undefined}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      <Note id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

type CheckFieldProps = {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
};

/** A box to tick with its sentence, which may hold links. */
export function CheckField({ isChecked, onChange, error, children }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          type="checkbox"
          className={styles.tick}
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error !== undefined ? `${id}-note` : undefined}
        />
        <span>{children}</span>
      </label>
      <Note id={`${id}-note`} error={error} />
    </div>
  );
}

function Note({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  if (error !== undefined) {
    return (
      <p id={id} className={styles.error} role="alert">
        {error}
      </p>
    );
  }
  return hint ? (
    <p id={id} className={styles.hint}>
      {hint}
    </p>
  ) : null;
}
