import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/** `link` stands inside a line of text or a row. */
type Look = 'main' | 'plain' | 'danger' | 'quiet' | 'link';

type ButtonProps = {
  look?: Look;
  type?: 'button' | 'submit';
  /** Waits for an answer: it takes no further press, and keeps the focus. */
  isBusy?: boolean;
  isWide?: boolean;
  /** The key that does the same. */
  keys?: string;
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
};

export function Button({
  look = 'plain',
  type = 'button',
  isBusy = false,
  isWide = false,
  keys,
  onClick,
  ref,
  children,
}: ButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      className={classNames(styles.button, styles[look], isWide && styles.wide)}
      aria-disabled={isBusy || undefined}
      aria-keyshortcuts={keys?.replace('Ctrl ', 'Control+')}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
      {keys && <kbd className={styles.key}>{keys}</kbd>}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  to,
  look = 'plain',
  children,
}: {
  to: string;
  look?: Look;
  children: ReactNode;
}) {
  return (
    <Link href={to} className={classNames(styles.button, styles[look])}>
      {children}
    </Link>
  );
}

/** A button with a picture alone. Its label is read aloud and shown on hover. */
export function IconButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={styles.icon} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}
