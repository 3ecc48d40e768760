import { requestKinds } from '@thumba/contract/staff/request-kinds';
import { useState } from 'react';
import { Link } from 'wouter';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useKeys } from '../../platform/keys.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Select } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import type { Payment } from './payment-words.ts';

const CHANGED = ['getStaffPayment', 'listUnknownPayments', 'listRequests', 'getToday'] as const;

type Outcome = 'succeeded' | 'failed';

/** How a payment ended, or how a person finds it out. */
export function EndCard({ payment }: { payment: Payment }) {
  const { end, openRequest, whyNotAsk, whyNotEnd } = payment;
  const mayAct = usePerson().permissions.includes('matchPayments');
  const mayAsk = mayAct && whyNotAsk === null;
  const mayEnd = mayAct && whyNotEnd === null && openRequest === null;
  const [asked, setAsked] = useState<'ask' | 'end' | null>(null);
  useKeys('This payment', [
    ...(mayAsk
      ? [{ keys: 'o', does: 'Ask the operator now, after a confirmation', run: () => setAsked('ask') }]
      : []),
    ...(mayEnd
      ? [
          {
            keys: 's',
            does: 'End as found on the statement, after a confirmation',
            run: () => setAsked('end'),
          },
        ]
      : []),
  ]);
  return (
    <Card title="How it ended">
      {end && (
        <Facts
          facts={[
            ['Found on the statement', end.outcome],
            ['Reason', end.reason],
            ['By', end.by],
            ['Approved by', end.approvedBy],
            ['When', <Time key="at" at={end.at} />],
          ]}
        />
      )}
      {openRequest && <OpenRequest request={openRequest} />}
      {whyNotAsk && payment.state === 'unknown' && <p>{whyNotAsk}</p>}
      {whyNotEnd && payment.state === 'unknown' && <p>{whyNotEnd}</p>}
      {end === null && <p>{stateSentence(payment)}</p>}
      {(mayAsk || mayEnd) && (
        <Actions>
          {mayEnd && (
            <Button keys="S" onClick={() => setAsked('end')}>
              As found on the statement
            </Button>
          )}
          {mayAsk && (
            <Button look="main" keys="O" onClick={() => setAsked('ask')}>
              Ask the operator now
            </Button>
          )}
        </Actions>
      )}
      {asked === 'ask' && <AskDialog payment={payment} onClose={() => setAsked(null)} />}
      {asked === 'end' && <EndDialog payment={payment} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function stateSentence({ state, operator }: Payment): string {
  switch (state) {
    case 'unknown':
      return `${OPERATOR_TITLES[operator]} has not told how it ended.`;
    case 'created':
      return 'It is not sent yet.';
    case 'sent':
    case 'pending':
      return `${OPERATOR_TITLES[operator]} works on it. The program asks by itself.`;
    case 'succeeded':
      return 'The operator carried it out.';
    default:
      return 'It moved no money. If the operator says later that it succeeded, it is posted then.';
  }
}

/** The request leads to its page for its maker and for those who may check it. */
function OpenRequest({ request }: { request: NonNullable<Payment['openRequest']> }) {
  const { requestId, madeBy, madeAt } = request;
  const { staffId, permissions } = usePerson();
  const isMaker = madeBy.staffId === staffId;
  const mayOpen = isMaker || permissions.includes(requestKinds.manual_match.check);
  const name = `Request ${requestId}`;
  return (
    <p>
      <Badge look="warn">waits for a second person</Badge>{' '}
      {mayOpen ? <Link href={`/requests/${requestId}`}>{name}</Link> : name} for its end, asked for by{' '}
      {isMaker ? 'you' : madeBy.name} <Time at={madeAt} />. It is for {checkersOf('manual_match')} to answer.
    </p>
  );
}

type DialogProps = { payment: Payment; onClose: () => void };

function AskDialog({ payment: { payerId, paymentId, operator, nextStepAt }, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('askOperatorNow', CHANGED, {
    onClose,
    says: () => `${OPERATOR_TITLES[operator]} is asked now. The page shows the answer when it is there.`,
  });
  return (
    <ConfirmDialog
      asksReason={false}
      title={`Ask ${OPERATOR_TITLES[operator]} now`}
      effect={[
        {
          title: 'Next enquiry',
          before: nextStepAt === null ? 'none' : 'at its turn',
          after: 'at once',
        },
        { title: 'Money', before: null, after: 'moves only if the operator tells how it ended' },
      ]}
      action="Ask the operator"
      {...sending}
      onConfirm={() => send({ params: { payerId, paymentId } })}
    />
  );
}

const OUTCOMES: readonly { value: Outcome; text: string }[] = [
  { value: 'succeeded', text: 'The statement has it: it succeeded' },
  { value: 'failed', text: 'The statement does not have it: it failed' },
];

function EndDialog({ payment: { payerId, paymentId }, onClose }: DialogProps) {
  const [outcome, setOutcome] = useState<Outcome>('succeeded');
  const params = { payerId, paymentId };
  const preview = useStaffAnswer('previewPaymentEnd', { params, body: { outcome } });
  const { send, sending } = useDialogSend('askPaymentEnd', [...CHANGED, 'previewPaymentEnd'], {
    onClose,
    says: ({ requestId }) => `Request ${requestId} waits for a second person.`,
  });
  const { data } = preview;
  return (
    <ConfirmDialog
      title="End the payment as found on the statement"
      effect={data?.effect ?? []}
      message={data?.message ?? null}
      checkers={`Nothing changes before a second person approves it: ${checkersOf('manual_match')}.`}
      action="Ask a second person"
      {...sending}
      isBusy={sending.isBusy || data === undefined}
      failure={sending.failure ?? preview.error}
      onConfirm={(reason) => data && send({ params, body: { outcome, reason, digest: data.digest } })}
    >
      <Select
        label="What the statement says"
        value={outcome}
        choices={OUTCOMES}
        onChange={(value) => setOutcome(value as Outcome)}
      />
    </ConfirmDialog>
  );
}
