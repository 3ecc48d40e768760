import type { OfferPart } from '@thumba/contract/staff/offer-parts';
import { formatDayCount } from '@thumba/lending/day';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { type Draft, isApplying, type TermText } from './draft.ts';
import { type Field, OFFER_FIELDS } from './offer-fields.ts';
import styles from './set-up.module.css';

type DraftFormProps = {
  part: OfferPart;
  draft: Draft;
  /** A number that no term has, for a term that is added. */
  freeTermId: number;
  onChange: (draft: Draft) => void;
};

/** The fields of a part, with what is saved in them until a person types. */
export function DraftForm({ part, draft, freeTermId, onChange }: DraftFormProps) {
  const put = (name: string, text: string) => onChange({ ...draft, texts: { ...draft.texts, [name]: text } });
  return (
    <>
      {(OFFER_FIELDS[part] ?? []).map(({ title, fields }) => (
        <Card key={title} title={title}>
          <div className={styles.fields}>
            {fields
              .filter((field) => isApplying(field, draft))
              .map((field) => (
                <DraftField
                  key={field.name}
                  field={field}
                  value={draft.texts[field.name] ?? ''}
                  onChange={(text) => put(field.name, text)}
                />
              ))}
          </div>
        </Card>
      ))}
      {part === 'product' && (
        <TermsCard
          terms={draft.terms}
          freeTermId={freeTermId}
          onChange={(terms) => onChange({ ...draft, terms })}
        />
      )}
    </>
  );
}

type DraftFieldProps = { field: Field; value: string; onChange: (text: string) => void };

function DraftField({ field: { title, kind, choices, hint, isOptional }, value, onChange }: DraftFieldProps) {
  if (choices) return <Select label={title} value={value} choices={choices} onChange={onChange} />;
  const isNumber = kind === 'kwacha' || kind === 'percent' || kind === 'count' || kind === 'number';
  return (
    <TextField
      label={title}
      hint={hint ?? (isOptional ? 'Empty: no such limit' : undefined)}
      value={value}
      onChange={onChange}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
    />
  );
}

type TermsCardProps = {
  terms: readonly TermText[];
  freeTermId: number;
  onChange: (terms: TermText[]) => void;
};

function TermsCard({ terms, freeTermId, onChange }: TermsCardProps) {
  const put = (at: number, changed: Partial<TermText>) =>
    onChange(terms.map((term, index) => (index === at ? { ...term, ...changed } : term)));
  const add = () => {
    const termId = Math.max(freeTermId, ...terms.map((term) => term.termId + 1));
    onChange([...terms, { termId, days: '30', instalments: '1' }]);
  };
  return (
    <Card title="Terms" actions={<Button onClick={add}>Add a term</Button>}>
      <ul className={styles.terms}>
        {terms.map(({ termId, days, instalments }, at) => (
          <li key={termId} className={styles.term} aria-label={`Term ${at + 1}`}>
            <TextField
              label={`Days of term ${at + 1}`}
              inputMode="numeric"
              value={days}
              onChange={(text) => put(at, { days: text })}
            />
            <TextField
              label={`Plans of term ${at + 1}`}
              inputMode="numeric"
              value={instalments}
              onChange={(text) => put(at, { instalments: text })}
            />
            <Button onClick={() => onChange(terms.filter((_, index) => index !== at))}>
              Remove<span className="visually-hidden"> term {at + 1}</span>
            </Button>
          </li>
        ))}
      </ul>
      {terms.length === 0 && <p>A product needs at least one term.</p>}
    </Card>
  );
}

/** "30 days", "90 days in 3 plans". */
export function termText({ days, instalments }: TermText): string {
  const count = formatDayCount(Number(days) || 0);
  return instalments === '1' ? count : `${count} in ${instalments} plans`;
}
