import { COUPON_OCCASIONS, COUPON_WORTHS, type CouponWorthKind } from '@thumba/contract/staff/campaign-words';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import { amountOf, type Offer, occasionText, WORTH_TITLES } from './coupon-words.ts';

const WORTH_CHOICES = COUPON_WORTHS.map((value) => ({ value, text: WORTH_TITLES[value] }));
const NO_OCCASION = 'none';
const OCCASION_CHOICES = [null, ...COUPON_OCCASIONS].map((value) => ({
  value: value ?? NO_OCCASION,
  text: occasionText(value),
}));

type Fields = {
  code: string;
  name: string;
  worth: CouponWorthKind;
  amount: string;
  percent: string;
  minPlan: string;
  validDays: string;
  occasion: string;
};

const EMPTY: Fields = {
  code: '',
  name: '',
  worth: 'fixed',
  amount: '',
  percent: '',
  minPlan: '',
  validDays: '30',
  occasion: NO_OCCASION,
};

function fieldsOf({ code, name, minPlan, validDays, occasion }: Offer): Fields {
  return {
    ...EMPTY,
    ...{ code, name, validDays: String(validDays), occasion: occasion ?? NO_OCCASION },
    minPlan: minPlan === null ? '' : String(minPlan),
  };
}

/** The form as the call takes it. Null while something is missing. */
function bodyOf(fields: Fields) {
  const { code, name, worth, occasion } = fields;
  const [amount, percent, validDays] = [
    amountOf(fields.amount),
    Number(fields.percent),
    Number(fields.validDays),
  ];
  const hasWorth = worth === 'fee_free' || (worth === 'fixed' ? amount !== null : percent > 0);
  const isWhole = /^[\w-]{1,60}$/.test(code) && name.trim() !== '' && hasWorth;
  if (!isWhole || fields.validDays === '' || !Number.isInteger(validDays)) return null;
  return {
    ...{ code, name: name.trim(), worth, validDays },
    amount: worth === 'fixed' ? amount : null,
    percent: worth === 'percent' ? percent : null,
    minPlan: amountOf(fields.minPlan),
    occasion: COUPON_OCCASIONS.find((one) => one === occasion) ?? null,
  };
}

/** Asks a second person for a coupon offer, or for other terms of one. */
export function OfferDialog({ offer, onClose }: { offer?: Offer; onClose: () => void }) {
  const [fields, setFields] = useState(offer ? fieldsOf(offer) : EMPTY);
  const [isTried, setTried] = useState(false);
  const body = bodyOf(fields);
  const preview = usePreview('previewCouponOffer', body && { body });
  const { send, sending } = useDialogSend(
    'askForCouponOffer',
    ['listOffers', 'listOfferHistory', 'listRequests'],
    { onClose, says: filedText },
  );
  const shown = preview.data;
  return (
    <ConfirmDialog
      title={offer ? `Other terms of the offer ${offer.name}` : 'New coupon offer'}
      effect={shown?.effect ?? []}
      message={shown?.message ?? null}
      checkers={`It stands once a second person approves: ${checkersOf('coupon_offer')}. Coupons that were given keep their terms.`}
      action="Ask a second person"
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => {
        setTried(true);
        return shown !== undefined;
      }}
      onConfirm={(reason) => body && shown && send({ body: { ...body, reason, digest: shown.digest } })}
    >
      <OfferFields
        fields={fields}
        isNew={offer === undefined}
        problem={isTried && body === null ? 'Please fill in the fields above.' : undefined}
        onChange={(changed) => setFields({ ...fields, ...changed })}
      />
    </ConfirmDialog>
  );
}

type FieldsProps = {
  fields: Fields;
  isNew: boolean;
  problem: string | undefined;
  onChange: (changed: Partial<Fields>) => void;
};

function OfferFields({ fields, isNew, problem, onChange }: FieldsProps) {
  return (
    <>
      {isNew && (
        <TextField
          label="Code, by which staff find it"
          value={fields.code}
          onChange={(code) => onChange({ code })}
          maxLength={60}
          hint="letters, digits, - and _"
        />
      )}
      <TextField
        label="Name, which the borrower reads"
        value={fields.name}
        onChange={(name) => onChange({ name })}
        maxLength={40}
      />
      <Select
        label="It takes off"
        value={fields.worth}
        choices={WORTH_CHOICES}
        onChange={(worth) => onChange({ worth: worth as CouponWorthKind })}
      />
      {fields.worth === 'fixed' && (
        <TextField
          label="Amount in kwacha"
          inputMode="decimal"
          value={fields.amount}
          onChange={(amount) => onChange({ amount })}
        />
      )}
      {fields.worth === 'percent' && (
        <TextField
          label="Percent of the charges"
          inputMode="decimal"
          value={fields.percent}
          onChange={(percent) => onChange({ percent })}
        />
      )}
      <TextField
        label="Least amount of the plan in kwacha"
        hint="empty: any plan"
        inputMode="decimal"
        value={fields.minPlan}
        onChange={(minPlan) => onChange({ minPlan })}
      />
      <Select
        label="Given"
        value={fields.occasion}
        choices={OCCASION_CHOICES}
        onChange={(occasion) => onChange({ occasion })}
      />
      <TextField
        label="Days for which it is valid"
        inputMode="numeric"
        value={fields.validDays}
        onChange={(validDays) => onChange({ validDays })}
        problem={problem}
      />
    </>
  );
}
