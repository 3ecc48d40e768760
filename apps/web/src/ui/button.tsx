import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

type Look = {
  /** `primary` once a screen; `secondary` beside it; `quiet` is a text link with a touch target; `field` ends a field. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'google' | 'field' | undefined;
  isWide?: boolean | undefined;
};

function lookOf({ variant = 'primary', isWide = variant !== 'quiet' && variant !== 'field' }: Look): string {
  return classNames(styles.button, styles[variant], isWide && styles.wide);
}

type ButtonProps = Look & Omit<ComponentProps<'button'>, 'className'> & { isBusy?: boolean };

/** While busy it keeps its label and its focus, and a second press does nothing. */
export function Button({ variant, isWide, isBusy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={lookOf({ variant, isWide })}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Buttons side by side, as wide as the row together. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

type ButtonLinkProps = Look & {
  to: string;
  /** Going back does not lead to this page again. */
  replace?: boolean;
  children: ReactNode;
};

export function ButtonLink({ variant, isWide, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} className={lookOf({ variant, isWide })}>
      {children}
    </Link>
  );
}

type IconButtonProps = { label: string; onClick: () => void; children: ReactNode; isDisabled?: boolean };

export function IconButton({ label, onClick, children, isDisabled = false }: IconButtonProps) {
  return (
    <button type="button" className={styles.icon} aria-label={label} onClick={onClick} disabled={isDisabled}>
      {children}
    </button>
  );
}
