import { useState } from 'react';
import { dayText } from '../../platform/lusaka-time.ts';
import { Button, ButtonRow } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PickerField } from '../../ui/picker-field.tsx';
import { couponFieldWords as words } from '../../words/coupon.ts';

const NO_COUPON = 0;

export type OfferedCoupon = { userCouponId: number; couponName: string; worth: string; validTo: string };

type CouponFieldProps = {
  coupons: readonly OfferedCoupon[];
  /** The one that is applied. */
  chosenId: number | undefined;
  /** When a coupon counts. Shown beside a chosen one without it. */
  hint?: string;
  /** Resolves when the choice was accepted, and rejects otherwise. */
  onConfirm: (userCouponId: number | undefined) => Promise<unknown>;
};

/** The coupon selector, and its picker with Cancel and Confirm. */
export function CouponField({ coupons, chosenId, hint, onConfirm }: CouponFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = coupons.find(({ userCouponId }) => userCouponId === chosenId);
  return (
    <>
      <PickerField
        label={words.label}
        value={chosen && words.chosen(chosen.couponName, chosen.worth)}
        placeholder={words.available(coupons.length)}
        hint={hint ?? (chosen && words.countsWhenFull)}
        onOpen={() => setOpen(true)}
      />
      {isOpen && (
        <CouponPicker
          coupons={coupons}
          chosenId={chosenId}
          onConfirm={onConfirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function CouponPicker({ coupons, chosenId, onConfirm, onClose }: CouponFieldProps & { onClose: () => void }) {
  const [picked, setPicked] = useState(chosenId ?? coupons[0]!.userCouponId);
  const [isBusy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm(picked === NO_COUPON ? undefined : picked);
      onClose();
    } catch {
      // The call layer has shown why; the choice stays on the screen.
      setBusy(false);
    }
  };

  return (
    <Overlay
      kind="sheet"
      title={words.choose}
      onClose={onClose}
      footer={
        <ButtonRow>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button onClick={() => void confirm()} isBusy={isBusy}>
            {words.confirm}
          </Button>
        </ButtonRow>
      }
    >
      <Choices
        legend={words.label}
        isLegendHidden
        layout="rows"
        options={[
          ...coupons.map(({ userCouponId, couponName, worth, validTo }) => ({
            value: userCouponId,
            label: couponName,
            detail: words.validTo(worth, dayText(validTo)),
          })),
          { value: NO_COUPON, ...words.none },
        ]}
        value={picked}
        onChange={setPicked}
      />
    </Overlay>
  );
}
