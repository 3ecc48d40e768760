import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { type Toast, toasts } from '../platform/toast.ts';
import styles from './toaster.module.css';

/** Shows the toasts of the call layer. While a failure is shown, taps do nothing. */
export function Toaster() {
  const toast = useStore(toasts, (state) => state.toast);
  const [place, setPlace] = useState<{ toast: Toast; host: Element } | null>(null);

  // Everything outside an open modal dialog is inert, so the toast is put into the topmost dialog. It is looked up
  // after each change, because the dialog of the last toast may have closed.
  useLayoutEffect(() => {
    const host = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    setPlace(toast && { toast, host });
  }, [toast]);

  useLayoutEffect(() => {
    if (toast?.kind !== 'failure') return;
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('click', stop, true);
    return () => window.removeEventListener('click', stop, true);
  }, [toast]);

  if (toast === null || place?.toast !== toast) return null;
  return createPortal(<ToastBox key={toast.id} toast={toast} />, place.host);
}

function ToastBox({ toast }: { toast: Toast }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // If the dialog has closed meanwhile, the box is not in the document, and is placed again at once.
    if (box.current?.isConnected) box.current.showPopover?.();
  }, []);
  return (
    <div
      ref={box}
      popover="manual"
      className={styles.toast}
      role={toast.kind === 'failure' ? 'alert' : 'status'}
    >
      {toast.kind === 'loading' && <span className={styles.spinner} aria-hidden="true" />}
      {toast.text}
    </div>
  );
}
