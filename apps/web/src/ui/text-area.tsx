import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import styles from './text-area.module.css';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'id'> & {
  label: string;
  /** The problem, in words. It replaces the hint and is announced. */
  error?: string | undefined;
  hint?: ReactNode;
};

/** A field for several sentences. */
export function TextArea({ label, error, hint, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={classNames(fieldStyles.box, error !== undefined && fieldStyles.wrong)}>
        <textarea
          {...area}
          id={id}
          className={classNames(fieldStyles.input, styles.area)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error !== undefined || hint ? `${id}-note` : undefined}
        />
      </div>
      {(error !== undefined || hint) && (
        <p
          id={`${id}-note`}
          className={error === undefined ? fieldStyles.hint : fieldStyles.error}
          role={error === undefined ? undefined : 'alert'}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
