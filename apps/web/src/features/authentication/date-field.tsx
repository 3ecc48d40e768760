import { useId } from 'react';
import { TextField } from '../../ui/field.tsx';
import styles from './authentication.module.css';
import { type DateParts, joinDate, keepDigits, splitDate } from './date-entry.ts';

type DateFieldProps = {
  label: string;
  /** "year-month-day" as far as it is typed. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** For a date of birth the browser can offer the one that it knows. */
  isBirthDate?: boolean;
};

/** Three number fields: for a day decades ago that is far quicker than any calendar. */
export function DateField({ label, value, onChange, error, isBirthDate = false }: DateFieldProps) {
  const noteId = useId();
  const parts = splitDate(value);
  const change = (part: Partial<DateParts>) => onChange(joinDate({ ...parts, ...part }));
  const field = (part: keyof DateParts, name: string, placeholder: string) => (
    <TextField
      label={name}
      inputMode="numeric"
      autoComplete={isBirthDate ? `bday-${part}` : 'off'}
      placeholder={placeholder}
      value={parts[part]}
      aria-invalid={error !== undefined || undefined}
      onChange={({ target }) => change({ [part]: keepDigits(target.value, placeholder.length) })}
    />
  );
  return (
    <fieldset className={styles.group} aria-describedby={error === undefined ? undefined : noteId}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.dateParts}>
        {field('day', 'Day', 'DD')}
        {field('month', 'Month', 'MM')}
        {field('year', 'Year', 'YYYY')}
      </div>
      {error !== undefined && (
        <p id={noteId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
