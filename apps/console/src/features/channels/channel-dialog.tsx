import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';

type Channel = StaffAnswer<'listChannels'>['items'][number];

type Fields = {
  channelCode: string;
  name: string;
  pixelId: string;
  pixelToken: string;
  apkUrl: string;
  packageName: string;
  intentHost: string;
};

function fieldsOf(channel: Channel | undefined): Fields {
  return {
    channelCode: channel?.channelCode ?? '',
    name: channel?.name ?? '',
    pixelId: channel?.pixelId ?? '',
    pixelToken: '',
    apkUrl: channel?.apkUrl ?? '',
    packageName: channel?.packageName ?? 'com.thumba.wallet',
    intentHost: channel?.intentHost ?? 'details',
  };
}

/** The form as the call takes it. Null while something is missing. A token that is not written stays as it is. */
function bodyOf({ pixelId, pixelToken, ...fields }: Fields) {
  const isWhole =
    /^[\w-]{1,60}$/.test(fields.channelCode) &&
    [fields.name, fields.packageName, fields.intentHost].every((text) => text.trim() !== '');
  if (!isWhole) return null;
  const token = pixelToken.trim();
  return {
    ...fields,
    pixelId: pixelId.trim() === '' ? null : pixelId.trim(),
    ...(token === '' ? {} : { pixelToken: token }),
  };
}

/** Asks a second person for a channel, or for other values of one. */
export function ChannelDialog({ channel, onClose }: { channel: Channel | undefined; onClose: () => void }) {
  const [fields, setFields] = useState(() => fieldsOf(channel));
  const [isTried, setTried] = useState(false);
  const body = bodyOf(fields);
  const preview = usePreview('previewChannel', body && { body });
  const { send, sending } = useDialogSend('askForChannel', ['listChannels', 'listRequests'], {
    onClose,
    says: filedText,
  });
  const shown = preview.data?.preview;
  const isSame = isTried && preview.data && !preview.data.problem && !shown;
  const missing = isTried && body === null ? 'Please fill in the fields above.' : undefined;
  const change = (changed: Partial<Fields>) => setFields({ ...fields, ...changed });
  return (
    <ConfirmDialog
      title={channel ? `Change the channel ${channel.name}` : 'New channel'}
      effect={shown?.effect ?? []}
      checkers={`It counts once a second person approves: ${checkersOf('channel_change')}.`}
      action="Ask a second person"
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => {
        setTried(true);
        return shown !== undefined && shown !== null;
      }}
      onConfirm={(reason) => body && shown && send({ body: { ...body, reason, digest: shown.digest } })}
    >
      <ChannelFields
        fields={fields}
        isNew={channel === undefined}
        mayHavePixel={channel?.mayHavePixel ?? false}
        problem={preview.data?.problem ?? missing ?? (isSame ? 'This is the channel of now.' : undefined)}
        onChange={change}
      />
    </ConfirmDialog>
  );
}

type FieldsProps = {
  fields: Fields;
  isNew: boolean;
  mayHavePixel: boolean;
  problem: string | undefined;
  onChange: (changed: Partial<Fields>) => void;
};

function ChannelFields({ fields, isNew, mayHavePixel, problem, onChange }: FieldsProps) {
  return (
    <>
      {isNew && (
        <TextField
          label="Code, which stands in the address"
          hint="letters, digits, - and _"
          value={fields.channelCode}
          onChange={(channelCode) => onChange({ channelCode })}
          maxLength={60}
        />
      )}
      <TextField label="Name" value={fields.name} onChange={(name) => onChange({ name })} maxLength={100} />
      {mayHavePixel && (
        <>
          <TextField
            label="Pixel"
            hint="empty: nothing is reported"
            value={fields.pixelId}
            onChange={(pixelId) => onChange({ pixelId })}
            maxLength={40}
          />
          <TextField
            label="Access token of the pixel"
            hint="empty: the token of the same pixel stays; it is never shown"
            type="password"
            autoComplete="off"
            value={fields.pixelToken}
            onChange={(pixelToken) => onChange({ pixelToken })}
            maxLength={500}
          />
        </>
      )}
      <TextField
        label="Address of the app file"
        hint="with https; empty where there is none"
        value={fields.apkUrl}
        onChange={(apkUrl) => onChange({ apkUrl })}
      />
      <TextField
        label="Package of the app"
        value={fields.packageName}
        onChange={(packageName) => onChange({ packageName })}
      />
      <TextField
        label="Host of the link into the app"
        value={fields.intentHost}
        onChange={(intentHost) => onChange({ intentHost })}
        maxLength={100}
        problem={problem}
      />
    </>
  );
}
