import { useIsOnline } from '../platform/online.ts';
import { appWords } from '../words/app.ts';
import styles from './offline-banner.module.css';

/** Says that the phone has no connection, for as long as it has none. */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  return <div role="status">{!isOnline && <p className={styles.banner}>{appWords.offline}</p>}</div>;
}
