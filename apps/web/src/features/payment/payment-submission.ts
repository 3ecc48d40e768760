import type { Request } from '@thumba/contract/wire';
import { useEffect } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { useSend } from '../../platform/query.ts';
import { session } from '../../platform/session.ts';
import { showSuccess } from '../../platform/toast.ts';
import { submissionWords } from '../../words/payment-submission.ts';
import { preloadPaidMoment } from './paid-part.tsx';
import { refreshAfterPayment } from './payment-calls.ts';
import { rememberSubmission } from './payment-countdown.ts';

export type Submission = Omit<Request<'submitRepayApplyV2'>['body'], 'payCard'>;

type SubmissionOptions = {
  /** Called with the open payment: the new one, or one that was open before. */
  onSubmitted: (paymentId: string) => void;
  /** Called when the submitted amount may be out of date. */
  onRefused: (failure: CallFailure) => void;
  /** Called when it cost nothing, so there is no payment to follow. */
  onDone: () => void;
};

/** Asks for a PIN prompt. */
export function usePaymentSubmission({ onSubmitted, onRefused, onDone }: SubmissionOptions) {
  useEffect(preloadPaidMoment, []);
  const submission = useSend('submitRepayApplyV2', { loading: 'loading' });

  const submit = (body: Submission) => {
    if (submission.isPending) return;
    submission.mutate(
      { body: { ...body, payCard: false } },
      {
        onSuccess: ({ paymentId, status }) => {
          session.setState({ isQuietVisit: true });
          // The page behind must not offer to pay the same again.
          void refreshAfterPayment();
          if (status === 'succeeded') {
            showSuccess(submissionWords.nothingCharged);
            return onDone();
          }
          rememberSubmission(paymentId);
          onSubmitted(paymentId);
        },
        onError: (error) => {
          if (!(error instanceof CallFailure) || error.kind !== 'refused') return;
          const waitingId = waitingPaymentOf(error);
          if (waitingId === undefined) return onRefused(error);
          void refreshAfterPayment();
          onSubmitted(waitingId);
        },
      },
    );
  };
  return { submit, isPending: submission.isPending };
}

/** The id of the open payment because of which a submission was refused. */
export function waitingPaymentOf(error: Error | null): string | undefined {
  const waitingId = error instanceof CallFailure ? error.data.paymentId : undefined;
  return typeof waitingId === 'string' ? waitingId : undefined;
}
