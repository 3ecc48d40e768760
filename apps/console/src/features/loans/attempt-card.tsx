import { codeInWords } from '../../platform/code-words.ts';
import { holdText } from '../../platform/hold-words.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import type { LoanAnswer } from './loan.ts';

/** A payment or a payout that a person may have to look after. */
export function AttemptCard({
  title,
  attempt: { purpose, state, operator, maskedMobile, amount, failure, heldFor, at },
}: {
  title: string;
  attempt: NonNullable<LoanAnswer['payout']>;
}) {
  return (
    <Card title={title} note={state === 'unknown' ? 'the operator did not say how it ended' : null}>
      <Facts
        facts={[
          ['State', codeInWords(failure === null ? state : `${state}: ${failure}`)],
          ['Waits because', heldFor && holdText(heldFor)],
          ['Purpose', codeInWords(purpose)],
          ['Amount', <Money key="amount" kwacha={amount} />],
          ['Number', [maskedMobile, OPERATOR_TITLES[operator]].filter(Boolean).join(', ')],
          ['Begun', <Time key="at" at={at} />],
        ]}
      />
    </Card>
  );
}
