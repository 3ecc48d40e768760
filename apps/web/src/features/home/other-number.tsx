import { Card } from '../../ui/card.tsx';
import { applicationWords } from '../../words/application.ts';
import { PayoutAccount } from './payout-account.tsx';

/** While a person looks at an application or a payout, the borrower may name another number for the money. */
export function OtherNumber({ orderId }: { orderId: number }) {
  const words = applicationWords.otherNumber;
  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <PayoutAccount orderId={orderId} send={words.use} add={words.add} needsChoice />
    </Card>
  );
}
