import { useId } from 'react';
import { TextField } from '../../ui/field.tsx';
import { authenticationWords } from '../../words/authentication.ts';
import styles from './authentication.module.css';
import { type DateParts, joinDate, keepDigits, splitDate } from './date-entry.ts';

type DateFieldProps = {
  label: string;
  /** "year-month-day" as far as it is typed. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** A browser can fill in a date of birth. */
  isBirthDate?: boolean;
};

const PART_DIGITS = { day: 2, month: 2, year: 4 } as const;

/** Three number fields, because a day decades ago is quicker to type than to find in a calendar. */
export function DateField({ label, value, onChange, error, isBirthDate = false }: DateFieldProps) {
  const words = authenticationWords.date;
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
      onChange={({ target }) => change({ [part]: keepDigits(target.value, PART_DIGITS[part]) })}
    />
  );
  return (
    <fieldset className={styles.group} aria-describedby={error === undefined ? undefined : noteId}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.dateParts}>
        {field('day', words.day, words.dayForm)}
        {field('month', words.month, words.monthForm)}
        {field('year', words.year, words.yearForm)}
      </div>
      {error !== undefined && (
        <p id={noteId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
