import Check from 'lucide-react/icons/check';
import { useStore } from '../platform/store.ts';
import { dismissToast, toasts } from '../platform/toasts.ts';
import styles from './toaster.module.css';

/** What was done, said for a few seconds. */
export function Toaster() {
  const shown = useStore(toasts);
  return (
    <div className={styles.toaster} role="status" aria-live="polite">
      {shown.map(({ toastId, text }) => (
        <button key={toastId} type="button" className={styles.toast} onClick={() => dismissToast(toastId)}>
          <Check aria-hidden="true" />
          {text}
          <span className="visually-hidden"> Dismiss</span>
        </button>
      ))}
    </div>
  );
}
