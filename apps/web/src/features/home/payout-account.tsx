import { applicationWords } from '@thumba/home/application-words';
import { useState } from 'react';
import { refresh, useAnswer, useSend } from '../../platform/query.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Coming } from '../../ui/coming.tsx';
import { AccountField } from '../payment/account-field.tsx';
import { accountText } from '../payment/accounts.ts';

type PayoutAccountProps = {
  order: NonNullable<LoanInfo['order']>;
  /** What the two buttons say. */
  send: string;
  add: string;
  /** Nothing is sent before another account was chosen. */
  needsChoice?: boolean;
};

/** The account that the money of this loan goes to. The borrower can choose another for this loan. */
export function PayoutAccount({ order, send, add, needsChoice = false }: PayoutAccountProps) {
  const { orderId, payoutAccountId } = order;
  const words = applicationWords.payout;
  const accounts = useAnswer('listAccounts', {});
  const [chosenAccountId, setChosenAccountId] = useState<number>();
  const retry = useSend('retryPayout', { loading: 'loading' });
  const preset = accounts.data?.find((account) => account.repayAccountId === payoutAccountId);
  const accountId = chosenAccountId ?? preset?.repayAccountId;

  function sendThere() {
    if (accountId === undefined) return;
    retry.mutate(
      { body: { orderId, repayAccountId: accountId } },
      {
        onSuccess: () => showSuccess(words.accountChosen),
        onSettled: async () => {
          await refresh('getMyLoanInfo', 'queryLoanDetail');
          setChosenAccountId(undefined);
        },
      },
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
      {(!needsChoice || accountId !== payoutAccountId) && (
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
