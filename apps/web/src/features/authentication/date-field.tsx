import { useId, useRef } from 'react';
import { TextField } from '../../ui/field.tsx';
import { authenticationWords } from '../../words/authentication.ts';
import styles from './authentication.module.css';
import { type DateParts, isPartTyped, joinDate, keepDigits, readWholeDate, splitDate } from './date-entry.ts';

type DateFieldProps = {
  label: string;
  /** "year-month-day" as far as it is typed. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** A browser can fill in a date of birth. */
  isBirthDate?: boolean;
};

const PARTS = ['day', 'month', 'year'] as const;
const PART_DIGITS = { day: 2, month: 2, year: 4 } as const;

/**
 * Three number fields, because a day decades ago is quicker to type than to find in a calendar. The cursor moves on from
 * a part that is complete, and back from an empty one.
 */
export function DateField({ label, value, onChange, error, isBirthDate = false }: DateFieldProps) {
  const words = authenticationWords.date;
  const noteId = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const parts = splitDate(value);
  const move = (place: number) => group.current?.querySelectorAll('input')[place]?.focus();

  const type = (part: keyof DateParts, target: HTMLInputElement) => {
    const typed = target.value;
    const whole = readWholeDate(typed);
    if (whole) {
      onChange(joinDate(whole));
      return move(PARTS.indexOf('year'));
    }
    onChange(joinDate({ ...parts, [part]: keepDigits(typed, PART_DIGITS[part]) }));
    const place = PARTS.indexOf(part) + 1;
    const next = PARTS[place];
    // A part that is corrected later, or filled in by the browser, moves nothing.
    const isTyping = document.activeElement === target && target.selectionStart === typed.length;
    if (isTyping && next && parts[next] === '' && isPartTyped(typed, PART_DIGITS[part])) move(place);
  };

  const field = (part: keyof DateParts, place: number) => (
    <TextField
      key={part}
      label={words[part]}
      aria-label={words.partOf(words[part], label)}
      inputMode="numeric"
      autoComplete={isBirthDate ? `bday-${part}` : 'off'}
      placeholder={words.forms[part]}
      value={parts[part]}
      aria-invalid={error !== undefined || undefined}
      onChange={({ target }) => type(part, target)}
      onKeyDown={({ key }) => {
        if (key === 'Backspace' && parts[part] === '') move(place - 1);
      }}
    />
  );
  return (
    <fieldset ref={group} className={styles.group} aria-describedby={noteId}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.dateParts}>{PARTS.map(field)}</div>
      {error === undefined ? (
        <p id={noteId} className="visually-hidden">
          {words.movesOn}
        </p>
      ) : (
        <p id={noteId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
