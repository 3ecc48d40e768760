import { Card } from '../../ui/card.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import type { Draft } from '../set-up/draft.ts';
import { type Field, OFFER_FIELDS } from '../set-up/offer-fields.ts';
import styles from './decisions.module.css';
import { PartActions, type PartState, Problems, problemAt } from './part-actions.tsx';

const GROUPS = OFFER_FIELDS.rules ?? [];
const FIELD_NAMES = GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name));

/** The decision rules as a form. What is wrong stands at its field. */
export function RulesCard({
  draft,
  onChange,
  state,
}: {
  draft: Draft;
  onChange: (draft: Draft) => void;
  state: PartState;
}) {
  const put = (name: string, text: string) => onChange({ ...draft, texts: { ...draft.texts, [name]: text } });
  return (
    <Card title="Decision rules" note={state.note}>
      <div className={styles.stack}>
        {GROUPS.map(({ title, fields }) => (
          <fieldset key={title} className={styles.group}>
            <legend className={styles.legend}>{title}</legend>
            <div className={styles.fields}>
              {fields.map((field) => (
                <RuleField
                  key={field.name}
                  field={field}
                  value={draft.texts[field.name] ?? ''}
                  onChange={(text) => put(field.name, text)}
                  problem={problemAt(state, field.name)}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <Problems state={state} shownAt={FIELD_NAMES} />
        <PartActions state={state} />
      </div>
    </Card>
  );
}

type RuleFieldProps = {
  field: Field;
  value: string;
  onChange: (text: string) => void;
  problem: string | undefined;
};

function RuleField({ field: { title, kind, choices }, ...shown }: RuleFieldProps) {
  if (choices) return <Select label={title} choices={choices} {...shown} />;
  const inputMode = kind === 'count' ? 'numeric' : 'decimal';
  return <TextField label={title} inputMode={inputMode} autoComplete="off" {...shown} />;
}
