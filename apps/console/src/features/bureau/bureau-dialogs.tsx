import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CHANGED, monthText } from './bureau-words.ts';

type Closing = { onClose: () => void };
type File = StaffAnswer<'listBureauFiles'>['files'][number];
type Listing = StaffAnswer<'listBureauListings'>['items'][number];

export function MakeFileDialog({ listed, onClose }: Closing & { listed: StaffAnswer<'listBureauFiles'> }) {
  const { send, sending } = useDialogSend('makeBureauFile', CHANGED, {
    onClose,
    says: ({ records, held }) =>
      `The file has ${formatCount(records)} loans. ${formatCount(held)} are held for a later one.`,
  });
  return (
    <ConfirmDialog
      {...sending}
      asksReason={false}
      title={`Make the file of ${monthText(listed.month)}`}
      effect={[
        { title: 'Loans in it', before: null, after: 'each running loan, and those that were closed' },
        {
          title: 'As unpaid',
          before: null,
          after: `from ${listed.listFromDaysLate} days late on, after the warning`,
        },
        { title: 'Held', before: null, after: 'late loans while a warning runs or a dispute is open' },
      ]}
      checkers="It is made once, as the book stands today. It is sent as the next step."
      action="Make the file"
      onConfirm={() => send({})}
    />
  );
}

export function ContinueDialog({ file, onClose }: Closing & { file: File }) {
  const { send, sending } = useDialogSend('continueBureauFile', CHANGED, {
    onClose,
    says: ({ sentence }) => sentence,
  });
  const isNew = file.sentAt === null;
  return (
    <ConfirmDialog
      {...sending}
      asksReason={false}
      title={isNew ? `Send ${file.name}` : `Read what the bureau says of ${file.name}`}
      effect={[
        { title: 'Loans', before: null, after: formatCount(file.records) },
        {
          title: 'What happens',
          before: null,
          after: isNew
            ? 'the bureau gets names, identity numbers and what is owed'
            : 'rejected records are listed, and told again with the next file',
        },
      ]}
      action={isNew ? 'Send' : 'Read'}
      onConfirm={() => send({ params: { fileId: file.fileId } })}
    />
  );
}

export function OpenDisputeDialog({ listing, onClose }: Closing & { listing: Listing }) {
  const { send, sending } = useDialogSend('openBureauDispute', CHANGED, {
    onClose,
    says: () => `The listing of loan ${listing.loanId} is frozen.`,
  });
  return (
    <ConfirmDialog
      {...sending}
      title={`The borrower disputes the listing of loan ${listing.loanId}`}
      effect={[
        {
          title: 'The next files',
          before: 'tell the loan as unpaid',
          after: 'do not, or say that it is disputed',
        },
      ]}
      reasonLabel="Reason: what the borrower says"
      checkers="Another person decides it."
      action="Freeze the listing"
      onConfirm={(reason) => send({ params: { loanId: listing.loanId }, body: { reason } })}
    />
  );
}

export function DecideDisputeDialog({
  listing,
  isUpheld,
  onClose,
}: Closing & { listing: Listing; isUpheld: boolean }) {
  const { loanId } = listing;
  const { send, sending } = useDialogSend('decideBureauDispute', CHANGED, {
    onClose,
    says: () =>
      isUpheld ? `The listing of loan ${loanId} ended.` : `The listing of loan ${loanId} goes on.`,
  });
  return (
    <ConfirmDialog
      {...sending}
      title={isUpheld ? `End the listing of loan ${loanId}` : `Keep the listing of loan ${loanId}`}
      effect={[
        {
          title: 'The next file',
          before: 'the listing is frozen',
          after: isUpheld ? 'takes back what the bureau was told' : 'tells the loan as unpaid',
        },
        { title: 'The borrower', before: null, after: 'gets a message' },
      ]}
      look={isUpheld ? 'main' : 'danger'}
      action={isUpheld ? 'End the listing' : 'Keep the listing'}
      onConfirm={(reason) =>
        send({ params: { loanId }, body: { outcome: isUpheld ? 'upheld' : 'rejected', reason } })
      }
    />
  );
}
