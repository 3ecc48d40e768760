import { ROLES, type Role, roles } from '@thumba/contract/staff/roles';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { useStaffSend } from '../../platform/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Checks, Form, TextArea, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

export const ROLE_CHOICES = ROLES.map((role) => ({
  value: role,
  text: roles[role].title,
  note: roles[role].purpose,
}));

/** Invites a person. The link is shown once, because only its hash is kept. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [userName, setUserName] = useState('');
  const [name, setName] = useState('');
  const [wanted, setWanted] = useState<Role[]>([]);
  const [reason, setReason] = useState('');
  const send = useStaffSend('inviteStaff', ['listStaff', 'listRequests']);
  const fields = fieldsOf(send.error);
  if (send.data) return <InvitedDialog invited={send.data} name={name} onClose={onClose} />;
  return (
    <Dialog title="Invite a person" isWide onClose={onClose}>
      <Form onSubmit={() => send.mutate({ body: { userName, name, roles: wanted, reason } })}>
        <TextField label="Name" value={name} onChange={setName} problem={fields.name} autoComplete="off" />
        <TextField
          label="User name"
          hint="Small letters, digits, dots and hyphens. It is typed at every sign-in."
          value={userName}
          onChange={setUserName}
          problem={fields.userName}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Checks
          label="Roles, which a second person approves"
          choices={ROLE_CHOICES}
          chosen={wanted}
          onChange={setWanted}
          problem={fields.roles}
        />
        <TextArea
          label="Reason, kept with the change"
          value={reason}
          onChange={setReason}
          problem={fields.reason}
          rows={2}
        />
        {send.error && Object.keys(fields).length === 0 && <Failure>{sentenceOf(send.error)}</Failure>}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={send.isPending}>
            Invite
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function InvitedDialog({
  invited,
  name,
  onClose,
}: {
  invited: StaffAnswer<'inviteStaff'>;
  name: string;
  onClose: () => void;
}) {
  return (
    <Dialog title={`${name} is invited`} onClose={onClose}>
      <InvitationLink link={invited.link} endsAt={invited.endsAt} name={name} />
      <p>The roles wait for a second person. Until then the account may do nothing.</p>
      <Actions>
        <ButtonLink to={`/requests/${invited.requestId}`}>Open the request</ButtonLink>
        <Button look="main" onClick={onClose}>
          Done
        </Button>
      </Actions>
    </Dialog>
  );
}

export function InvitationLink({ link, endsAt, name }: { link: string; endsAt: string; name: string }) {
  return (
    <CopyField
      label={`Link for ${name}`}
      value={link}
      hint={
        <>
          It is shown only now. Send it to {name} yourself, by a way that only they read. It works once, and
          ends <Time at={endsAt} />.
        </>
      }
    />
  );
}
