import { REPORT_WORKING_DAYS } from '@thumba/contract/staff/alert-rules';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useKeys } from '../../platform/keys.ts';
import { refresh, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { type AlertCase, CASE_CALLS, dateText } from './alert-words.tsx';
import styles from './cases.module.css';

type Decision = 'no_suspicion' | 'suspicion';

const ACTIONS: Record<Decision, { action: string; key: string }> = {
  suspicion: { action: 'Suspicion', key: 's' },
  no_suspicion: { action: 'No suspicion', key: 'u' },
};

const DECISIONS = ['suspicion', 'no_suspicion'] as const;

/** The decision on a case, and who works on it. A key opens the confirmation. It never decides. */
export function AlertDecideCard({ one }: { one: AlertCase }) {
  const mayDecide = usePerson().permissions.includes('decideCases') && one.state === 'open';
  const [asked, setAsked] = useState<Decision | null>(null);
  useKeys(
    'This case',
    mayDecide
      ? DECISIONS.map((decision) => ({
          keys: ACTIONS[decision].key,
          does: `Decide “${ACTIONS[decision].action.toLowerCase()}”, after a confirmation`,
          run: () => setAsked(decision),
        }))
      : [],
  );
  return (
    <Card title="Decision">
      {one.decision ? (
        <p className={styles.note}>
          <Time at={one.decision.at} />, {one.decision.by}: “{one.decision.reason}”
        </p>
      ) : (
        <p className={styles.note}>Payments go on as before. The borrower is not told: the law forbids it.</p>
      )}
      <AssignField one={one} />
      {mayDecide && (
        <Actions>
          {DECISIONS.map((decision) => (
            <Button
              key={decision}
              look={decision === 'no_suspicion' ? 'main' : 'plain'}
              keys={ACTIONS[decision].key.toUpperCase()}
              onClick={() => setAsked(decision)}
            >
              {ACTIONS[decision].action}
            </Button>
          ))}
        </Actions>
      )}
      {asked && <DecisionDialog one={one} decision={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function AssignField({ one: { alertCaseId, assignedTo, people, state } }: { one: AlertCase }) {
  const mayAssign = usePerson().permissions.includes('decideCases');
  const { mutate } = useStaffSend('assignAlertCase', CASE_CALLS);
  if (!mayAssign || state === 'no_suspicion' || state === 'reported')
    return assignedTo && <p className={styles.note}>With {assignedTo.name}</p>;
  return (
    <Select
      label="Who works on it"
      value={String(assignedTo?.staffId ?? '')}
      choices={[
        { value: '', text: 'no person yet' },
        ...people.map(({ staffId, name }) => ({ value: String(staffId), text: name })),
      ]}
      onChange={(chosen) =>
        mutate({ params: { alertCaseId }, body: { staffId: chosen === '' ? null : Number(chosen) } })
      }
    />
  );
}

function DecisionDialog({
  one: { alertCaseId, shown },
  decision,
  onClose,
}: {
  one: AlertCase;
  decision: Decision;
  onClose: () => void;
}) {
  const { send, sending } = useDialogSend('decideAlertCase', CASE_CALLS, {
    onClose,
    says: ({ reportDueOn }) =>
      reportDueOn === null
        ? `Case ${alertCaseId} is closed without a suspicion.`
        : `Case ${alertCaseId}: the report is due on ${dateText(reportDueOn)}. Do not tell the borrower.`,
  });
  return (
    <ConfirmDialog
      title={`Alert case ${alertCaseId}: ${ACTIONS[decision].action.toLowerCase()}`}
      effect={
        decision === 'suspicion'
          ? [
              { title: 'The case', before: 'open', after: 'a suspicion, formed today' },
              {
                title: 'The report',
                before: 'none',
                after: `due ${REPORT_WORKING_DAYS} working days after today`,
              },
            ]
          : [{ title: 'The case', before: 'open', after: 'closed without a suspicion' }]
      }
      checkers="The borrower gets no message, and sees no change."
      action={ACTIONS[decision].action}
      look={decision === 'suspicion' ? 'danger' : 'main'}
      {...sending}
      onClose={() => {
        onClose();
        if (sending.failure) void refresh('getAlertCase');
      }}
      onConfirm={(reason) => send({ params: { alertCaseId }, body: { decision, reason, shown } })}
    />
  );
}
