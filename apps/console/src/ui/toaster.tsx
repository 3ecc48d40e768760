import Check from 'lucide-react/icons/check';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../platform/store.ts';
import { dismissToast, type Toast, toasts } from '../platform/toasts.ts';
import styles from './toaster.module.css';

const SHOWN_MS = 6000;

/** What was done, said for a few seconds. */
export function Toaster() {
  const shown = useStore(toasts);
  return (
    <div className={styles.toaster} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastButton key={toast.toastId} toast={toast} />
      ))}
    </div>
  );
}

/** A toast stays while it has the focus or the pointer. Once it is dismissed, the focus goes back to where it was. */
function ToastButton({ toast: { toastId, text } }: { toast: Toast }) {
  const [isFocused, setFocused] = useState(false);
  const [isUnderPointer, setUnderPointer] = useState(false);
  const before = useRef<HTMLElement>(null);
  const isHeld = isFocused || isUnderPointer;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toastId), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toastId, isHeld]);
  return (
    <button
      type="button"
      className={styles.toast}
      onFocus={({ relatedTarget }) => {
        before.current = relatedTarget as HTMLElement | null;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
      onPointerEnter={() => setUnderPointer(true)}
      onPointerLeave={() => setUnderPointer(false)}
      onClick={() => {
        before.current?.focus();
        dismissToast(toastId);
      }}
    >
      <Check aria-hidden="true" />
      {text}
      <span className="visually-hidden"> Dismiss</span>
    </button>
  );
}
