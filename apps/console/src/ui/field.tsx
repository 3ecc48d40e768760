import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { pressSubmit } from '../platform/submit-key.ts';
import styles from './field.module.css';

type FrameProps = { label: string; hint?: ReactNode; problem?: string | undefined };

/** A label above its control, with a hint and what is wrong below. */
function FieldFrame({
  label,
  hint,
  problem,
  children,
}: FrameProps & { children: (ids: { id: string; describedBy: string | undefined }) => ReactNode }) {
  const id = useId();
  const below = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, describedBy: below === '' ? undefined : below })}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className={styles.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FrameProps & {
  value: string;
  onChange: (value: string) => void;
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'className'>;

export function TextField({ label, hint, problem, value, onChange, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {({ id, describedBy }) => (
        <input
          {...input}
          id={id}
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={describedBy}
          aria-invalid={problem ? true : undefined}
        />
      )}
    </FieldFrame>
  );
}

type TextAreaProps = FrameProps & {
  value: string;
  onChange: (value: string) => void;
} & Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'id' | 'className'>;

export function TextArea({ label, hint, problem, value, onChange, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {({ id, describedBy }) => (
        <textarea
          rows={3}
          {...area}
          id={id}
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={describedBy}
          aria-invalid={problem ? true : undefined}
        />
      )}
    </FieldFrame>
  );
}

type FileFieldProps = FrameProps & {
  /** The endings of files that the browser offers first. */
  accept: string;
  onChange: (file: File | null) => void;
};

export function FileField({ label, hint, problem, accept, onChange }: FileFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {({ id, describedBy }) => (
        <input
          id={id}
          type="file"
          accept={accept}
          className={styles.file}
          // A browser tells nothing when the file that is chosen already is chosen again, and keeps it as it was.
          onClick={(event) => {
            event.currentTarget.value = '';
            onChange(null);
          }}
          onChange={(event) => onChange(event.target.files?.[0] ?? null)}
          aria-describedby={describedBy}
          aria-invalid={problem ? true : undefined}
        />
      )}
    </FieldFrame>
  );
}

type SelectProps = FrameProps & {
  value: string;
  choices: readonly { value: string; text: string }[];
  onChange: (value: string) => void;
};

export function Select({ label, hint, problem, value, choices, onChange }: SelectProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {({ id, describedBy }) => (
        <select
          id={id}
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={describedBy}
          aria-invalid={problem ? true : undefined}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

type ChecksProps<Value extends string> = {
  label: string;
  problem?: string | undefined;
  choices: readonly { value: Value; text: string; note?: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

/** Several choices, of which any number may be chosen. */
export function Checks<Value extends string>({
  label,
  problem,
  choices,
  chosen,
  onChange,
}: ChecksProps<Value>) {
  return (
    <fieldset className={styles.checks}>
      <legend className={styles.label}>{label}</legend>
      {choices.map(({ value, text, note }) => (
        <label key={value} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          />
          <span>
            {text}
            {note && <span className={styles.note}>{note}</span>}
          </span>
        </label>
      ))}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** A form whose fields stand below each other. */
export function Form({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const isTried = useRef(false);
  const [, setTries] = useState(0);
  // After a try the focus goes to the first field that is wrong, until the person does something else.
  useEffect(() => {
    if (isTried.current) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
  const doElse = () => {
    isTried.current = false;
  };
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onKeyDownCapture={doElse}
      onPointerDownCapture={doElse}
      onKeyDown={pressSubmit}
      onSubmit={(event) => {
        event.preventDefault();
        isTried.current = true;
        setTries((tries) => tries + 1);
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
