import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { useStaffSend } from './query.ts';
import { showToast } from './toasts.ts';

type DialogOptions<Name extends StaffCallName> = {
  onClose: () => void;
  /** What was done, in a sentence for the toast. */
  says: (answer: StaffAnswer<Name>) => string;
  /** Where more happens after it than that the dialog closes. */
  onDone?: () => void;
  /** What happens after it also where its person has left the page meanwhile. */
  onSent?: () => void;
};

/**
 * Sends what a dialog confirms. Once it is done, the dialog closes and a toast says so. A failure stays in the dialog.
 * `sending` is what a confirmation shows of it.
 */
export function useDialogSend<Name extends StaffCallName>(
  name: Name,
  changes: readonly StaffCallName[],
  { onClose, says, onDone = onClose, onSent }: DialogOptions<Name>,
) {
  const { mutate, isPending, error } = useStaffSend(name, changes, onSent);
  const send = (request: StaffRequest<Name>) =>
    mutate(request, {
      onSuccess(answer) {
        onDone();
        showToast(says(answer));
      },
    });
  return { send, sending: { isBusy: isPending, failure: error, onClose } };
}
