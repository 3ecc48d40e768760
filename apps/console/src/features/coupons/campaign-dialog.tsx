import { CAMPAIGN_AUDIENCES, type CampaignAudience } from '@thumba/contract/staff/campaign-words';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import { AUDIENCE_TITLES, countOf, type Offer } from './coupon-words.ts';

const AUDIENCE_CHOICES = CAMPAIGN_AUDIENCES.map((value) => ({ value, text: AUDIENCE_TITLES[value] }));

type Fields = {
  name: string;
  offerCode: string;
  audience: CampaignAudience;
  days: string;
  loans: string;
  channel: string;
  most: string;
};

/** The form as the call takes it. Null while something is missing. */
function bodyOf({ name, offerCode, audience, days, loans, channel, most }: Fields) {
  const [awayDays, goodLoans, mostCoupons] = [countOf(days), countOf(loans), countOf(most)];
  if (name.trim() === '' || offerCode === '' || mostCoupons === null) return null;
  if ((audience === 'away' && awayDays === null) || (audience === 'good_payers' && goodLoans === null))
    return null;
  return {
    ...{ name: name.trim(), offerCode, audience, mostCoupons },
    awayDays: audience === 'away' ? awayDays : null,
    goodLoans: audience === 'good_payers' ? goodLoans : null,
    channelCode: channel.trim() === '' ? null : channel.trim(),
  };
}

/** Asks a second person for a campaign, with how many borrowers it would reach and what it costs at most. */
export function CampaignDialog({ offers, onClose }: { offers: readonly Offer[]; onClose: () => void }) {
  const [fields, setFields] = useState<Fields>({
    ...{ name: '', offerCode: offers[0]?.code ?? '', audience: 'never_borrowed' },
    ...{ days: '30', loans: '2', channel: '', most: '100' },
  });
  const [isTried, setTried] = useState(false);
  const body = bodyOf(fields);
  const preview = usePreview('previewCampaign', body && { body });
  const { send, sending } = useDialogSend('askForCampaign', ['listCampaigns', 'listOffers', 'listRequests'], {
    onClose,
    says: filedText,
  });
  const shown = preview.data;
  const change = (changed: Partial<Fields>) => setFields({ ...fields, ...changed });
  return (
    <ConfirmDialog
      title="New campaign"
      effect={shown?.effect ?? []}
      message={shown?.message ?? null}
      checkers={`It starts once a second person approves: ${checkersOf('campaign_start')}. It reaches no borrower who is blocked, late or written off.`}
      action="Ask a second person"
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => {
        setTried(true);
        return shown !== undefined;
      }}
      onConfirm={(reason) => body && shown && send({ body: { ...body, reason, digest: shown.digest } })}
    >
      <CampaignFields
        fields={fields}
        offers={offers}
        problem={isTried && body === null ? 'Please fill in the fields above.' : undefined}
        onChange={change}
      />
    </ConfirmDialog>
  );
}

type FieldsProps = {
  fields: Fields;
  offers: readonly Offer[];
  problem: string | undefined;
  onChange: (changed: Partial<Fields>) => void;
};

function CampaignFields({ fields, offers, problem, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name, for staff"
        value={fields.name}
        onChange={(name) => onChange({ name })}
        maxLength={60}
      />
      <Select
        label="Coupon of the offer"
        value={fields.offerCode}
        choices={offers.map(({ code, name, worth }) => ({ value: code, text: `${name}, ${worth}` }))}
        onChange={(offerCode) => onChange({ offerCode })}
      />
      <Select
        label="For"
        value={fields.audience}
        choices={AUDIENCE_CHOICES}
        onChange={(audience) => onChange({ audience: audience as CampaignAudience })}
      />
      {fields.audience === 'away' && (
        <TextField
          label="Days without a loan"
          inputMode="numeric"
          value={fields.days}
          onChange={(days) => onChange({ days })}
        />
      )}
      {fields.audience === 'good_payers' && (
        <TextField
          label="Loans paid off without a late day"
          inputMode="numeric"
          value={fields.loans}
          onChange={(loans) => onChange({ loans })}
        />
      )}
      <TextField
        label="Code of the channel"
        hint="empty: of any channel"
        value={fields.channel}
        onChange={(channel) => onChange({ channel })}
        maxLength={60}
      />
      <TextField
        label="Coupons at most"
        inputMode="numeric"
        value={fields.most}
        onChange={(most) => onChange({ most })}
        problem={problem}
      />
    </>
  );
}
