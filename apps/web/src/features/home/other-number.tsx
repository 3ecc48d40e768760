import { applicationWords } from '@thumba/home/application-words';
import type { LoanInfo } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { accountsWords } from '../../words/accounts.ts';
import { PayoutAccount } from './payout-account.tsx';

/** While a person looks at an application or a payout, the borrower may name another number for the money. */
export function OtherNumber({ order }: { order: NonNullable<LoanInfo['order']> }) {
  const words = applicationWords.otherNumber;
  return (
    <Card title={words.title}>
      <p>{accountsWords.add.otherName}</p>
      <PayoutAccount order={order} send={words.use} add={words.add} needsChoice />
    </Card>
  );
}
