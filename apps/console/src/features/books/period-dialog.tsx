import { useDialogSend } from '../../platform/dialog-send.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import { periodText } from './books-days.ts';
import { CHECKERS_OF_BOOKS } from './books-words.ts';

export type AskedPeriod = { what: 'ask' | 'close' | 'decline' | 'reopen'; period: string };
type DialogProps = { period: string; onClose: () => void };

const CHANGED = ['listPeriods', 'readCloseHolds', 'listJournals', 'listRequests'] as const;

/** Confirms what is done with a period. */
export function PeriodDialog({
  asked: { what, period },
  onClose,
}: {
  asked: AskedPeriod;
  onClose: () => void;
}) {
  switch (what) {
    case 'ask':
      return <AskDialog period={period} onClose={onClose} />;
    case 'close':
      return <CloseDialog period={period} onClose={onClose} />;
    case 'decline':
      return <DeclineDialog period={period} onClose={onClose} />;
    case 'reopen':
      return <ReopenDialog period={period} onClose={onClose} />;
  }
}

function AskDialog({ period, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('askForClosing', CHANGED, {
    onClose,
    says: () => `You asked for the close of ${periodText(period)}. Another person closes it.`,
  });
  return (
    <ConfirmDialog
      title={`Ask to close ${period}`}
      action="Ask a second person"
      effect={[
        { title: periodText(period), before: 'open', after: 'closed: nothing is booked in it any more' },
      ]}
      checkers={`Another person closes it: ${CHECKERS_OF_BOOKS}.`}
      {...sending}
      onConfirm={(reason) => send({ params: { period }, body: { reason } })}
    />
  );
}

function CloseDialog({ period, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('closePeriod', CHANGED, {
    onClose,
    says: ({ journalId }) =>
      `${periodText(period)} is closed.${journalId === null ? '' : ` Journal ${journalId} is posted.`}`,
  });
  const isOfYear = period.endsWith('-13');
  return (
    <ConfirmDialog
      title={`Close ${period}`}
      action="Close the period"
      effect={[
        { title: periodText(period), before: 'open', after: 'closed: nothing is booked in it any more' },
        ...(isOfYear
          ? [{ title: 'Income and expenses of the year', before: null, after: 'posted to retained earnings' }]
          : []),
      ]}
      asksReason={false}
      {...sending}
      onConfirm={() => send({ params: { period } })}
    />
  );
}

function DeclineDialog({ period, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('declineClosing', CHANGED, {
    onClose,
    says: () => `The close of ${periodText(period)} is declined. Nothing was changed.`,
  });
  return (
    <ConfirmDialog
      title={`Decline the close of ${period}`}
      action="Decline it"
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { period }, body: { reason } })}
    />
  );
}

function ReopenDialog({ period, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('askForReopening', CHANGED, {
    onClose,
    says: filedText,
  });
  return (
    <ConfirmDialog
      title={`Open ${period} again`}
      action="Ask a second person"
      effect={[{ title: periodText(period), before: 'closed', after: 'open' }]}
      checkers={`It is opened once a second person approves it: ${checkersOf('period_reopening')}.`}
      {...sending}
      onConfirm={(reason) => send({ params: { period }, body: { reason } })}
    />
  );
}
