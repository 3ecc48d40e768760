import { useSyncExternalStore } from 'react';
import styles from './offline-banner.module.css';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Says that the phone has no connection, for as long as it has none. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && <p className={styles.banner}>You are offline. What you see may be out of date.</p>}
    </div>
  );
}
