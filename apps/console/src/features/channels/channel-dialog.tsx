import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import { bodyOf, type ChannelForm, formOf } from './channel-form.ts';

type Channel = StaffAnswer<'listChannels'>['items'][number];

const APP_FILE_FIELDS = ['apkUrl', 'apkVersionCode', 'apkSha256'];

/** Asks a second person for a channel, or for other values of one. */
export function ChannelDialog({ channel, onClose }: { channel: Channel | undefined; onClose: () => void }) {
  const [fields, setFields] = useState(() => formOf(channel));
  const [isTried, setTried] = useState(false);
  const body = bodyOf(fields);
  const preview = usePreview('previewChannel', body && { body });
  const { send, sending } = useDialogSend('askForChannel', ['listChannels', 'listRequests'], {
    onClose,
    says: filedText,
  });
  const shown = preview.data?.preview;
  const problems = { ...fieldsOf(preview.error), ...fieldsOf(sending.failure) };
  const isAtField = APP_FILE_FIELDS.some((field) => problems[field]);
  const isSame = isTried && preview.data && !preview.data.problem && !shown;
  const missing = isTried && body === null ? 'Please fill in the fields above.' : undefined;
  const change = (changed: Partial<ChannelForm>) => setFields({ ...fields, ...changed });
  return (
    <ConfirmDialog
      title={channel ? `Change the channel ${channel.name}` : 'New channel'}
      effect={shown?.effect ?? []}
      checkers={`It counts once a second person approves: ${checkersOf('channel_change')}.`}
      action="Ask a second person"
      {...sending}
      failure={isAtField ? null : (sending.failure ?? preview.error)}
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
        problems={problems}
        problem={preview.data?.problem ?? missing ?? (isSame ? 'This is the channel of now.' : undefined)}
        onChange={change}
      />
    </ConfirmDialog>
  );
}

type FieldsProps = {
  fields: ChannelForm;
  isNew: boolean;
  mayHavePixel: boolean;
  /** What is wrong with single fields, and with all of them together. */
  problems: Record<string, string>;
  problem: string | undefined;
  onChange: (changed: Partial<ChannelForm>) => void;
};

function ChannelFields(props: FieldsProps) {
  const { fields, isNew, mayHavePixel, problem, onChange } = props;
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
      <AppFileFields {...props} />
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

/** Which file borrowers install: where it is, and what `npm run android` says of it. */
function AppFileFields({ fields, problems, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Address of the app file"
        hint="with https; empty where there is none"
        value={fields.apkUrl}
        onChange={(apkUrl) => onChange({ apkUrl })}
        problem={problems.apkUrl}
      />
      <TextField
        label="Version code of the app file"
        hint="npm run android prints it; borrowers with a lower one are offered this file"
        inputMode="numeric"
        value={fields.apkVersionCode}
        onChange={(apkVersionCode) => onChange({ apkVersionCode })}
        maxLength={10}
        problem={problems.apkVersionCode}
      />
      <TextField
        label="SHA-256 of the app file"
        hint="npm run android prints it below the version code"
        autoComplete="off"
        spellCheck={false}
        value={fields.apkSha256}
        onChange={(apkSha256) => onChange({ apkSha256 })}
        problem={problems.apkSha256}
      />
    </>
  );
}
