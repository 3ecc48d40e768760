import type { Role } from '@thumba/contract/staff/roles';
import { useState } from 'react';
import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffSend } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Checks, Form, TextArea } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Failure } from '../../ui/states.tsx';
import { InvitationLink, ROLE_CHOICES } from './invite-dialog.tsx';
import type { StaffRow } from './staff-row.ts';

type Change = 'roles' | 'link' | 'sessions' | 'end';

const CHANGED = ['listStaff', 'listRequests'] as const;

/** What can be changed about a person of staff. */
export function PersonActions({ person }: { person: StaffRow }) {
  const [change, setChange] = useState<Change | null>(null);
  if (person.state === 'ended') return null;
  const close = () => setChange(null);
  return (
    <>
      <Menu
        label={`Change ${person.name}`}
        choices={[
          { text: 'Ask for other roles', run: () => setChange('roles') },
          { text: 'New link', run: () => setChange('link') },
          ...(person.openSessions > 0
            ? [{ text: 'End all sessions', run: () => setChange('sessions') }]
            : []),
          { text: 'End the account', run: () => setChange('end') },
        ]}
      />
      {change === 'roles' && <RolesDialog person={person} onClose={close} />}
      {change === 'link' && <NewLinkDialog person={person} onClose={close} />}
      {change === 'sessions' && <EndSessionsDialog person={person} onClose={close} />}
      {change === 'end' && <EndDialog person={person} onClose={close} />}
    </>
  );
}

type PersonDialogProps = { person: StaffRow; onClose: () => void };

function RolesDialog({ person, onClose }: PersonDialogProps) {
  const [wanted, setWanted] = useState<Role[]>(person.roles);
  const [reason, setReason] = useState('');
  const { send, sending } = useDialogSend('requestRoles', CHANGED, {
    onClose,
    says: () => 'The roles wait for a second person.',
  });
  const fields = fieldsOf(sending.failure);
  return (
    <Dialog title={`Roles of ${person.name}`} isWide onClose={onClose}>
      <Form onSubmit={() => send({ params: { staffId: person.staffId }, body: { roles: wanted, reason } })}>
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
        {sending.failure && Object.keys(fields).length === 0 && (
          <Failure>{sentenceOf(sending.failure)}</Failure>
        )}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={sending.isBusy}>
            Ask for these roles
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function NewLinkDialog({ person, onClose }: PersonDialogProps) {
  const send = useStaffSend('renewInvitation', CHANGED);
  const { staffId, name } = person;
  if (send.data) {
    return (
      <Dialog title={`New link for ${name}`} onClose={onClose}>
        <InvitationLink link={send.data.link} endsAt={send.data.endsAt} name={name} />
        <Actions>
          <Button look="main" onClick={onClose}>
            Done
          </Button>
        </Actions>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={`New link for ${name}`}
      effect={[
        { title: 'Ways in', before: person.waysIn.join(', ') || null, after: 'made anew with the link' },
        { title: 'Sessions', before: String(person.openSessions), after: '0' },
      ]}
      action="Make a new link"
      isBusy={send.isPending}
      failure={send.error}
      onClose={onClose}
      onConfirm={(reason) => send.mutate({ params: { staffId }, body: { reason } })}
    />
  );
}

function EndSessionsDialog({ person: { staffId, name, openSessions }, onClose }: PersonDialogProps) {
  const { send, sending } = useDialogSend('endStaffSessions', CHANGED, {
    onClose,
    says: () => `The sessions of ${name} have ended.`,
  });
  return (
    <ConfirmDialog
      title={`End all sessions of ${name}`}
      effect={[{ title: 'Sessions', before: String(openSessions), after: '0' }]}
      action="End the sessions"
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { staffId }, body: { reason } })}
    />
  );
}

function EndDialog({ person: { staffId, name, state, openSessions }, onClose }: PersonDialogProps) {
  const { send, sending } = useDialogSend('endStaff', CHANGED, {
    onClose,
    says: () => `The account of ${name} has ended.`,
  });
  return (
    <ConfirmDialog
      title={`End the account of ${name}`}
      effect={[
        { title: 'Account', before: state, after: 'ended' },
        { title: 'Sessions', before: String(openSessions), after: '0' },
      ]}
      action="End the account"
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { staffId }, body: { reason } })}
    />
  );
}
