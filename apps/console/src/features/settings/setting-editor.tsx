import { lenderSettings, requestOfSetting, type SettingUnit } from '@thumba/contract/staff/lender-settings';
import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Effect } from '../../ui/effect.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { AskDialog } from '../requests/ask-dialog.tsx';
import { filedText } from '../requests/request-words.tsx';
import { instantOf, type Setting } from './setting-words.ts';

type Shown = NonNullable<StaffAnswer<'previewSetting'>['preview']>;
type Change = StaffBody<'previewSetting'>;

const UNITS: Record<SettingUnit, { text: string | null; inputMode: 'decimal' | 'numeric' | 'text' }> = {
  kwacha: { text: 'kwacha', inputMode: 'decimal' },
  minutes: { text: 'minutes', inputMode: 'numeric' },
  days: { text: 'days', inputMode: 'numeric' },
  prefixes: { text: 'pairs of digits', inputMode: 'text' },
  text: { text: null, inputMode: 'text' },
  day: { text: null, inputMode: 'text' },
};

/** The name of the instant where the server says what is wrong with it. */
const INSTANT = 'effectiveFrom';

type FieldWords = { title: string; unit: SettingUnit; hint: string };

/** Another value, with what it changes beside its fields while they are typed. */
export function SettingEditor({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const [texts, setTexts] = useState(setting.texts);
  const [day, setDay] = useState('');
  const [time, setTime] = useState('');
  const [asked, setAsked] = useState<Shown | null>(null);
  const [isTried, setTried] = useState(false);
  const change: Change = { texts, effectiveFrom: instantOf(day, time) };
  const { data, error } = usePreview('previewSetting', {
    params: { setting: setting.setting },
    body: change,
  });
  const problemOf = (name: string) => (data?.problem?.field === name ? data.problem.sentence : undefined);
  const fields: [string, FieldWords][] = Object.entries(lenderSettings[setting.setting].fields);
  const ask = () => {
    setTried(true);
    if (data?.preview) setAsked(data.preview);
  };
  return (
    <Card title="Another value">
      <Form onSubmit={ask}>
        {fields.map(([name, { title, unit, hint }]) => (
          <TextField
            key={name}
            label={UNITS[unit].text === null ? title : `${title}, in ${UNITS[unit].text}`}
            hint={hint}
            type={unit === 'day' ? 'date' : 'text'}
            inputMode={UNITS[unit].inputMode}
            maxLength={200}
            value={texts[name] ?? ''}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
            problem={problemOf(name)}
          />
        ))}
        <TextField
          label="Counts from the day"
          hint="Empty: from the approval on"
          type="date"
          value={day}
          onChange={setDay}
          problem={problemOf(INSTANT)}
        />
        {day !== '' && (
          <TextField label="And the time, in Lusaka" type="time" value={time} onChange={setTime} />
        )}
        {error && <Failure>{sentenceOf(error)}</Failure>}
        {data?.preview && <Effect lines={data.preview.effect} />}
        {isTried && data && !data.problem && !data.preview && (
          <Failure>It has this value then already.</Failure>
        )}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" keys="Ctrl Enter">
            Ask a second person
          </Button>
        </Actions>
      </Form>
      {asked && (
        <AskForSetting
          setting={setting}
          change={change}
          shown={asked}
          onClose={() => setAsked(null)}
          onDone={onClose}
        />
      )}
    </Card>
  );
}

type AskProps = {
  setting: Setting;
  change: Change;
  shown: Shown;
  onClose: () => void;
  onDone: () => void;
};

function AskForSetting({ setting: { setting }, change, shown, onClose, onDone }: AskProps) {
  const { send, sending } = useDialogSend('askForSetting', ['getSetting', 'listSettings', 'listRequests'], {
    onClose,
    onDone,
    says: filedText,
  });
  return (
    <AskDialog
      kind={requestOfSetting(setting)}
      outcome="It counts"
      title={shown.title}
      effect={shown.effect}
      {...sending}
      onConfirm={(reason) => send({ params: { setting }, body: { ...change, reason, digest: shown.digest } })}
    />
  );
}
