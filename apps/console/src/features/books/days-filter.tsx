import { useState } from 'react';
import { DayField } from '../../ui/day-field.tsx';
import { Select } from '../../ui/field.tsx';
import { type BookDays, pastPeriods, periodText, THIS_MONTH } from './books-days.ts';

type DaysFilterProps = {
  /** One day, or a stretch of days. */
  kind: 'day' | 'span';
  days: BookDays;
  onChange: (days: BookDays) => void;
};

const OTHER_DAYS = 'days';

/** Chooses the days of a page of the books. They stand in the address. */
export function DaysFilter({ kind, days, onChange }: DaysFilterProps) {
  const isNamed = days.from !== '' || days.to !== '';
  const [isOther, setOther] = useState(isNamed);
  if (kind === 'day')
    return (
      <DayField label="As of the end of" value={days.on} onChange={(on) => onChange({ ...THIS_MONTH, on })} />
    );
  const past = pastPeriods(Date.now());
  const offered = days.period === '' || past.includes(days.period) ? past : [days.period, ...past];
  const showsDays = isOther || isNamed;
  return (
    <>
      <Select
        label="Days"
        value={showsDays ? OTHER_DAYS : days.period}
        choices={[
          { value: '', text: 'This month so far' },
          ...offered.map((period) => ({ value: period, text: periodText(period) })),
          { value: OTHER_DAYS, text: 'Other days' },
        ]}
        onChange={(chosen) => {
          setOther(chosen === OTHER_DAYS);
          onChange({ ...THIS_MONTH, period: chosen === OTHER_DAYS ? '' : chosen });
        }}
      />
      {showsDays && (
        <>
          <DayField
            label="From"
            value={days.from}
            onChange={(from) => onChange({ ...THIS_MONTH, from, to: days.to })}
          />
          <DayField
            label="Through"
            value={days.to}
            onChange={(to) => onChange({ ...THIS_MONTH, from: days.from, to })}
          />
        </>
      )}
    </>
  );
}
