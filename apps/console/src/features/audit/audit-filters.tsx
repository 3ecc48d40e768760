import { isDay } from '@thumba/lending/day';
import { useEffect, useEffectEvent, useState } from 'react';
import { useStaffAnswer } from '../../platform/query.ts';
import { Select, TextField } from '../../ui/field.tsx';
import { FilterBar, WideFilter } from '../../ui/filter-bar.tsx';
import { type AuditFilter, type FilterProblems, isOutcome, OUTCOMES } from './filter-problems.ts';

type FiltersProps = {
  filters: AuditFilter;
  problems: FilterProblems;
  onChange: (changed: Partial<AuditFilter>) => void;
};

export function AuditFilters({ filters, problems, onChange }: FiltersProps) {
  const field = (name: keyof AuditFilter): FilterProps => ({
    value: filters[name],
    problem: problems[name],
    onChange: (value) => onChange({ [name]: value }),
  });
  return (
    <FilterBar>
      <TypedFilter label="Person (user name)" {...field('person')} />
      <WideFilter>
        <CallFilter {...field('call')} />
      </WideFilter>
      <TypedFilter label="Borrower number" inputMode="numeric" {...field('borrower')} />
      <Select label="Outcome" choices={outcomeChoices(filters.outcome)} {...field('outcome')} />
      <TypedFilter label="From" type="date" {...field('from')} />
      <TypedFilter label="Until" type="date" {...field('until')} />
    </FilterBar>
  );
}

type FilterProps = { value: string; problem: string | undefined; onChange: (value: string) => void };

/** The calls by the sentences of their entries. The address has the code name. */
function CallFilter({ value, problem, onChange }: FilterProps) {
  const { data, error } = useStaffAnswer('listAuditCalls', {});
  const calls = data?.items ?? [];
  const isOther = value !== '' && calls.every(({ call }) => call !== value);
  const hint = isOther && data && !problem ? 'No call in the list has this name.' : undefined;
  return (
    <Select
      label="What"
      value={value}
      problem={problem}
      hint={error ? 'The other choices could not be loaded.' : hint}
      choices={[
        { value: '', text: 'Everything' },
        ...(isOther ? [{ value, text: value }] : []),
        ...calls.map(({ call, summary }) => ({ value: call, text: summary })),
      ]}
      onChange={onChange}
    />
  );
}

/** An outcome of the address that is none stands in the list as it is. */
function outcomeChoices(chosen: string): { value: string; text: string }[] {
  const others = chosen === '' || isOutcome(chosen) ? [] : [chosen];
  return [
    { value: '', text: 'Every outcome' },
    ...[...others, ...OUTCOMES].map((outcome) => ({ value: outcome, text: outcome })),
  ];
}

const TYPING_PAUSE_MS = 400;

type TypedFilterProps = FilterProps & { label: string; type?: 'date'; inputMode?: 'numeric' };

/** A filter that counts once its person pauses. */
function TypedFilter({ value, onChange, ...field }: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  // The others may have changed meanwhile: what they have is kept.
  const settle = useEffectEvent(onChange);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => settle(wanted), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  useEffect(() => setTyped((kept) => (kept.trim() === value ? kept : value)), [value]);
  return (
    <TextField
      {...field}
      // The browser shows no other text in a field for a day.
      value={field.type === 'date' && !isDay(typed) ? '' : typed}
      onChange={setTyped}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
