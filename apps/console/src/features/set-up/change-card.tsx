import type { OfferPart } from '@thumba/contract/staff/offer-parts';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useKeys } from '../../platform/keys.ts';
import { usePreview } from '../../platform/preview.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Effect } from '../../ui/effect.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { AskDialog } from '../requests/ask-dialog.tsx';
import { filedText } from '../requests/request-words.tsx';
import styles from './set-up.module.css';
import { lineShown, problemShown } from './shown-lines.ts';

const FROM_CHOICES = [
  { value: 'approval', text: 'as soon as it is approved' },
  { value: 'day', text: 'from a day' },
];

type Untouched = StaffAnswer<'getOfferItem'>['untouched'];

type ChangeCardProps = {
  part: OfferPart;
  content: unknown;
  /** The day from which the version is to count; null: from when it is approved. */
  effectiveOn: string | null;
  today: string;
  untouched: Untouched;
  onDay: (effectiveOn: string | null) => void;
  onAsked: () => void;
};

/** How the draft differs from what counts, which rules it breaks, and the way to a second person. */
export function ChangeCard(props: ChangeCardProps) {
  const { part, content, effectiveOn, today, untouched, onDay, onAsked } = props;
  const [isOpen, setOpen] = useState(false);
  const mayAsk = usePerson().permissions.includes('changeOffer');
  const isDay = effectiveOn !== '';
  const shown = usePreview('previewOfferChange', isDay ? { body: { part, content, effectiveOn } } : null);
  const preview = shown.data?.preview ?? null;
  useKeys(
    'Change',
    mayAsk && preview ? [{ keys: 's', does: 'Ask a second person', run: () => setOpen(true) }] : [],
  );
  return (
    <Card title="What changes">
      <div className={styles.fields}>
        <Select
          label="It counts"
          value={effectiveOn === null ? 'approval' : 'day'}
          choices={FROM_CHOICES}
          onChange={(value) => onDay(value === 'approval' ? null : today)}
        />
        {effectiveOn !== null && (
          <TextField
            label="First business day"
            type="date"
            min={today}
            value={effectiveOn}
            onChange={onDay}
            problem={isDay ? undefined : 'Please choose the day.'}
          />
        )}
      </div>
      <div className={styles.estimate} aria-live="polite">
        {shown.error && <Failure>{sentenceOf(shown.error)}</Failure>}
        {!shown.error && isDay && !shown.data && <Loading lines={3} />}
        {shown.data && <Problems part={part} problems={shown.data.problems} />}
        {shown.data && !preview && shown.data.problems.length === 0 && (
          <p className={styles.quiet}>Nothing is different from what counts.</p>
        )}
        {preview && <Effect lines={preview.effect.map((line) => lineShown(part, line))} />}
        <p className={styles.quiet}>{untouchedText(untouched)}</p>
        {mayAsk && preview && (
          <Button look="main" onClick={() => setOpen(true)} keys="S">
            Ask a second person
          </Button>
        )}
      </div>
      {isOpen && preview && (
        <AskForChange {...{ part, content, effectiveOn, preview, onAsked }} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

function Problems({ part, problems }: { part: OfferPart; problems: readonly string[] }) {
  return problems.map((problem) => <Failure key={problem}>{problemShown(part, problem)}</Failure>);
}

/** What keeps its price, in a sentence. */
function untouchedText({ applications, offers, loans }: Untouched): string {
  const counted = [
    [applications, 'application that waits', 'applications that wait'],
    [offers, 'open offer', 'open offers'],
    [loans, 'loan that is not paid back', 'loans that are not paid back'],
  ] as const;
  const parts = counted.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)} keep their terms and their price.`;
}

type AskForChangeProps = Pick<ChangeCardProps, 'part' | 'content' | 'effectiveOn' | 'onAsked'> & {
  preview: NonNullable<StaffAnswer<'previewOfferChange'>['preview']>;
  onClose: () => void;
};

function AskForChange({ part, content, effectiveOn, preview, onAsked, onClose }: AskForChangeProps) {
  const { send, sending } = useDialogSend(
    'askForOfferChange',
    ['listRequests', 'listOfferItems', 'getOfferItem', 'previewOfferChange'],
    {
      onClose,
      onDone() {
        onClose();
        onAsked();
      },
      says: filedText,
    },
  );
  return (
    <AskDialog
      kind="offer_change"
      outcome="It is saved"
      title={preview.title}
      effect={preview.effect.map((line) => lineShown(part, line))}
      {...sending}
      onConfirm={(reason) => send({ body: { part, content, effectiveOn, reason, digest: preview.digest } })}
    />
  );
}
