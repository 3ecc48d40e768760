import Copy from 'lucide-react/icons/copy';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import styles from './copy-field.module.css';

/** A value to be copied, such as a link. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: ReactNode }) {
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          id={id}
          readOnly
          className={styles.value}
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={copy}>
          <Copy aria-hidden="true" /> {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      <span className="visually-hidden" role="status">
        {isCopied && 'Copied'}
      </span>
    </div>
  );
}
