import { useState } from 'react';
import { refresh, useAnswer, useSend } from '../../platform/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Coming } from '../../ui/coming.tsx';
import { applicationWords } from '../../words/application.ts';
import { AccountField } from '../payment/account-field.tsx';
import { accountText } from '../payment/accounts.ts';

type PayoutAccountProps = {
  orderId: number;
  /** What the two buttons say. */
  send: string;
  add: string;
  /** Nothing is sent before an account was chosen. */
  needsChoice?: boolean;
};

/** The account that the money of a loan goes to: the borrower chooses one, and it is used from then on. */
export function PayoutAccount({ orderId, send, add, needsChoice = false }: PayoutAccountProps) {
  const words = applicationWords.payout;
  const accounts = useAnswer('listAccounts', {});
  const [chosenAccountId, setChosenAccountId] = useState<number>();
  const retry = useSend('retryPayout', { loading: 'loading' });
  const preset = accounts.data?.find((account) => account.isDefault);
  const accountId = chosenAccountId ?? preset?.repayAccountId;

  function sendThere() {
    if (accountId === undefined) return;
    retry.mutate(
      { body: { orderId, repayAccountId: accountId } },
      { onSettled: () => refresh('getMyLoanInfo', 'queryLoanDetail') },
    );
  }

  return (
    <>
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
      {(!needsChoice || chosenAccountId !== undefined) && (
        <Button onClick={sendThere} isBusy={retry.isPending} disabled={accountId === undefined}>
          {send}
        </Button>
      )}
      <ButtonLink to="/me/accounts" variant="secondary">
        {add}
      </ButtonLink>
    </>
  );
}
