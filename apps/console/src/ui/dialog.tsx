import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { pressSubmit } from '../platform/submit-key.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

type DialogProps = {
  title: string;
  /** Unset, the dialog stays until what it asks for is done. */
  onClose?: () => void;
  isWide?: boolean;
  /** Hides what is behind it, for a page that its reader may no longer see. */
  hidesPage?: boolean;
  children: ReactNode;
};

/** A native dialog: it keeps the focus inside and gives it back, and Escape closes it. */
export function Dialog({ title, onClose, isWide = false, hidesPage = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The first field, where there is one. Otherwise the dialog, so that its title is read first.
    const first = element?.querySelector<HTMLElement>('input:not([readonly]), select, textarea');
    (first ?? element)?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={classNames(styles.dialog, isWide && styles.wide, hidesPage && styles.hiding)}
      aria-labelledby={titleId}
      onKeyDown={pressSubmit}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className={styles.top}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {onClose && (
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {children}
    </dialog>
  );
}

/** The buttons at the end of a dialog or form. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
