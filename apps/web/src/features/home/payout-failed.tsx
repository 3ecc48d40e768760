import { moneyText } from '../../platform/money.ts';
import { Badge, Card, Notice } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { applicationWords } from '../../words/application.ts';
import { PayoutAccount } from './payout-account.tsx';

/** The operator did not take the payout: the borrower chooses where the money goes and sends it again. */
export function PayoutFailed({ orderId, receivedAmount }: { orderId: number; receivedAmount: number }) {
  const words = applicationWords.payout;
  return (
    <Card>
      <MoneyLine
        label={words.receive}
        aside={<Badge tone="warn">{words.notThrough}</Badge>}
        money={moneyText(receivedAmount)}
        detail={words.notTaken}
      />
      <Notice tone="warn">{words.oweNothing}</Notice>
      <PayoutAccount orderId={orderId} send={words.sendAgain} add={words.otherAccount} />
    </Card>
  );
}
