import { applicationWords } from '@thumba/home/application-words';
import { moneyText } from '@thumba/home/wire-money';
import type { LoanInfo } from '../../platform/session.ts';
import { Badge, Card, Notice } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { PayoutAccount } from './payout-account.tsx';

/** The operator did not take the payout: the borrower chooses where the money goes and sends it again. */
export function PayoutFailed({ order }: { order: NonNullable<LoanInfo['order']> }) {
  const words = applicationWords.payout;
  return (
    <Card>
      <MoneyLine
        label={words.receive}
        aside={<Badge tone="warn">{words.notThrough}</Badge>}
        money={moneyText(order.receivedAmount)}
        detail={words.notTaken}
      />
      <Notice tone="warn">{words.oweNothing}</Notice>
      <PayoutAccount order={order} send={words.sendAgain} add={words.otherAccount} />
    </Card>
  );
}
