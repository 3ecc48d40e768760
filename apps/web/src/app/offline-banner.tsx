import { useStore } from 'zustand';
import { oldAnswers } from '../platform/old-answers.ts';
import { useIsOnline } from '../platform/online.ts';
import { appWords } from '../words/app.ts';
import styles from './offline-banner.module.css';

/** Says that what is on the screen may be old: there is no connection, or the server did not answer again. */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  const why = useStore(oldAnswers, (state) => state.why);
  const text = isOnline ? why && appWords.notRefreshed(why) : appWords.offline;
  return <div role="status">{text && <p className={styles.banner}>{text}</p>}</div>;
}
