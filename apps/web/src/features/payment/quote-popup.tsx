import type { UseQueryResult } from '@tanstack/react-query';
import type { CallName } from '@thumba/contract/calls';
import { BIZ_TYPE } from '@thumba/contract/codes';
import type { Answer, Request } from '@thumba/contract/wire';
import { type ReactNode, useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { messageOf, useAnswer } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { quoteWords } from '../../words/quotes.ts';
import { AccountField } from './account-field.tsx';
import { useFollowedPayment } from './followed-payment.ts';
import styles from './payment.module.css';
import { type Submission, usePaymentSubmission, waitingPaymentOf } from './payment-submission.ts';
import { SubmitSuccessDialog } from './submit-success-dialog.tsx';

/** What is submitted of a quote. */
type QuotedPayment = {
  planId: number;
  amount: number;
  quoteId?: string;
  isExtension?: true;
  account?: { text: string; repayAccountId: number };
};

type QuotePopupProps<Name extends CallName> = {
  title: string;
  /** The call that quotes. */
  name: Name;
  request: Request<Name>;
  paymentOf: (quote: Answer<Name>) => QuotedPayment;
  buttonText: (quote: Answer<Name>) => string;
  onClose: () => void;
  children: (quote: Answer<Name>) => ReactNode;
};

/** Shows what the server quotes, pays exactly that, and follows the payment to its end. */
export function QuotePopup<Name extends CallName>(props: QuotePopupProps<Name>) {
  const { title, name, request, paymentOf, buttonText, onClose, children } = props;
  const { followedId, follow, followPending, leaveFailed } = useFollowedPayment();
  const answer = useAnswer(name, request, { staleMs: 0, isEnabled: followedId === undefined });
  // The quote in the cache may be an old one.
  const quote = answer.isFetchedAfterMount ? answer.data : undefined;
  followPending(waitingPaymentOf(answer.error));
  const [hasChanged, setChanged] = useState(false);
  const [chosenAccountId, setChosenAccountId] = useState<number>();
  const { submit, isPending } = usePaymentSubmission({
    onSubmitted: follow,
    onRefused: () => {
      setChanged(true);
      void answer.refetch();
    },
    onDone: onClose,
  });

  if (followedId !== undefined) {
    return <SubmitSuccessDialog paymentId={followedId} onClose={onClose} onTryAgain={leaveFailed} />;
  }
  if (quote === undefined || answer.isRefetchError) {
    return (
      <Overlay kind="sheet" title={title} onClose={onClose}>
        <NoQuote answer={answer} onClose={onClose} />
      </Overlay>
    );
  }
  const payment = paymentOf(quote);
  return (
    <Overlay
      kind="sheet"
      title={title}
      onClose={onClose}
      footer={
        <Button
          isBusy={isPending || answer.isFetching}
          onClick={() => submit(submissionOf(payment, chosenAccountId))}
        >
          {buttonText(quote)}
        </Button>
      }
    >
      <div className={styles.form}>
        {hasChanged && !answer.isFetching && <Notice tone="warn">{quoteWords.changed}</Notice>}
        {children(quote)}
        {payment.amount > 0 && (
          <AccountField
            label={quoteWords.account}
            preset={payment.account}
            value={chosenAccountId}
            onChange={setChosenAccountId}
          />
        )}
      </div>
    </Overlay>
  );
}

function submissionOf(payment: QuotedPayment, chosenAccountId: number | undefined): Submission {
  const { planId, amount, quoteId, isExtension, account } = payment;
  const repayAccountId = chosenAccountId ?? account?.repayAccountId;
  return {
    bizType: isExtension ? BIZ_TYPE.extension : BIZ_TYPE.repayment,
    planId,
    payAmount: amount,
    ...(repayAccountId === undefined ? {} : { repayAccountId }),
    ...(quoteId === undefined ? {} : { quoteId }),
  };
}

/** Stands in for a quote that has not arrived, or that the server refused. */
function NoQuote({ answer, onClose }: { answer: UseQueryResult<unknown, Error>; onClose: () => void }) {
  const { error, isFetching, refetch } = answer;
  if (error === null) return <Skeleton lines={[20, 42, 54, 54, 48, 52]} />;
  const isRefused = error instanceof CallFailure && error.kind === 'refused';
  if (!isRefused) {
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  return (
    <EmptyState
      drawing="paper"
      title={quoteWords.notNow}
      action={
        <Button variant="secondary" isWide={false} onClick={onClose}>
          {quoteWords.ok}
        </Button>
      }
    >
      {messageOf(error)}
    </EmptyState>
  );
}
