import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { Answer } from '../../ui/states.tsx';
import { checkersOf } from '../requests/request-words.tsx';

type GiftDialogProps = { borrowerId: number; onClose: () => void };
type Offer = StaffAnswer<'listCouponOffers'>['items'][number];

/** Asks a second person for a coupon for the borrower. */
export function GiftDialog({ borrowerId, onClose }: GiftDialogProps) {
  const query = useStaffAnswer('listCouponOffers', {});
  if (query.data && query.data.items.length > 0)
    return <ChooseDialog borrowerId={borrowerId} offers={query.data.items} onClose={onClose} />;
  return (
    <Dialog title={`A coupon for borrower ${borrowerId}`} onClose={onClose}>
      <Answer query={query}>{() => <p>There is no offer that a coupon can be given from.</p>}</Answer>
    </Dialog>
  );
}

function ChooseDialog({ borrowerId, offers, onClose }: GiftDialogProps & { offers: readonly Offer[] }) {
  const { send, sending } = useDialogSend('askForCouponGift', ['listRequests'], {
    onClose,
    says: ({ requestId }) => `Request ${requestId} is filed: a second person decides on the coupon.`,
  });
  const [offerCode, setOfferCode] = useState(offers[0]!.code);
  const offer = offers.find(({ code }) => code === offerCode)!;
  return (
    <ConfirmDialog
      title={`A coupon for borrower ${borrowerId}`}
      effect={[{ title: 'Coupon', before: null, after: offer.text }]}
      checkers={`The borrower finds it in the app once a second person approves it: ${checkersOf('coupon_gift')}. It is valid from that day.`}
      action="Ask a second person"
      {...sending}
      onConfirm={(reason) => send({ params: { borrowerId }, body: { offerCode, reason } })}
    >
      <Select
        label="Offer"
        value={offerCode}
        choices={offers.map(({ code, text }) => ({ value: code, text }))}
        onChange={setOfferCode}
      />
    </ConfirmDialog>
  );
}
