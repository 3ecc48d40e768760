import { formatKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useKeys } from '../../platform/keys.ts';
import { refresh } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import type { EffectLine } from '../../ui/effect.tsx';
import type { Case } from './case-words.tsx';
import styles from './cases.module.css';

type Decision = 'clear' | 'confirm' | 'release';

const TITLES: Record<Decision, { action: string; does: string; key: string }> = {
  clear: { action: 'Another person', does: 'Say that it is another person', key: 'c' },
  confirm: { action: 'The same person', does: 'Say that it is the same person', key: 's' },
  release: { action: 'Release', does: 'End the freeze', key: 'r' },
};

const CHOICES: Partial<Record<Case['state'], { text: string; decisions: readonly Decision[] }>> = {
  open: {
    text: 'Nothing is approved for this borrower before it is decided. The borrower is not told.',
    decisions: ['confirm', 'clear'],
  },
  confirmed: {
    text: 'Money that goes out to this borrower is frozen. Repayments go on. The borrower is not told why.',
    decisions: ['release'],
  },
};

/** A key opens the confirmation. It never decides. */
export function DecideCard({ one }: { one: Case }) {
  const mayDecide = usePerson().permissions.includes('decideCases');
  const [asked, setAsked] = useState<Decision | null>(null);
  const choice = CHOICES[one.state];
  const decisions = mayDecide ? (choice?.decisions ?? []) : [];
  useKeys(
    'This case',
    decisions.map((decision) => ({
      keys: TITLES[decision].key,
      does: `${TITLES[decision].does}, after a confirmation`,
      run: () => setAsked(decision),
    })),
  );
  return (
    <Card title="Decision">
      <p className={styles.note}>
        {choice?.text ?? 'It stays so while the identity and the entry of the list are the same.'}
      </p>
      {decisions.length > 0 && (
        <Actions>
          {decisions.map((decision) => (
            <Button
              key={decision}
              look={decision === 'clear' ? 'main' : 'plain'}
              keys={TITLES[decision].key.toUpperCase()}
              onClick={() => setAsked(decision)}
            >
              {TITLES[decision].action}
            </Button>
          ))}
        </Actions>
      )}
      {asked && <DecisionDialog one={one} decision={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function effectOf({ waitingLoanId, waitingPayouts }: Case, decision: Decision): EffectLine[] {
  const payouts = waitingPayouts.map(({ amount }) => formatKwacha(Math.round(amount * 100))).join(' and ');
  const application = waitingLoanId && `Application ${waitingLoanId}`;
  if (decision === 'clear')
    return [
      { title: 'The borrower', before: 'may be the person of the list', after: 'is another person' },
      ...(application
        ? [{ title: application, before: 'waits for compliance', after: 'can be approved' }]
        : []),
    ];
  if (decision === 'confirm')
    return [
      { title: 'The borrower', before: 'may be the person of the list', after: 'is the person of the list' },
      { title: 'Money that goes out', before: 'sent', after: 'frozen; repayments go on' },
      ...(application ? [{ title: application, before: 'waits', after: 'cannot be approved' }] : []),
    ];
  return [
    { title: 'Money that goes out', before: 'frozen', after: 'sent' },
    ...(payouts ? [{ title: 'What waits', before: payouts, after: 'is sent by itself' }] : []),
    ...(application ? [{ title: application, before: 'cannot be approved', after: 'can be approved' }] : []),
  ];
}

const DONE: Record<Decision, (caseId: number) => string> = {
  clear: (caseId) => `Case ${caseId} is cleared: the borrower is another person.`,
  confirm: (caseId) =>
    `Case ${caseId} is confirmed: money that goes out is frozen. Do not tell the borrower why.`,
  release: (caseId) => `Case ${caseId} is released: what waited is sent by itself.`,
};

function DecisionDialog({ one, decision, onClose }: { one: Case; decision: Decision; onClose: () => void }) {
  const [, navigate] = useLocation();
  const { caseId, shown } = one;
  const { send, sending } = useDialogSend('decideCase', ['listCases', 'getCase', 'getToday'], {
    onClose,
    says: () => DONE[decision](caseId),
    onDone: () => navigate('/cases'),
  });
  return (
    <ConfirmDialog
      title={`Case ${caseId}: ${TITLES[decision].action.toLowerCase()}`}
      effect={effectOf(one, decision)}
      checkers="The borrower gets no message, and is not told of the list."
      action={TITLES[decision].action}
      look={decision === 'confirm' ? 'danger' : 'main'}
      {...sending}
      onClose={() => {
        onClose();
        if (sending.failure) void refresh('getCase');
      }}
      onConfirm={(reason) => send({ params: { caseId }, body: { decision, reason, shown } })}
    />
  );
}
