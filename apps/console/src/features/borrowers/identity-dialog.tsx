import { useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Answer } from '../../ui/states.tsx';

type IdentityDialogProps = {
  borrowerId: number;
  /** When the identity was confirmed that is shown. */
  confirmedAt: string;
  onClose: () => void;
};

type Identity = Record<'firstName' | 'lastName' | 'idNumber' | 'birthDate', string>;

const TITLES: Record<keyof Identity, string> = {
  firstName: 'First names',
  lastName: 'Last name',
  idNumber: 'Number of the card',
  birthDate: 'Birth date',
};
const FIELDS = Object.keys(TITLES) as (keyof Identity)[];

/** Corrects what stands in the identity. It shows the identity in full, which the server records. */
export function IdentityDialog(props: IdentityDialogProps) {
  const { borrowerId, onClose } = props;
  const query = useStaffAnswer('unmaskBorrower', { params: { borrowerId } });
  if (query.data) {
    const { firstName, lastName, idNumber, birthDate } = query.data;
    const before = {
      firstName: firstName ?? '',
      lastName: lastName ?? '',
      idNumber: idNumber ?? '',
      birthDate: birthDate ?? '',
    };
    return <CorrectDialog {...props} before={before} />;
  }
  return (
    <Dialog title={`Correct the identity of borrower ${borrowerId}`} onClose={onClose}>
      <Answer query={query}>{() => null}</Answer>
    </Dialog>
  );
}

function CorrectDialog({
  borrowerId,
  confirmedAt,
  before,
  onClose,
}: IdentityDialogProps & { before: Identity }) {
  const { send, sending } = useDialogSend(
    'correctIdentity',
    ['getBorrower', 'unmaskBorrower', 'listBorrowerNotes'],
    {
      onClose,
      says: () => `The identity of borrower ${borrowerId} is corrected.`,
    },
  );
  const [identity, setIdentity] = useState(before);
  const fields = fieldsOf(sending.failure);
  const hasFields = FIELDS.some((field) => fields[field]);
  const changed = FIELDS.filter((field) => identity[field].trim() !== before[field]);
  return (
    <ConfirmDialog
      title={`Correct the identity of borrower ${borrowerId}`}
      effect={changed.map((field) => ({
        title: TITLES[field],
        before: before[field],
        after: identity[field].trim(),
      }))}
      checkers="The borrower gets an SMS that the details were corrected, with the number to call. The lists and other borrowers are compared again."
      action="Correct"
      {...sending}
      failure={hasFields ? null : sending.failure}
      onConfirm={(reason) =>
        send({ params: { borrowerId }, body: { ...trimmed(identity), confirmedAt, reason } })
      }
    >
      {FIELDS.map((field) => (
        <TextField
          key={field}
          label={TITLES[field]}
          type={field === 'birthDate' ? 'date' : 'text'}
          value={identity[field]}
          onChange={(value) => setIdentity({ ...identity, [field]: value })}
          problem={fields[field]}
        />
      ))}
    </ConfirmDialog>
  );
}

function trimmed({ firstName, lastName, idNumber, birthDate }: Identity): Identity {
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    idNumber: idNumber.trim(),
    birthDate: birthDate.trim(),
  };
}
