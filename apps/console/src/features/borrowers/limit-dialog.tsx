import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { Answer } from '../../ui/states.tsx';
import { checkersOf } from '../requests/request-words.tsx';

type LimitDialogProps = { borrowerId: number; onClose: () => void };
type Place = StaffAnswer<'readLimit'>;

const limitText = (kwacha: number) => formatKwacha(Math.round(kwacha * 100));

/** Asks a second person for another step of the limit ladder. */
export function LimitDialog({ borrowerId, onClose }: LimitDialogProps) {
  const query = useStaffAnswer('readLimit', { params: { borrowerId } });
  if (query.data && query.data.limits.length > 1)
    return <ChooseDialog borrowerId={borrowerId} place={query.data} onClose={onClose} />;
  return (
    <Dialog title={`Another limit for borrower ${borrowerId}`} onClose={onClose}>
      <Answer query={query}>{() => <p>The limit ladder has one step only.</p>}</Answer>
    </Dialog>
  );
}

function ChooseDialog({ borrowerId, place, onClose }: LimitDialogProps & { place: Place }) {
  const { send, sending } = useDialogSend('askForLimit', ['listRequests', 'readLimit'], {
    onClose,
    says: ({ requestId }) => `Request ${requestId} is filed: a second person decides on the limit.`,
  });
  const { step, onTimeLoans, neededLoans, limits } = place;
  const others = limits.map((limit, at) => ({ step: at + 1, limit })).filter((one) => one.step !== step);
  const [chosen, setChosen] = useState(() => others.find((one) => one.step > step) ?? others.at(-1)!);
  return (
    <ConfirmDialog
      title={`Another limit for borrower ${borrowerId}`}
      effect={[
        { title: 'Limit', before: limitText(limits[step - 1]!), after: limitText(chosen.limit) },
        {
          title: 'Loans on time on this step',
          before: `${onTimeLoans} of ${neededLoans}`,
          after: `0 of ${neededLoans}`,
        },
      ]}
      checkers={`The borrower sees it in the app once a second person approves it: ${checkersOf('limit_override')}. From then on the limit moves with the loans as before.`}
      action="Ask a second person"
      {...sending}
      onConfirm={(reason) => send({ params: { borrowerId }, body: { step: chosen.step, reason } })}
    >
      <Select
        label="New limit"
        value={String(chosen.step)}
        choices={others.map((one) => ({
          value: String(one.step),
          text: `${limitText(one.limit)}, step ${one.step}`,
        }))}
        onChange={(value) => setChosen(others.find((one) => String(one.step) === value)!)}
      />
    </ConfirmDialog>
  );
}
