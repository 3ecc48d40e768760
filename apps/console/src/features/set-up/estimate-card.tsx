import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatKwacha } from '@thumba/lending/money';
import { formatPercentage } from '@thumba/lending/rate';
import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { usePreview } from '../../platform/preview.ts';
import { dayText } from '../../platform/time.ts';
import { Card } from '../../ui/card.tsx';
import { Effect, type EffectLine } from '../../ui/effect.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { Draft } from './draft.ts';
import { termText } from './draft-form.tsx';
import styles from './set-up.module.css';

type Estimate = StaffAnswer<'estimateProduct'>;
type Plan = Estimate['plans'][number];

const PLANS: readonly Column<Plan>[] = [
  { title: 'Due', cell: ({ dueDate }) => dayText(dueDate) },
  { title: 'Principal', cell: ({ principal }) => <Money kwacha={principal} />, isRight: true, isExtra: true },
  { title: 'Interest', cell: ({ interest }) => <Money kwacha={interest} />, isRight: true },
  { title: 'Fee', cell: ({ serviceFee }) => <Money kwacha={serviceFee} />, isRight: true },
  { title: 'In all', cell: ({ total }) => <Money kwacha={total} />, isRight: true },
];

type EstimateCardProps = {
  draft: Draft;
  content: unknown;
  /** What counts now, to compare with. */
  running: unknown;
  effectiveOn: string | null;
};

/** What a borrower would see of the draft, beside what they see now. */
export function EstimateCard({ draft, content, running, effectiveOn }: EstimateCardProps) {
  const [chosen, setChosen] = useState<number>();
  const [amount, setAmount] = useState('1000');
  const term = draft.terms.find(({ termId }) => termId === chosen) ?? draft.terms[0];
  const kwacha = Number(amount);
  const isAsked = term !== undefined && amount.trim() !== '' && kwacha > 0;
  const request = (of: unknown, on: string | null) =>
    isAsked && of !== null
      ? { body: { content: of, termId: term.termId, amount: kwacha, effectiveOn: on } }
      : null;
  const drafted = usePreview('estimateProduct', request(content, effectiveOn));
  const counting = usePreview('estimateProduct', request(running, null));
  return (
    <Card title="What a borrower would see">
      <div className={styles.fields}>
        <TextField label="Amount in kwacha to try" inputMode="decimal" value={amount} onChange={setAmount} />
        <Select
          label="Term to try"
          value={String(term?.termId ?? '')}
          choices={draft.terms.map((one) => ({ value: String(one.termId), text: termText(one) }))}
          onChange={(value) => setChosen(Number(value))}
        />
      </div>
      <div className={styles.estimate} aria-live="polite">
        {drafted.error ? (
          <Failure>{sentenceOf(drafted.error)}</Failure>
        ) : drafted.data ? (
          <>
            <Effect lines={linesOf(drafted.data, counting.data)} />
            <Table
              label="Plans of the estimate"
              rows={drafted.data.plans}
              columns={PLANS}
              keyOf={({ loanPeriod }) => loanPeriod}
            />
          </>
        ) : (
          isAsked && <Loading lines={6} />
        )}
      </div>
    </Card>
  );
}

const SHOWN: readonly (readonly [title: string, text: (estimate: Estimate) => string])[] = [
  ['Received', ({ receivedAmount }) => kwachaText(receivedAmount)],
  ['Interest', ({ interest }) => kwachaText(interest)],
  ['Service fee', ({ serviceFee }) => kwachaText(serviceFee)],
  ['Repaid in all', ({ totalRepay }) => kwachaText(totalRepay)],
  ['Cost', ({ totalCost, costPercent }) => `${kwachaText(totalCost)}, ${formatPercentage(costPercent)}`],
  ['APR', ({ apr }) => formatPercentage(apr)],
  ['Effective annual rate', ({ effectiveAnnualRate }) => formatPercentage(effectiveAnnualRate)],
  ['Most charges, if paid late', ({ maxCharges }) => kwachaText(maxCharges)],
];

/** A figure that the draft does not change stands alone. */
function linesOf(drafted: Estimate, counting: Estimate | undefined): EffectLine[] {
  return SHOWN.map(([title, text]) => {
    const [before, after] = [counting && text(counting), text(drafted)];
    return { title, before: before === undefined || before === after ? null : before, after };
  });
}

function kwachaText(kwacha: number): string {
  return formatKwacha(Math.round(kwacha * 100));
}
