import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useActions } from '../../platform/actions.ts';
import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { arePasskeysOffered, makePasskey, PasskeyFailure } from '../../platform/passkey.ts';
import { refresh } from '../../platform/query.ts';
import { staffCall } from '../../platform/staff-call.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type Passkey = StaffAnswer<'ownAccount'>['passkeys'][number];

export function PasskeysCard({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const add = { text: 'Add a passkey', run: () => setAdding(true) };
  useActions('Your account', arePasskeysOffered ? [add] : []);
  return (
    <Card
      title="Passkeys"
      isFlush
      actions={arePasskeysOffered && <Button onClick={() => setAdding(true)}>Add a passkey</Button>}
    >
      {passkeys.length === 0 ? (
        <Empty title="No passkey yet">
          With a passkey the lock of this device signs you in, and no other page can ask for it.
        </Empty>
      ) : (
        <Table
          label="Passkeys"
          rows={passkeys}
          keyOf={({ passkeyId }) => passkeyId}
          columns={[
            { title: 'Name', cell: ({ name }) => name },
            { title: 'Added', cell: ({ addedAt }) => <Time at={addedAt} /> },
            {
              title: 'Last used',
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'never'),
            },
            {
              title: 'Remove',
              isRight: true,
              cell: (passkey) => (
                <Button onClick={() => setRemoved(passkey)}>
                  Remove<span className="visually-hidden"> {passkey.name}</span>
                </Button>
              ),
            },
          ]}
        />
      )}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(null)} />}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function RemoveDialog({ passkey: { passkeyId, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { send, sending } = useDialogSend('removePasskey', ['ownAccount'], {
    onClose,
    says: () => 'The passkey was removed.',
  });
  return (
    <ConfirmDialog
      asksReason={false}
      title={`Remove the passkey ${name}`}
      effect={[{ title: name, before: 'signs you in', after: 'does not sign you in any more' }]}
      action="Remove the passkey"
      look="danger"
      {...sending}
      onConfirm={() => send({ params: { passkeyId } })}
    />
  );
}

function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const add = async () => {
    if (isBusy) return;
    setTried(true);
    if (name.trim() === '') return;
    setBusy(true);
    setFailure(null);
    try {
      const response = await makePasskey(await staffCall('passkeyOptions', {}));
      await staffCall('addPasskey', { body: { response, name } });
      await refresh('ownAccount');
      onClose();
      showToast('The passkey was added.');
    } catch (refused) {
      setFailure(refused);
      setBusy(false);
    }
  };
  const isEmpty = isTried && name.trim() === '';
  const problem = isEmpty ? 'Enter a name of the device' : fieldsOf(failure).name;
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <Form onSubmit={() => void add()}>
        <TextField
          label="Name of the device"
          hint="Such as: laptop at the branch"
          value={name}
          onChange={setName}
          problem={problem}
          maxLength={40}
          autoComplete="off"
        />
        {failure !== null && !problem && (
          <Failure>{failure instanceof PasskeyFailure ? failure.message : sentenceOf(failure)}</Failure>
        )}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={isBusy}>
            Add
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
