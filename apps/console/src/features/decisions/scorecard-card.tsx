import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { bandTitle, CHARACTERISTICS, type Characteristic, TOTALS } from '../set-up/scorecard-fields.ts';
import styles from './decisions.module.css';
import { PartActions, type PartState, Problems, problemAt } from './part-actions.tsx';
import type { BandDraft, ScorecardDraft } from './scorecard-draft.ts';

/** The scorecard as a form: the points of each characteristic in bands, and from which points the rules approve. */
export function ScorecardCard({
  draft,
  onChange,
  state,
}: {
  draft: ScorecardDraft;
  onChange: (draft: ScorecardDraft) => void;
  state: PartState;
}) {
  return (
    <Card title="Scorecard" note={state.note}>
      <div className={styles.stack}>
        <div className={styles.fields}>
          {TOTALS.map(({ name, label }) => (
            <TextField
              key={name}
              label={label}
              inputMode="numeric"
              value={draft[name]}
              onChange={(value) => onChange({ ...draft, [name]: value })}
              problem={problemAt(state, name)}
            />
          ))}
        </div>
        <div className={styles.bands}>
          {CHARACTERISTICS.map((characteristic) => (
            <Bands
              key={characteristic.name}
              characteristic={characteristic}
              bands={draft.bands[characteristic.name]}
              state={state}
              onChange={(bands) =>
                onChange({ ...draft, bands: { ...draft.bands, [characteristic.name]: bands } })
              }
            />
          ))}
        </div>
        <Problems state={state} shownAt={TOTALS.map(({ name }) => name)} />
        <PartActions state={state} />
      </div>
    </Card>
  );
}

function Bands({
  characteristic,
  bands,
  state,
  onChange,
}: {
  characteristic: { name: Characteristic; title: string; from: string };
  bands: readonly BandDraft[];
  state: PartState;
  onChange: (bands: BandDraft[]) => void;
}) {
  const { name, title, from } = characteristic;
  const replace = (key: number, changed: Partial<BandDraft>) =>
    onChange(bands.map((band) => (band.key === key ? { ...band, ...changed } : band)));
  const nextKey = Math.max(-1, ...bands.map(({ key }) => key)) + 1;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {bands.map((band, index) => (
        <div key={band.key} className={styles.band}>
          <TextField
            label={from}
            aria-label={bandTitle(characteristic, index, 'from')}
            inputMode="numeric"
            value={band.from}
            onChange={(value) => replace(band.key, { from: value })}
            problem={problemAt(state, `bands.${name}.${index}.from`)}
          />
          <TextField
            label="Points"
            aria-label={bandTitle(characteristic, index, 'points')}
            inputMode="numeric"
            value={band.points}
            onChange={(value) => replace(band.key, { points: value })}
            problem={problemAt(state, `bands.${name}.${index}.points`)}
          />
          <Button look="quiet" onClick={() => onChange(bands.filter(({ key }) => key !== band.key))}>
            Remove
            <span className="visually-hidden">
              {' '}
              band {index + 1} of {title}
            </span>
          </Button>
        </div>
      ))}
      {bands.length === 0 && <p className={styles.note}>It gives no points.</p>}
      <Button look="quiet" onClick={() => onChange([...bands, { key: nextKey, from: '', points: '' }])}>
        Add a band<span className="visually-hidden"> to {title}</span>
      </Button>
    </fieldset>
  );
}
