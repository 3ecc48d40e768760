import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import type { LoanAnswer } from './loan.ts';
import { type Service, ServiceDialog } from './service-dialog.tsx';

type Cause = Extract<Service, { kind: 'reversal' }>['cause'];
type Entry = StaffAnswer<'listLoanLedger'>['items'][number];

const CAUSES: readonly { value: Cause | ''; text: string }[] = [
  { value: '', text: 'Choose a cause' },
  { value: 'our_mistake', text: 'A mistake of ours' },
  { value: 'payer_or_operator', text: 'Something that the payer or the operator did' },
];

const NOTES: Record<Cause | '', string> = {
  '': '',
  our_mistake: 'The days on which the loan was closed by mistake do not count as days late.',
  payer_or_operator: 'The days late count as if it had never been posted.',
};

/** As many entries as one answer can have. An earlier posting is taken back after the later ones. */
const ENTRIES = 100;

/** Takes a posting back by the opposite rows. Its receipt names it. */
export function ReversalDialog({ loan, onClose }: { loan: LoanAnswer; onClose: () => void }) {
  const { loanId } = loan;
  const query = useStaffAnswer('listLoanLedger', {
    params: { loanId },
    query: { page: 1, pageSize: ENTRIES },
  });
  const posted = query.data?.items.filter((entry) => entry.receiptNo !== null && !entry.isTakenBack);
  if (posted && posted.length > 0) return <ChooseDialog loanId={loanId} posted={posted} onClose={onClose} />;
  return (
    <Dialog title={`Take back a posting of loan ${loanId}`} onClose={onClose}>
      <Answer query={query}>
        {() => <Empty title="There is nothing to take back">No posting of this loan has a receipt.</Empty>}
      </Answer>
    </Dialog>
  );
}

type ChooseDialogProps = { loanId: number; posted: readonly Entry[]; onClose: () => void };

function ChooseDialog({ loanId, posted, onClose }: ChooseDialogProps) {
  const [receiptNo, setReceiptNo] = useState(posted[0]!.receiptNo!);
  const [cause, setCause] = useState<Cause | ''>('');
  return (
    <ServiceDialog
      loanId={loanId}
      title={`Take back a posting of loan ${loanId}`}
      kind="reversal"
      service={cause === '' ? null : { kind: 'reversal', receiptNo, cause }}
      note={NOTES[cause]}
      onClose={onClose}
    >
      {(problems, isTried) => (
        <>
          <Select
            label="Posting"
            value={receiptNo}
            choices={posted.map((entry) => ({
              value: entry.receiptNo!,
              text: `${entry.receiptNo}, ${dayText(entry.on)}: ${entry.titles[0] ?? ''}`,
            }))}
            problem={problems['service.receiptNo']}
            onChange={setReceiptNo}
          />
          <Select
            label="Cause"
            value={cause}
            choices={CAUSES}
            problem={isTried && cause === '' ? 'Choose a cause' : undefined}
            onChange={(value) => setCause(value as Cause | '')}
          />
        </>
      )}
    </ServiceDialog>
  );
}
