import type { StaffRequest } from '@thumba/contract/staff/wire';
import { formatKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { refresh, useStaffSend } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import { CounterOfferDialog } from './counter-offer-dialog.tsx';
import type { Application } from './use-application.ts';

export type Decision = 'approve' | 'override' | 'counter_offer' | 'decline' | 'send_back' | 'ask_evidence';

const CHANGED = ['listApplications', 'listRequests', 'getToday'] as const;

type DialogProps = {
  application: Application;
  onClose: () => void;
  /** With a sentence about what was done. */
  onDone: (sentence: string) => void;
};

/** The confirmation of a decision: what it does and what the borrower will read. */
export function DecisionDialog({ decision, ...props }: DialogProps & { decision: Decision }) {
  switch (decision) {
    case 'approve':
      return <ApproveDialog {...props} />;
    case 'override':
      return <OverrideDialog {...props} />;
    case 'counter_offer':
      return <CounterOfferDialog {...props} />;
    case 'decline':
      return <DeclineDialog {...props} />;
    case 'send_back':
      return <SendBackDialog {...props} />;
    case 'ask_evidence':
      return <EvidenceDialog {...props} />;
  }
}

type Choice = StaffRequest<'decideApplication'>['body'];
/** What was chosen, without what every decision has. */
type Chosen = Choice extends infer One ? (One extends Choice ? Omit<One, 'note' | 'shown'> : never) : never;

/** Sends a decision on what is shown. */
function useDecision({ application, onClose, onDone }: DialogProps) {
  const send = useStaffSend('decideApplication', CHANGED);
  const { loanId, shown } = application;
  const decide = (chosen: Chosen) => (note: string) =>
    send.mutate(
      { params: { loanId }, body: { ...chosen, note, shown } as Choice },
      { onSuccess: ({ sentence }) => onDone(sentence) },
    );
  return { decide, state: stateOf(send, onClose) };
}

/** After a refusal the page is read again once the dialog is closed: what was not looked at is not decided. */
function stateOf({ isPending, error }: { isPending: boolean; error: Error | null }, onClose: () => void) {
  return {
    isBusy: isPending,
    failure: error,
    onClose() {
      onClose();
      if (error) void refresh('getApplication');
    },
  };
}

function moneyLines({ affordability, identity }: Application) {
  const to = identity.account ? ` to ${identity.account.mobile}` : '';
  const money = formatKwacha(Math.round(affordability.receives * 100));
  return [
    { title: 'Application', before: 'waits', after: 'approved' },
    { title: 'Money', before: 'not sent', after: `${money} is sent${to}` },
  ];
}

function ApproveDialog(props: DialogProps) {
  const { application } = props;
  const { decide, state } = useDecision(props);
  return (
    <ConfirmDialog
      title={`Approve application ${application.loanId}`}
      effect={moneyLines(application)}
      message={application.borrowerReads.approve}
      action="Approve"
      {...state}
      onConfirm={decide({ outcome: 'approve' })}
    />
  );
}

function OverrideDialog({ application, onClose, onDone }: DialogProps) {
  const send = useStaffSend('requestOverride', CHANGED);
  const { loanId, shown, against, borrowerReads } = application;
  return (
    <ConfirmDialog
      title={`Ask for approving application ${loanId} against the rules`}
      effect={[
        ...moneyLines(application),
        { title: 'Against', before: null, after: against.map(({ title }) => title).join('. ') },
      ]}
      message={borrowerReads.approve}
      checkers={`Nothing is sent before a second person approves it: ${checkersOf('decision_override')}.`}
      action="Ask a second person"
      {...stateOf(send, onClose)}
      onConfirm={(reason) =>
        send.mutate(
          { params: { loanId }, body: { reason, shown } },
          { onSuccess: () => onDone(`A second person is asked to approve application ${loanId}.`) },
        )
      }
    />
  );
}

function DeclineDialog(props: DialogProps) {
  const { application } = props;
  const { decline } = application.borrowerReads;
  const [reasonCode, setReasonCode] = useState(decline[0]!.code);
  const { decide, state } = useDecision(props);
  return (
    <ConfirmDialog
      title={`Decline application ${application.loanId}`}
      message={decline.find(({ code }) => code === reasonCode)?.text ?? null}
      action="Decline"
      look="danger"
      {...state}
      onConfirm={decide({ outcome: 'decline', reasonCode })}
    >
      <Select
        label="Why"
        value={reasonCode}
        choices={decline.map(({ code, title }) => ({ value: code, text: title }))}
        onChange={setReasonCode}
      />
    </ConfirmDialog>
  );
}

function SendBackDialog(props: DialogProps) {
  const { application } = props;
  const [picture, setPicture] = useState<'identity' | 'face'>('identity');
  const { decide, state } = useDecision(props);
  return (
    <ConfirmDialog
      title={`Send application ${application.loanId} back`}
      message={application.borrowerReads.sendBack[picture]}
      action="Send back"
      {...state}
      onConfirm={decide({ outcome: 'send_back', picture })}
    >
      <Select
        label="The borrower takes again"
        value={picture}
        choices={[
          { value: 'identity', text: 'The pictures of the identity card' },
          { value: 'face', text: 'The pictures of the face' },
        ]}
        onChange={(chosen) => setPicture(chosen === 'face' ? 'face' : 'identity')}
      />
    </ConfirmDialog>
  );
}

type EvidenceKind = keyof Application['borrowerReads']['askEvidence'];

function EvidenceDialog(props: DialogProps) {
  const { application } = props;
  const [evidence, setEvidence] = useState<EvidenceKind>('payslip');
  const { decide, state } = useDecision(props);
  return (
    <ConfirmDialog
      title={`Ask for evidence: application ${application.loanId}`}
      message={application.borrowerReads.askEvidence[evidence]}
      action="Ask the borrower"
      {...state}
      onConfirm={decide({ outcome: 'ask_evidence', evidence })}
    >
      <Select
        label="What the borrower shows"
        value={evidence}
        choices={[
          { value: 'payslip', text: 'The last payslip' },
          { value: 'mobile_money_statement', text: 'The mobile-money statement' },
        ]}
        onChange={(chosen) => setEvidence(chosen as EvidenceKind)}
      />
    </ConfirmDialog>
  );
}
