import type { Request } from '@thumba/contract/wire';
import { CallFailure } from '../../platform/call-answer.ts';
import { useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { submissionWords } from '../../words/payment-submission.ts';
import { refreshAfterPayment } from './payment-calls.ts';
import { rememberSubmission } from './payment-countdown.ts';

export type Submission = Omit<Request<'submitRepayApplyV2'>['body'], 'payCard'>;

type SubmissionOptions = {
  /** A payment waits for its PIN: the one just asked for, or one that was there before. */
  onSubmitted: (paymentId: string) => void;
  /** What is submitted may no longer hold. */
  onRefused: (failure: CallFailure) => void;
  /** It cost nothing, so that there is no payment to wait for. */
  onDone: () => void;
};

/** Asks for a PIN prompt. */
export function usePaymentSubmission({ onSubmitted, onRefused, onDone }: SubmissionOptions) {
  const submission = useSend('submitRepayApplyV2', { loading: 'loading' });

  const submit = (body: Submission) => {
    if (submission.isPending) return;
    submission.mutate(
      { body: { ...body, payCard: false } },
      {
        onSuccess: ({ paymentId, status }) => {
          // What lies behind must not offer to pay what is being paid.
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

/** The payment that waits already, where that is why something was refused. */
export function waitingPaymentOf(error: Error | null): string | undefined {
  const waitingId = error instanceof CallFailure ? error.data.paymentId : undefined;
  return typeof waitingId === 'string' ? waitingId : undefined;
}
