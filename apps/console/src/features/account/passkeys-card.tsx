import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { arePasskeysOffered, makePasskey, PasskeyFailure } from '../../platform/passkey.ts';
import { refresh, useStaffSend } from '../../platform/query.ts';
import { staffCall } from '../../platform/staff-call.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type Passkey = StaffAnswer<'ownAccount'>['passkeys'][number];

export function PasskeysCard({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [isAdding, setAdding] = useState(false);
  const send = useStaffSend('removePasskey', ['ownAccount']);
  const remove = (passkeyId: string) =>
    send.mutate({ params: { passkeyId } }, { onSuccess: () => showToast('The passkey was removed.') });
  return (
    <Card
      title="Passkeys"
      isFlush
      actions={arePasskeysOffered && <Button onClick={() => setAdding(true)}>Add a passkey</Button>}
    >
      {send.error && <Failure>{sentenceOf(send.error)}</Failure>}
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
              cell: ({ passkeyId, name }) => (
                <Button isBusy={send.isPending} onClick={() => remove(passkeyId)}>
                  Remove<span className="visually-hidden"> {name}</span>
                </Button>
              ),
            },
          ]}
        />
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const add = async () => {
    if (isBusy) return;
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
  const { name: problem } = fieldsOf(failure);
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
