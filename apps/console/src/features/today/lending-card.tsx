import { formatKwacha, parseKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { useActions } from '../../platform/actions.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Checks, Form, TextField } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import { SwitchDialog } from '../stop-switch/switch-dialog.tsx';
import type { Today } from './today-words.ts';

const CHANGED = ['lendingState', 'lendingHistory', 'getToday', 'listRequests'] as const;

type Open = 'stop' | 'start' | 'ceiling' | null;

/** The switch that stops lending, and the ceiling on the payouts of the day. */
export function LendingCard({ today }: { today: Today }) {
  const { permissions } = usePerson();
  const [open, setOpen] = useState<Open>(null);
  const { data } = useStaffAnswer('lendingState', {}, { isRenewed: true });
  const mayStop = permissions.includes('stopLending');
  const toStop = { text: 'Stop lending', run: () => setOpen('stop') };
  const toStart = { text: 'Ask to start lending again', run: () => setOpen('start') };
  const switching = data?.isStopped ? (data.startRequestId === null ? [toStart] : []) : [toStop];
  const ceiling = { text: 'Ceiling on payouts', run: () => setOpen('ceiling') };
  useActions('Lending', data && mayStop ? [...switching, ceiling] : []);
  if (!data) return null;
  const { isStopped, stop, startRequestId } = data;
  const close = () => setOpen(null);
  return (
    <Card
      title="Lending"
      note={<Badge look={isStopped ? 'bad' : 'good'}>{isStopped ? 'stopped' : 'runs'}</Badge>}
    >
      {stop && (
        <p>
          Stopped by {stop.by} <Time at={stop.at} />: {stop.reason}
        </p>
      )}
      {mayStop && (
        <Actions>
          <Button onClick={() => setOpen('ceiling')}>Ceiling on payouts</Button>
          {startRequestId !== null && (
            <ButtonLink to={`/requests/${startRequestId}`}>The start waits for a second person</ButtonLink>
          )}
          {isStopped && startRequestId === null && (
            <Button look="main" onClick={() => setOpen('start')}>
              Ask to start lending again
            </Button>
          )}
          {!isStopped && (
            <Button look="danger" onClick={() => setOpen('stop')}>
              Stop lending
            </Button>
          )}
        </Actions>
      )}
      {open === 'stop' && <StopDialog onClose={close} />}
      {open === 'start' && <StartDialog onClose={close} />}
      {open === 'ceiling' && <CeilingDialog today={today} onClose={close} />}
    </Card>
  );
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const { send, sending } = useDialogSend('stopLending', CHANGED, {
    onClose,
    says: () => 'Lending is stopped.',
  });
  return (
    <SwitchDialog
      switching="stop"
      name="lending"
      kind="lending_start"
      effect={[
        { title: 'New applications', before: 'taken', after: 'refused' },
        { title: 'Payouts of loans not sent yet', before: 'sent', after: 'held' },
        { title: 'Repayments and the wallet', before: 'go on', after: 'go on' },
      ]}
      message="We are not giving loans at the moment. Your details are kept. Please apply again later."
      {...sending}
      onConfirm={(reason) => send({ body: { reason } })}
    />
  );
}

function StartDialog({ onClose }: { onClose: () => void }) {
  const { send, sending } = useDialogSend('startLending', CHANGED, {
    onClose,
    says: ({ requestId }) => `Request ${requestId} waits for a second person.`,
  });
  return (
    <SwitchDialog
      switching="start"
      name="lending"
      kind="lending_start"
      effect={[
        { title: 'New applications', before: 'refused', after: 'taken' },
        { title: 'Payouts of loans', before: 'held', after: 'sent' },
      ]}
      {...sending}
      onConfirm={(reason) => send({ body: { reason } })}
    />
  );
}

type Wish = { amount: number; isForToday: boolean };

/** First the amount, then the confirmation with what changes. */
function CeilingDialog({ today: { paidOut }, onClose }: { today: Today; onClose: () => void }) {
  const [text, setText] = useState(paidOut.ceiling === null ? '' : String(paidOut.ceiling));
  const [chosen, setChosen] = useState<'today'[]>([]);
  const [problem, setProblem] = useState<string>();
  const [wish, setWish] = useState<Wish | null>(null);
  if (wish) return <ConfirmCeiling wish={wish} ceiling={paidOut.ceiling} onClose={onClose} />;
  const goOn = () => {
    const amount = Number(text.replaceAll(',', '').replace(/^K/i, ''));
    if (text.trim() === '' || parseKwacha(amount) === undefined) setProblem('Enter an amount, like 400000');
    else setWish({ amount, isForToday: chosen.length > 0 });
  };
  return (
    <Dialog title="Ceiling on the payouts of a day" onClose={onClose}>
      <Form onSubmit={goOn}>
        <TextField
          label="Most that may be paid out on a day, in kwacha"
          value={text}
          onChange={setText}
          inputMode="decimal"
          problem={problem}
          hint={`Now: ${ceilingText(paidOut.ceiling)}. Paid out today: ${ceilingText(paidOut.amount)}. A lower ceiling counts at once. A higher one needs a second person.`}
        />
        <Checks
          label="For how long"
          choices={[{ value: 'today', text: 'For today only', note: ' A second person approves it' }]}
          chosen={chosen}
          onChange={setChosen}
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main">
            Go on
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function ConfirmCeiling({
  wish,
  ceiling,
  onClose,
}: {
  wish: Wish;
  ceiling: number | null;
  onClose: () => void;
}) {
  const { send, sending } = useDialogSend('setPayoutCeiling', CHANGED, {
    onClose,
    says: ({ requestId }) =>
      requestId === null
        ? `The ceiling is ${ceilingText(wish.amount)}.`
        : `Request ${requestId} waits for a second person.`,
  });
  return (
    <ConfirmDialog
      title="Change the ceiling on payouts"
      effect={[
        {
          title: wish.isForToday ? 'Payouts of today' : 'Payouts of a day',
          before: ceilingText(ceiling),
          after: ceilingText(wish.amount),
        },
      ]}
      checkers={`A higher ceiling, or one for today only, waits for a second person: ${checkersOf('payout_ceiling')}.`}
      action="Change the ceiling"
      {...sending}
      onConfirm={(reason) => send({ body: { ...wish, reason } })}
    />
  );
}

function ceilingText(kwacha: number | null): string {
  return kwacha === null ? 'no ceiling' : formatKwacha(Math.round(kwacha * 100));
}
