import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { type Toast, toasts } from '../platform/toast.ts';
import styles from './toaster.module.css';

/** Speaks for the call layer. While a failure stands on the screen, taps do nothing. */
export function Toaster() {
  const toast = useStore(toasts, (state) => state.toast);
  const [host, setHost] = useState<Element>(document.body);

  // Everything outside an open modal dialog is inert, so the toast is put into the one on top.
  useLayoutEffect(() => {
    if (toast) setHost([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body);
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

  return toast ? createPortal(<ToastBox key={toast.id} toast={toast} />, host) : null;
}

function ToastBox({ toast }: { toast: Toast }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.showPopover?.();
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
