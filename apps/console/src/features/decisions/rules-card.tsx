import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { problemOf, RULE_GROUPS, type RulesDraft } from './decision-draft.ts';
import styles from './decisions.module.css';
import { PartActions, type PartState, Problems } from './part-actions.tsx';

/** The decision rules as a form. What is wrong stands at its field. */
export function RulesCard({
  draft,
  onChange,
  state,
}: {
  draft: RulesDraft;
  onChange: (draft: RulesDraft) => void;
  state: PartState;
}) {
  return (
    <Card title="Decision rules" note={state.note}>
      <div className={styles.stack}>
        {RULE_GROUPS.map(({ title, fields }) => (
          <fieldset key={title} className={styles.group}>
            <legend className={styles.legend}>{title}</legend>
            <div className={styles.fields}>
              {fields.map(({ name, label, hint, isText }) => (
                <TextField
                  key={name}
                  label={label}
                  hint={hint}
                  inputMode={isText ? 'decimal' : 'numeric'}
                  value={draft[name] ?? ''}
                  onChange={(value) => onChange({ ...draft, [name]: value })}
                  problem={problemOf(state.problems, name)}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <Problems
          problems={state.problems}
          shownAt={RULE_GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name))}
        />
        <PartActions state={state} />
      </div>
    </Card>
  );
}
