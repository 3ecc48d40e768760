import { formatKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { dayText } from '../../platform/time.ts';
import { Select, TextField } from '../../ui/field.tsx';
import type { LoanAnswer } from './loan.ts';
import { ServiceDialog } from './service-dialog.tsx';

const CHARGES = ['penalty', 'fee', 'interest'] as const;
type Charge = (typeof CHARGES)[number];

/** The charges of plans that are still owed, in the order in which they are waived most often. */
export function waivableOf({ plans }: LoanAnswer) {
  return CHARGES.flatMap((charge) =>
    plans
      .filter((plan) => plan[charge].owed > 0)
      .map(({ period, dueOn, [charge]: { owed } }) => ({ period, dueOn, charge, owed })),
  );
}

const keyOf = ({ period, charge }: { period: number; charge: Charge }) => `${period} ${charge}`;

/** Takes back a penalty, a fee or interest that is still owed. */
export function WaiverDialog({ loan, onClose }: { loan: LoanAnswer; onClose: () => void }) {
  const charges = waivableOf(loan);
  const [chosen, setChosen] = useState(() => keyOf(charges[0]!));
  const of = charges.find((one) => keyOf(one) === chosen) ?? charges[0]!;
  const [amount, setAmount] = useState('');
  const service = {
    ...({ kind: 'waiver', period: of.period, charge: of.charge } as const),
    amount: Number(amount),
  };
  return (
    <ServiceDialog
      loanId={loan.loanId}
      title={`Waive a charge of loan ${loan.loanId}`}
      kind="waiver"
      service={service.amount > 0 ? service : null}
      onClose={onClose}
    >
      {(problems, isTried) => (
        <>
          <Select
            label="Charge"
            value={keyOf(of)}
            choices={charges.map((one) => ({
              value: keyOf(one),
              text: `${one.charge} of plan ${one.period}, due on ${dayText(one.dueOn)}`,
            }))}
            onChange={setChosen}
          />
          <TextField
            label="Amount in kwacha"
            inputMode="decimal"
            hint={`${formatKwacha(Math.round(of.owed * 100))} of it is owed`}
            value={amount}
            onChange={setAmount}
            problem={
              problems['service.amount'] ??
              (isTried && !(service.amount > 0) ? 'Write an amount, like 10.86' : undefined)
            }
          />
        </>
      )}
    </ServiceDialog>
  );
}
