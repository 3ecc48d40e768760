import { NOTICE_KINDS, type NoticeKind } from '@thumba/contract/staff/notice-words';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import { KIND_TITLES, type Notice } from './notice-words.ts';

const KIND_CHOICES = NOTICE_KINDS.map((value) => ({ value, text: KIND_TITLES[value] }));

type Fields = {
  noticeCode: string;
  kind: NoticeKind;
  title: string;
  body: string;
  link: string;
  shownFrom: string;
  shownUntil: string;
};

function fieldsOf(notice: Notice | undefined, today: string): Fields {
  if (!notice)
    return {
      ...{ noticeCode: '', kind: 'notice', title: '', body: '', link: '' },
      ...{ shownFrom: today, shownUntil: today },
    };
  const { noticeCode, kind, title, body, link, shownFrom, shownUntil } = notice;
  return { noticeCode, kind, title, body, link: link ?? '', shownFrom, shownUntil };
}

/** The form as the call takes it. Null while something is missing. */
function bodyOf(fields: Fields) {
  const { noticeCode, title, body, shownFrom, shownUntil } = fields;
  const isWhole =
    /^[\w-]{1,60}$/.test(noticeCode) &&
    [title, body, shownFrom, shownUntil].every((text) => text.trim() !== '');
  if (!isWhole) return null;
  const link = fields.link.trim() === '' ? null : fields.link.trim();
  return { ...fields, title: title.trim(), body: body.trim(), link };
}

type DialogProps = { notice?: Notice; today: string; onClose: () => void };

/** Asks a second person for a notice, or for other words or days of one. */
export function NoticeDialog({ notice, today, onClose }: DialogProps) {
  const [fields, setFields] = useState(() => fieldsOf(notice, today));
  const [isTried, setTried] = useState(false);
  const body = bodyOf(fields);
  const preview = usePreview('previewNotice', body && { body });
  const { send, sending } = useDialogSend(
    'askForNotice',
    ['listNotices', 'listNoticeVersions', 'listRequests'],
    { onClose, says: filedText },
  );
  const shown = preview.data?.preview;
  const missing = isTried && body === null ? 'Please fill in the fields above.' : undefined;
  const same =
    isTried && preview.data && !preview.data.problem && !shown ? 'This is the notice of now.' : undefined;
  return (
    <ConfirmDialog
      title={notice ? `Other words or days: ${notice.title}` : 'New notice, offer or holiday'}
      effect={shown?.effect ?? []}
      message={shown?.message ?? null}
      checkers={`Borrowers read it once a second person approves: ${checkersOf('notice_change')}.`}
      action="Ask a second person"
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => {
        setTried(true);
        return shown !== undefined && shown !== null;
      }}
      onConfirm={(reason) => body && shown && send({ body: { ...body, reason, digest: shown.digest } })}
    >
      <NoticeFields
        fields={fields}
        isNew={notice === undefined}
        problem={preview.data?.problem ?? missing ?? same}
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

function NoticeFields({ fields, isNew, problem, onChange }: FieldsProps) {
  return (
    <>
      {isNew && (
        <TextField
          label="Code, by which staff find it"
          hint="letters, digits, - and _"
          value={fields.noticeCode}
          onChange={(noticeCode) => onChange({ noticeCode })}
          maxLength={60}
        />
      )}
      <Select
        label="What it is"
        value={fields.kind}
        choices={KIND_CHOICES}
        onChange={(kind) => onChange({ kind: kind as NoticeKind })}
      />
      <TextField
        label="Title"
        value={fields.title}
        onChange={(title) => onChange({ title })}
        maxLength={60}
      />
      <TextArea label="Text" value={fields.body} onChange={(body) => onChange({ body })} maxLength={400} />
      <TextField
        label="Screen of the app that it leads to"
        hint="a path like /activity/turntable; an offer needs one"
        value={fields.link}
        onChange={(link) => onChange({ link })}
        maxLength={200}
      />
      <TextField
        label="First day"
        type="date"
        value={fields.shownFrom}
        onChange={(shownFrom) => onChange({ shownFrom })}
      />
      <TextField
        label="Last day"
        type="date"
        value={fields.shownUntil}
        onChange={(shownUntil) => onChange({ shownUntil })}
        problem={problem}
      />
    </>
  );
}
