import ChevronLeft from 'lucide-react/icons/chevron-left';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useOverlayEntry } from '../platform/navigation.ts';
import { uiWords } from '../words/ui.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './overlay.module.css';

type OverlayProps = {
  /** `panel` covers the screen and has a back arrow; `sheet` rises from below; `dialog` stands in the middle. */
  kind: 'panel' | 'sheet' | 'dialog';
  title: string;
  isTitleHidden?: boolean;
  onClose: () => void;
  /** For text only: the text takes the focus, so that keys scroll it. */
  isReading?: boolean;
  /** Stays in sight below the scrolling content, such as the main button. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A native dialog: it keeps the focus inside and gives it back; Escape and the back button close it. */
export function Overlay({
  kind,
  title,
  isTitleHidden = false,
  onClose,
  isReading = false,
  footer,
  children,
}: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useOverlayEntry(onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The dialog itself takes the focus, so that its title is read first and no button looks chosen.
    element?.focus();
    return () => element?.close();
  }, []);

  const heading = (
    <h2 id={titleId} className={isTitleHidden ? 'visually-hidden' : styles.title}>
      {title}
    </h2>
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a tap beside the sheet does
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={classNames(styles.overlay, styles[kind])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file field inside the dialog sends the same event when it is closed without a choice.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (kind === 'sheet' && event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.content}>
        {kind === 'panel' && (
          <div className={styles.bar}>
            <IconButton label={uiWords.back} onClick={onClose}>
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            {heading}
          </div>
        )}
        {kind === 'sheet' && (
          <div className={styles.sheetTop}>
            {heading}
            <IconButton label={uiWords.close} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
        )}
        {kind === 'dialog' && heading}
        <div className={styles.body} {...(isReading ? { tabIndex: 0 } : {})}>
          {children}
        </div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}
