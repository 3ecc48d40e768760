import { STAFF_REMINDERS, type StaffReminder } from '@thumba/contract/staff/call-outcomes';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { CHANGED, type LateLoan, STOPS, WHAT_A_STOP_ENDS } from './arrears-words.tsx';

type DialogProps = { loan: LateLoan; onClose: () => void };
type Stop = LateLoan['stops'][number]['kind'];

const ALL_STOPS = Object.keys(STOPS) as Stop[];

/** Sends one of the messages of the list. */
export function MessageDialog({ loan, onClose }: DialogProps) {
  const { loanId, messages, contact } = loan;
  const [kind, setKind] = useState<StaffReminder>(messages[0]!.kind);
  const { send, sending } = useDialogSend('sendArrearsMessage', CHANGED, {
    onClose,
    says: () => `The message about loan ${loanId} is on its way.`,
  });
  return (
    <ConfirmDialog
      asksReason={false}
      title={`Send a message about loan ${loanId}`}
      effect={[
        {
          title: `Contacts in ${contact.inDays} days`,
          before: `${contact.contacts} of ${contact.mostContacts}`,
          after: `${contact.contacts + 1} of ${contact.mostContacts}`,
        },
        { title: 'Reminder of today', before: null, after: 'this message takes its place' },
      ]}
      message={messages.find((message) => message.kind === kind)!.text}
      action="Send the message"
      {...sending}
      onConfirm={() => send({ params: { loanId: String(loanId) }, body: { kind } })}
    >
      <Select
        label="Message"
        value={kind}
        choices={messages.map((message) => ({ value: message.kind, text: STAFF_REMINDERS[message.kind] }))}
        onChange={(value) => setKind(value as StaffReminder)}
      />
    </ConfirmDialog>
  );
}

/** Stops all contact about late loans. */
export function StopDialog({ loan: { loanId, stops }, onClose }: DialogProps) {
  const free = ALL_STOPS.filter((kind) => !stops.some((stop) => stop.kind === kind));
  const [kind, setKind] = useState<Stop>(free[0] ?? 'vulnerable');
  const { send, sending } = useDialogSend('stopArrearsContact', CHANGED, {
    onClose,
    says: () => 'Contact with this borrower is stopped.',
  });
  return (
    <ConfirmDialog
      title={`Stop contact about loan ${loanId}`}
      effect={[{ title: WHAT_A_STOP_ENDS, before: 'as the policy allows', after: 'none' }]}
      checkers="Another person can let contact go on."
      action="Stop contact"
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { loanId: String(loanId) }, body: { kind, reason } })}
    >
      <Select
        label="Why"
        value={kind}
        choices={ALL_STOPS.map((value) => ({ value, text: STOPS[value] }))}
        onChange={(value) => setKind(value as Stop)}
      />
    </ConfirmDialog>
  );
}

/** Ends a stop that another person set. */
export function EndStopDialog({ loan: { loanId, stops }, onClose }: DialogProps) {
  const [kind, setKind] = useState<Stop>(stops[0]!.kind);
  const { send, sending } = useDialogSend('endContactStop', CHANGED, {
    onClose,
    says: () => 'This stop of contact has ended.',
  });
  return (
    <ConfirmDialog
      title={`Let contact about loan ${loanId} go on`}
      effect={[{ title: WHAT_A_STOP_ENDS, before: 'none', after: 'as the policy allows' }]}
      checkers="The person who stopped contact cannot end the stop."
      action="End this stop"
      {...sending}
      onConfirm={(reason) => send({ params: { loanId: String(loanId) }, body: { kind, reason } })}
    >
      <Select
        label="Stop"
        value={kind}
        choices={stops.map((stop) => ({ value: stop.kind, text: `${STOPS[stop.kind]} (${stop.by})` }))}
        onChange={(value) => setKind(value as Stop)}
      />
    </ConfirmDialog>
  );
}

const NONE = '';

/** Gives a loan to another person, or to none. */
export function AssignDialog({ loan: { loanId, assignedTo, collectors }, onClose }: DialogProps) {
  const [chosen, setChosen] = useState(NONE);
  const { send, sending } = useDialogSend('assignArrears', CHANGED, {
    onClose,
    says: () => `Loan ${loanId} has another person now.`,
  });
  const nameOf = (value: string) =>
    collectors.find(({ staffId }) => String(staffId) === value)?.name ?? 'none';
  return (
    <ConfirmDialog
      asksReason={false}
      title={`Give loan ${loanId} to a person`}
      effect={[{ title: 'Person', before: assignedTo?.name ?? 'none', after: nameOf(chosen) }]}
      action="Give the loan"
      {...sending}
      onConfirm={() =>
        send({
          params: { loanId: String(loanId) },
          body: {
            staffId: chosen === NONE ? null : Number(chosen),
            seenStaffId: assignedTo?.staffId ?? null,
          },
        })
      }
    >
      <Select
        label="Person"
        value={chosen}
        choices={[
          { value: NONE, text: 'none' },
          ...collectors.map(({ staffId, name, userName }) => ({
            value: String(staffId),
            text: `${name} (${userName})`,
          })),
        ]}
        onChange={setChosen}
      />
    </ConfirmDialog>
  );
}
