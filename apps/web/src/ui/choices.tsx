import { useId } from 'react';
import styles from './field.module.css';

type ChoicesProps<Value extends string | number> = {
  /** Names the group for a screen reader. */
  legend: string;
  isLegendHidden?: boolean;
  options: readonly { value: Value; label: string; detail?: string; isDisabled?: boolean }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  error?: string | undefined;
  /** `chips` side by side; `rows` one below the other. */
  layout?: 'chips' | 'rows';
};

/** One of a few. Arrow keys move, as in any group of radio buttons. */
export function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const { legend, isLegendHidden = false, options, value, onChange, error, layout = 'chips' } = props;
  const id = useId();
  return (
    <fieldset className={styles.choices} aria-describedby={error !== undefined ? `${id}-note` : undefined}>
      <legend className={isLegendHidden ? 'visually-hidden' : styles.label}>{legend}</legend>
      <div className={styles[layout]}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              className="visually-hidden"
              name={id}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
            />
            <span>
              <span>{option.label}</span>
              {option.detail && <small className={styles.choiceDetail}>{option.detail}</small>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-note`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
