import { useState } from 'react';
import { dayText } from '../../platform/time.ts';
import { TextField } from '../../ui/field.tsx';
import type { LoanAnswer } from './loan.ts';
import { ServiceDialog } from './service-dialog.tsx';

/** New due dates at no cost, one for each plan that is not paid. */
export function HardshipDialog({ loan, onClose }: { loan: LoanAnswer; onClose: () => void }) {
  const unpaid = loan.plans.filter(({ total }) => total.owed > 0);
  const [dates, setDates] = useState<readonly string[]>(() => unpaid.map(() => ''));
  const isComplete = dates.every((date) => date !== '');
  return (
    <ServiceDialog
      loanId={loan.loanId}
      title={`New dates for loan ${loan.loanId}`}
      kind="hardship"
      service={isComplete ? { kind: 'hardship', dueDates: [...dates] } : null}
      note="Penalties stop from the next day on. They count again if a date is missed by more than 7 days."
      onClose={onClose}
    >
      {(problems, isTried) =>
        unpaid.map(({ period, dueOn }, at) => (
          <TextField
            key={period}
            label={`New date of plan ${period}`}
            type="date"
            hint={`Due on ${dayText(dueOn)} now`}
            value={dates[at] ?? ''}
            onChange={(date) => setDates(dates.with(at, date))}
            problem={
              problems[`service.dueDates.${at}`] ??
              (at === 0 ? problems['service.dueDates'] : undefined) ??
              (isTried && dates[at] === '' ? 'Choose a date' : undefined)
            }
          />
        ))
      }
    </ServiceDialog>
  );
}
