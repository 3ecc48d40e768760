import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './picker-field.module.css';

type PickerFieldProps = {
  label: string;
  /** The chosen value; without one the placeholder is shown. */
  value: string | undefined;
  placeholder: string;
  onOpen: () => void;
  /** While nothing is chosen, the Enter key of the field before leads here. */
  isAsked?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
};

/** A field whose value is chosen on an overlay that it opens. */
export function PickerField({
  label,
  value,
  placeholder,
  onOpen,
  isAsked = false,
  hint,
  error,
}: PickerFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <button
        type="button"
        className={classNames(styles.picker, error !== undefined && styles.wrong)}
        aria-haspopup="dialog"
        data-unanswered={(isAsked && value === undefined) || undefined}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onClick={onOpen}
      >
        <span id={`${id}-value`} className={value === undefined ? styles.empty : undefined}>
          {value ?? placeholder}
        </span>
        <ChevronRight aria-hidden="true" />
      </button>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={error === undefined ? styles.hint : styles.error}
          role={error === undefined ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
    </div>
  );
}
