import { formatDayCount } from '@thumba/lending/day';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import type { Application } from './use-application.ts';

const WITHOUT_FIGURES = {
  not_known: 'The bureau knows no such person.',
  no_answer: 'The bureau gave no usable answer in time.',
  no_consent: 'The borrower does not allow us to ask the bureau.',
} as const;

/** What a credit bureau said of other lenders, with the age of its answer. */
export function BureauCard({ application: { bureau } }: { application: Application }) {
  if (bureau === null) return null;
  const { state, ageDays, elsewhere, cause } = bureau;
  const age = ageDays === null ? 'not asked' : ageDays === 0 ? 'asked today' : `asked ${ageDays} days ago`;
  return (
    <Card title="Other lenders" note={state === 'no_answer' ? (cause ?? '') : age}>
      {state === 'answered' && elsewhere ? (
        <Facts
          facts={[
            ['Open loans', String(elsewhere.openAccounts)],
            ['Paid in a month', <Money key="paid" kwacha={elsewhere.instalments} />],
            ['Owed', <Money key="owed" kwacha={elsewhere.balance} />],
            ['Overdue', <Money key="overdue" kwacha={elsewhere.overdue} />],
            [
              'Late by',
              elsewhere.daysLate === 0 ? (
                'not late'
              ) : (
                <Badge key="late" look="bad">
                  {formatDayCount(elsewhere.daysLate)}
                </Badge>
              ),
            ],
            ['As of', dayText(elsewhere.asOn)],
          ]}
        />
      ) : (
        state !== 'answered' && <p>{WITHOUT_FIGURES[state]}</p>
      )}
    </Card>
  );
}
