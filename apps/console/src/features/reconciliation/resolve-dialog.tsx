import type { StaffRequest } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { type Difference, END_ACTIONS, type End, whoResolves } from './reconciliation-words.tsx';

type Match = StaffRequest<'previewDifference'>['body']['match'];

const CHANGED = [
  'getDifference',
  'listDifferences',
  'previewDifference',
  'listRequests',
  'getToday',
] as const;

type ResolveProps = { difference: Difference; end: End; onClose: () => void };

/**
 * Asks a second person to resolve a difference, or leaves one at once where no money moved. What it would do is shown before
 * it is confirmed.
 */
export function ResolveDialog({ difference, end, onClose }: ResolveProps) {
  const { differenceId } = difference;
  const [target, setTarget] = useState(firstTarget(difference, end));
  const [isEarly, setEarly] = useState(false);
  const match = matchOf(end, target);
  const preview = usePreview(
    'previewDifference',
    match ? { params: { differenceId }, body: { match } } : null,
  );
  const asked = useDialogSend('askDifference', CHANGED, {
    onClose,
    says: ({ requestId }) => `Request ${requestId} waits for a second person.`,
  });
  const left = useDialogSend('leaveDifference', CHANGED, {
    onClose,
    says: () => `Difference ${differenceId} is left as it is.`,
  });
  const { data } = preview;
  const isAlone = data?.isAlone ?? false;
  const { sending } = isAlone ? left : asked;
  const field = TARGETS[end];
  const failure = sending.failure ?? preview.error;
  const problem = isEarly && !data && field && !preview.error ? field.missing : undefined;
  return (
    <ConfirmDialog
      title={data?.title ?? `${END_ACTIONS[end]}: difference ${differenceId}`}
      effect={data?.effect ?? []}
      message={data?.message ?? null}
      checkers={whoResolves(isAlone)}
      action={isAlone ? END_ACTIONS.leave : 'Ask for it'}
      {...sending}
      failure={failure}
      check={() => {
        setEarly(data === undefined);
        return data !== undefined;
      }}
      onConfirm={(reason) => {
        const params = { differenceId };
        if (isAlone) left.send({ params, body: { reason } });
        else asked.send({ params, body: { match: matchOf(end, target)!, reason, digest: data!.digest } });
      }}
    >
      <ResolvedMeanwhile difference={difference} isTold={sending.isBusy || failure !== null} />
      {field && (
        <TextField
          label={field.label}
          hint={field.hint}
          inputMode={end === 'loan' ? 'numeric' : 'text'}
          value={target}
          onChange={setTarget}
          problem={problem}
        />
      )}
    </ConfirmDialog>
  );
}

const TARGETS: Partial<Record<End, { label: string; hint: string; missing: string }>> = {
  loan: {
    label: 'Number of the loan',
    hint: 'What it would do is shown below once the number is known.',
    missing: 'Please write the number of a loan.',
  },
  payout: {
    label: 'Number of the payment',
    hint: 'Of a payout that waits since the database was restored.',
    missing: 'Please write the number of a payment.',
  },
};

function firstTarget({ probableLoanId, probablePaymentId }: Difference, end: End): string {
  if (end === 'loan') return probableLoanId === null ? '' : String(probableLoanId);
  return end === 'payout' ? (probablePaymentId ?? '') : '';
}

const PAYMENT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Undefined while the number is not whole. */
function matchOf(end: End, target: string): Match | undefined {
  const text = target.trim();
  if (end === 'loan') return /^\d{1,15}$/.test(text) ? { to: 'loan', loanId: Number(text) } : undefined;
  if (end === 'payout') return PAYMENT.test(text) ? { to: 'payout', paymentId: text } : undefined;
  return { to: end };
}

type MeanwhileProps = {
  difference: Difference;
  /** The answer to what is sent says it. */
  isTold: boolean;
};

/** What was typed stays where another person was faster, and the dialog says so. */
function ResolvedMeanwhile({ difference: { end }, isTold }: MeanwhileProps) {
  if (end === null || isTold) return null;
  return <Failure>{end.by === null ? 'It' : `${end.by} was faster: it`} is resolved already.</Failure>;
}
