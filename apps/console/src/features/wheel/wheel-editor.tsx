import { MOST_PRIZES, WHEEL_NUMBERS } from '@thumba/contract/staff/wheel-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Effect } from '../../ui/effect.tsx';
import { Form, Select, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { AskDialog } from '../requests/ask-dialog.tsx';
import { filedText } from '../requests/request-words.tsx';
import styles from './wheel.module.css';
import type { Wheel } from './wheel-answer.ts';

const NO_COUPON = '';

type Row = { key: number; name: string; offer: string; odds: string; stock: string };
type Shown = NonNullable<StaffAnswer<'previewWheel'>['preview']>;

function rowsOf({ prizes }: Wheel): Row[] {
  return prizes.map(({ name, offer, odds, stock }, key) => ({
    ...{ key, name, offer: offer ?? NO_COUPON, odds: String(odds) },
    stock: stock === null ? '' : String(stock),
  }));
}

const isCount = (text: string) => /^\d{1,7}$/.test(text);

/** The form as the call takes it. Null while something is no number or has no name. */
function bodyOf({ chanceOccasions, chanceDays }: Wheel, rows: readonly Row[]) {
  const isWhole = rows.every(
    ({ name, odds, stock }) =>
      name.trim() !== '' && isCount(odds) && Number(odds) > 0 && (stock === '' || isCount(stock)),
  );
  if (!isWhole || rows.length === 0) return null;
  return {
    ...{ chanceOccasions, chanceDays },
    prizes: rows.map(({ name, offer, odds, stock }) => ({
      ...{ name: name.trim(), offer: offer === NO_COUPON ? null : offer, odds: Number(odds) },
      stock: stock === '' ? null : Number(stock),
    })),
  };
}

/** Another wheel, with what it changes and costs beside its prizes while they are typed. */
export function WheelEditor({ wheel, onClose }: { wheel: Wheel; onClose: () => void }) {
  const [rows, setRows] = useState(() => rowsOf(wheel));
  const [asked, setAsked] = useState<Shown | null>(null);
  const body = bodyOf(wheel, rows);
  const { data, error } = usePreview('previewWheel', body && { body });
  const change = (key: number, changed: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, { key, name: '', offer: wheel.offers[0]?.code ?? NO_COUPON, odds: '', stock: '' }]);
  };
  const sum = rows.reduce((total, { odds }) => total + (isCount(odds) ? Number(odds) : 0), 0);
  return (
    <Card title="Another wheel" note={`odds make ${sum} of ${WHEEL_NUMBERS}`}>
      <Form onSubmit={() => data?.preview && setAsked(data.preview)}>
        {rows.map((row, index) => (
          <PrizeFields
            key={row.key}
            row={row}
            place={index + 1}
            offers={wheel.offers}
            onChange={(changed) => change(row.key, changed)}
            onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
        {body === null && <Failure>Each prize needs a name and odds above zero.</Failure>}
        {error && <Failure>{sentenceOf(error)}</Failure>}
        {data?.problem && <Failure>{data.problem}</Failure>}
        {data?.preview && <Effect lines={data.preview.effect} />}
        <Actions>
          {rows.length < MOST_PRIZES && <Button onClick={add}>Add a prize</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" keys="Ctrl Enter">
            Ask a second person
          </Button>
        </Actions>
      </Form>
      {asked && body && (
        <AskForWheel body={body} shown={asked} onClose={() => setAsked(null)} onDone={onClose} />
      )}
    </Card>
  );
}

type PrizeProps = {
  row: Row;
  place: number;
  offers: Wheel['offers'];
  onChange: (changed: Partial<Row>) => void;
  onRemove: () => void;
};

function PrizeFields({ row, place, offers, onChange, onRemove }: PrizeProps) {
  const choices = [
    { value: NO_COUPON, text: 'No coupon' },
    ...offers.map(({ code, text }) => ({ value: code, text })),
  ];
  return (
    <fieldset className={styles.prize}>
      <legend className="visually-hidden">Prize {place}</legend>
      <TextField
        label={`Prize ${place}`}
        value={row.name}
        onChange={(name) => onChange({ name })}
        maxLength={40}
      />
      <Select
        label={`Coupon of prize ${place}`}
        value={row.offer}
        choices={choices}
        onChange={(offer) => onChange({ offer })}
      />
      <TextField
        label={`Odds of prize ${place}`}
        inputMode="numeric"
        value={row.odds}
        onChange={(odds) => onChange({ odds })}
      />
      <TextField
        label={`How many of prize ${place}`}
        inputMode="numeric"
        placeholder="no limit"
        value={row.stock}
        onChange={(stock) => onChange({ stock })}
      />
      <div className={styles.remove}>
        <Button look="quiet" onClick={onRemove}>
          Remove<span className="visually-hidden"> prize {place}</span>
        </Button>
      </div>
    </fieldset>
  );
}

type AskProps = {
  body: NonNullable<ReturnType<typeof bodyOf>>;
  shown: Shown;
  onClose: () => void;
  onDone: () => void;
};

function AskForWheel({ body, shown, onClose, onDone }: AskProps) {
  const { send, sending } = useDialogSend('askForWheel', ['getWheel', 'listRequests'], {
    onClose,
    onDone,
    says: filedText,
  });
  return (
    <AskDialog
      kind="wheel_change"
      outcome="Borrowers spin it"
      title="Another wheel"
      effect={shown.effect}
      {...sending}
      onConfirm={(reason) => send({ body: { ...body, reason, digest: shown.digest } })}
    />
  );
}
