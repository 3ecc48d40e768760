import { codeInWords } from '../../platform/code-words.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { LoanAnswer } from './loan.ts';

type Plan = LoanAnswer['plans'][number];

const STATE_LOOKS: Partial<Record<Plan['state'], 'good' | 'warn' | 'bad'>> = {
  settled: 'good',
  due: 'warn',
  overdue: 'bad',
};

/** The plans of a loan: what each charges, and what is left of it. */
export function PlansCard({ loan: { plans } }: { loan: LoanAnswer }) {
  return (
    <Card title="Plans" isFlush={plans.length > 0}>
      {plans.length === 0 ? (
        <Empty title="There is no plan">The plans are made when the application is priced.</Empty>
      ) : (
        <Table
          label="Plans"
          rows={plans}
          keyOf={({ period }) => period}
          columns={[
            { title: 'Plan', cell: ({ period }) => period },
            { title: 'Due on', cell: (plan) => <DueOn plan={plan} /> },
            { title: 'State', cell: (plan) => <PlanState plan={plan} /> },
            ...(['principal', 'interest', 'fee', 'penalty'] as const).map((part) => ({
              title: codeInWords(part),
              isRight: true,
              isExtra: true,
              cell: (plan: Plan) => <Money kwacha={plan[part].charged} />,
            })),
            { title: 'Waived', isRight: true, cell: ({ total }) => <Money kwacha={total.waived} /> },
            { title: 'Paid', isRight: true, cell: (plan) => <Paid plan={plan} /> },
            { title: 'Left', isRight: true, cell: ({ total }) => <Money kwacha={total.owed} /> },
          ]}
        />
      )}
    </Card>
  );
}

function DueOn({ plan: { dueOn, earlierDueOn } }: { plan: Plan }) {
  const [first] = earlierDueOn;
  return (
    <>
      {dayText(dueOn)}
      {first !== undefined && `, first ${dayText(first)}`}
    </>
  );
}

function PlanState({ plan: { state, daysLate } }: { plan: Plan }) {
  return (
    <>
      <Badge look={STATE_LOOKS[state] ?? 'plain'}>{state}</Badge>
      {daysLate > 0 && ` ${daysLate === 1 ? '1 day' : `${daysLate} days`} late`}
    </>
  );
}

function Paid({ plan: { total, discount } }: { plan: Plan }) {
  return (
    <>
      <Money kwacha={total.paid} />
      {discount > 0 && (
        <>
          {' '}
          (<Money kwacha={discount} /> by coupon)
        </>
      )}
    </>
  );
}
