import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Cards } from '../../ui/card.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { daysText, type InsightDays, type PeriodFilters } from './report-period.ts';

const PERIODS = [
  { value: 'month', text: 'This month' },
  { value: 'last_month', text: 'Last month' },
  { value: 'quarter', text: 'The last 13 weeks' },
  { value: 'year', text: 'The last 12 months' },
  { value: 'days', text: 'From one day to another' },
];

const COMPARISONS = [
  { value: 'none', text: 'Nothing' },
  { value: 'before', text: 'The days before' },
  { value: 'year_before', text: 'The year before' },
];

type Query<Data> = Parameters<typeof Answer<Data>>[0]['query'];

type ReportPageProps<Data> = {
  title: string;
  query: Query<Data>;
  /** The filters of the address, where the report is about some days. */
  filters: PeriodFilters;
  onChange: (changed: Partial<PeriodFilters>) => void;
  /** Left out where the report compares nothing. */
  isCompared?: boolean;
  /** Further filters, after those of the days. */
  children?: ReactNode;
  show: (data: Data) => ReactNode;
};

/** The frame of a report: its days, what they are compared with, further filters, and the answer in its states. */
export function ReportPage<Data extends { days: InsightDays; comparedDays?: InsightDays | null }>({
  title,
  query,
  filters,
  onChange,
  isCompared = true,
  children,
  show,
}: ReportPageProps<Data>) {
  const days = query.data?.days;
  const comparedDays = query.data?.comparedDays;
  return (
    <Page
      title={title}
      note={days && `${daysText(days)}${comparedDays ? `, compared with ${daysText(comparedDays)}` : ''}`}
      actions={<ButtonLink to="/insight">All reports</ButtonLink>}
    >
      <FilterBar>
        <Select
          label="Days"
          value={filters.period}
          choices={PERIODS}
          onChange={(period) =>
            onChange(period === 'days' ? { period, ...ownDays(days) } : { period, from: '', to: '' })
          }
        />
        {filters.period === 'days' && (
          <>
            <TextField
              label="From"
              type="date"
              value={filters.from}
              onChange={(from) => onChange({ from })}
            />
            <TextField label="To" type="date" value={filters.to} onChange={(to) => onChange({ to })} />
          </>
        )}
        {isCompared && (
          <Select
            label="Compare with"
            value={filters.compare}
            choices={COMPARISONS}
            onChange={(compare) => onChange({ compare })}
          />
        )}
        {children}
      </FilterBar>
      <Answer query={query}>{(data) => <Cards>{show(data)}</Cards>}</Answer>
    </Page>
  );
}

/** Choosing one's own days begins with those that are shown. */
function ownDays(days: InsightDays | undefined): Partial<PeriodFilters> {
  return days === undefined ? {} : { from: days.from, to: days.through };
}
