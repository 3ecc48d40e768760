import { useState } from 'react';
import { moneyText } from '../../platform/money.ts';
import { messageOf, refresh, useAnswer, useSend } from '../../platform/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Notice } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { AccountField } from '../bill/account-field.tsx';
import { accountText } from '../bill/accounts.ts';

/** The operator did not take the payout: the borrower chooses where the money goes and sends it again. */
export function PayoutFailed({ orderId, receivedAmount }: { orderId: number; receivedAmount: number }) {
  const accounts = useAnswer('listAccounts', {});
  const [chosenAccountId, setChosenAccountId] = useState<number>();
  const retry = useSend('retryPayout', { loading: 'Loading...' });
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
        label="You receive"
        aside={<Badge tone="warn">Not through yet</Badge>}
        money={moneyText(receivedAmount)}
        detail="Your operator did not take the payment."
      />
      <Notice tone="warn">You owe nothing until the money has arrived. You need not apply again.</Notice>
      {accounts.data ? (
        <AccountField
          label="Send it to"
          preset={{ text: preset ? accountText(preset) : 'No account yet' }}
          value={accountId}
          onChange={setChosenAccountId}
        />
      ) : accounts.isError ? (
        <ErrorState
          message={messageOf(accounts.error)}
          onRetry={() => void accounts.refetch()}
          isRetrying={accounts.isFetching}
        />
      ) : (
        <Skeleton lines={[48]} />
      )}
      <Button onClick={sendAgain} isBusy={retry.isPending} disabled={accountId === undefined}>
        Send it again
      </Button>
      <ButtonLink to="/me/accounts" variant="secondary">
        Use another account
      </ButtonLink>
    </Card>
  );
}
