import { useState } from 'react';
import { isWholeDay } from '../platform/time.ts';
import { TextField } from './field.tsx';

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void };

/** A day counts once it is whole: while a year is typed, the browser names years of long ago. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <TextField
      label={label}
      type="date"
      value={typed}
      onChange={(text) => {
        setTyped(text);
        if (text === '' || isWholeDay(text)) onChange(text);
      }}
    />
  );
}

/** The days in the address of a list, texts without a value where it has none. */
export type ListDays = { from: string; to: string };

type DaysFieldsProps = {
  /** What happened on these days. */
  what: string;
  days: ListDays;
  onChange: (changed: Partial<ListDays>) => void;
};

/** The first and the last day of a list, both included. */
export function DaysFields({ what, days, onChange }: DaysFieldsProps) {
  return (
    <>
      <DayField label={`${what} from`} value={days.from} onChange={(from) => onChange({ from })} />
      <DayField label={`${what} through`} value={days.to} onChange={(to) => onChange({ to })} />
    </>
  );
}

/** The days as the query of a list takes them. */
export function askedListDays({ from, to }: ListDays): { from?: string; to?: string } {
  return { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) };
}
