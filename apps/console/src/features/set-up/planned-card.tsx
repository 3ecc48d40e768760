import type { OfferPart } from '@thumba/contract/staff/offer-parts';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useActions } from '../../platform/actions.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Effect } from '../../ui/effect.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import { lineShown } from './shown-lines.ts';
import { peopleText } from './versions-card.tsx';

type Planned = NonNullable<StaffAnswer<'getOfferItem'>['planned']>;

type PlannedCardProps = {
  part: OfferPart;
  item: string;
  planned: Planned;
  isWaiting: boolean;
  /** What it is a version of, on a page with more than one part. */
  of?: string;
};

/** A version whose day has not come, and the way to withdraw it. */
export function PlannedCard({ part, item, planned, isWaiting, of }: PlannedCardProps) {
  const [isOpen, setOpen] = useState(false);
  const mayAsk = usePerson().permissions.includes('changeOffer') && !isWaiting;
  const withdraw = { text: 'Withdraw it', run: () => setOpen(true) };
  const version = `${of ? `${of}: version` : 'Version'} ${planned.version}`;
  useActions(version, mayAsk ? [withdraw] : []);
  return (
    <Card
      title={`${version} is planned`}
      note={`from ${dayText(planned.effectiveOn)}, made by ${peopleText(planned)}`}
      actions={mayAsk && <Button onClick={() => setOpen(true)}>Withdraw it</Button>}
    >
      <Effect lines={planned.changes.map((line) => lineShown(part, line))} />
      {isOpen && (
        <WithdrawDialog {...{ part, item }} version={planned.version} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

type WithdrawDialogProps = { part: OfferPart; item: string; version: number; onClose: () => void };

function WithdrawDialog({ part, item, version, onClose }: WithdrawDialogProps) {
  const params = { part, item };
  const preview = useStaffAnswer('previewOfferWithdrawal', { params, body: { version } });
  const { send, sending } = useDialogSend(
    'askForOfferWithdrawal',
    ['listRequests', 'listOfferItems', 'getOfferItem'],
    { onClose, says: filedText },
  );
  return (
    <ConfirmDialog
      title={preview.data?.title ?? `Withdraw version ${version}`}
      effect={(preview.data?.effect ?? []).map((line) => lineShown(part, line))}
      checkers={`It is withdrawn once a second person approves it: ${checkersOf('offer_change')}. Its day may not have come by then.`}
      action="Ask a second person"
      look="danger"
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => preview.data !== undefined}
      onConfirm={(reason) => send({ params, body: { version, reason, digest: preview.data!.digest } })}
    />
  );
}
