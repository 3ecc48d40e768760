import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import {
  type BandDraft,
  CHARACTERISTICS,
  type Characteristic,
  problemOf,
  type ScorecardDraft,
} from './decision-draft.ts';
import styles from './decisions.module.css';
import { PartActions, type PartState, Problems } from './part-actions.tsx';

const TOTALS = [
  { name: 'basePoints', label: 'Points to begin with' },
  { name: 'approveFromPoints', label: 'Approved from, points' },
  { name: 'referFromPoints', label: 'For a person from, points' },
] as const;

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
  const { problems } = state;
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
              problem={problemOf(problems, name)}
            />
          ))}
        </div>
        <div className={styles.bands}>
          {CHARACTERISTICS.map((characteristic) => (
            <Bands
              key={characteristic.name}
              characteristic={characteristic}
              bands={draft.bands[characteristic.name]}
              problems={problems}
              onChange={(bands) =>
                onChange({ ...draft, bands: { ...draft.bands, [characteristic.name]: bands } })
              }
            />
          ))}
        </div>
        <Problems problems={problems} shownAt={TOTALS.map(({ name }) => name)} />
        <PartActions state={state} />
      </div>
    </Card>
  );
}

function Bands({
  characteristic: { name, title, from },
  bands,
  problems,
  onChange,
}: {
  characteristic: { name: Characteristic; title: string; from: string };
  bands: readonly BandDraft[];
  problems: readonly string[];
  onChange: (bands: BandDraft[]) => void;
}) {
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
            aria-label={`${title}, band ${index + 1}: ${from.toLowerCase()}`}
            inputMode="numeric"
            value={band.from}
            onChange={(value) => replace(band.key, { from: value })}
            problem={problemOf(problems, `bands.${name}.${index}.from`)}
          />
          <TextField
            label="Points"
            aria-label={`${title}, band ${index + 1}: points`}
            inputMode="numeric"
            value={band.points}
            onChange={(value) => replace(band.key, { points: value })}
            problem={problemOf(problems, `bands.${name}.${index}.points`)}
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
