import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import type { Campaign } from './coupon-words.ts';

/** Asks a second person to stop a campaign. */
export function StopDialog({
  campaign: { campaignId, name },
  onClose,
}: {
  campaign: Campaign;
  onClose: () => void;
}) {
  const params = { campaignId };
  const preview = usePreview('previewCampaignStop', { params });
  const { send, sending } = useDialogSend('askForCampaignStop', ['listCampaigns', 'listRequests'], {
    onClose,
    says: filedText,
  });
  return (
    <ConfirmDialog
      title={`Stop the campaign ${name}`}
      effect={preview.data?.effect ?? []}
      checkers={`It goes on until a second person approves: ${checkersOf('campaign_stop')}.`}
      action="Ask a second person"
      look="danger"
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => preview.data !== undefined}
      onConfirm={(reason) => preview.data && send({ params, body: { reason, digest: preview.data.digest } })}
    />
  );
}
