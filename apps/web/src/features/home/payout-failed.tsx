import { useState } from 'react';
import { moneyText } from '../../platform/money.ts';
import { refresh, useAnswer, useSend } from '../../platform/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Notice } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { applicationWords } from '../../words/application.ts';
import { AccountField } from '../payment/account-field.tsx';
import { accountText } from '../payment/accounts.ts';

/** The operator did not take the payout: the borrower chooses where the money goes and sends it again. */
export function PayoutFailed({ orderId, receivedAmount }: { orderId: number; receivedAmount: number }) {
  const words = applicationWords.payout;
  const accounts = useAnswer('listAccounts', {});
  const [chosenAccountId, setChosenAccountId] = useState<number>();
  const retry = useSend('retryPayout', { loading: 'loading' });
  const preset = accounts.data?.find((account) => account.isDefault);
  const accountId = chosenAccountId ?? preset?.repayAccountId;

  function sendAgain() {
    if (accountId === undefined) return;
    retry.mutate(
      { body: { orderId, repayAccountId: accountId } },
      { onSettled: () => refresh('getMyLoanInfo', 'queryLoanDetail') },
    );
  }

  return (
    <Card>
      <MoneyLine
        label={words.receive}
        aside={<Badge tone="warn">{words.notThrough}</Badge>}
        money={moneyText(receivedAmount)}
        detail={words.notTaken}
      />
      <Notice tone="warn">{words.oweNothing}</Notice>
      {accounts.data ? (
        <AccountField
          isForPayout
          label={words.sendTo}
          preset={{ text: preset ? accountText(preset) : words.noAccount }}
          value={accountId}
          onChange={setChosenAccountId}
        />
      ) : (
        <Coming answers={[accounts]} lines={[48]} />
      )}
      <Button onClick={sendAgain} isBusy={retry.isPending} disabled={accountId === undefined}>
        {words.sendAgain}
      </Button>
      <ButtonLink to="/me/accounts" variant="secondary">
        {words.otherAccount}
      </ButtonLink>
    </Card>
  );
}
