import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useIsOnline } from '../platform/online.ts';
import { oldAnswers } from '../platform/watch-old-answers.ts';
import { oldAnswersWords } from '../words/old-answers.ts';
import { wholeSentence } from '../words/whole-sentence.ts';
import styles from './offline-banner.module.css';

/** Says in the place of `OfflineBanner` that the server refused to answer again. */
export function OldAnswersBanner() {
  const isOnline = useIsOnline();
  const why = useStore(oldAnswers, (state) => state.why);
  const place = document.querySelector('#root > [role=status]');
  if (!isOnline || why === null || place === null) return null;
  return createPortal(
    <p className={styles.banner}>{oldAnswersWords.notRefreshed(wholeSentence(why))}</p>,
    place,
  );
}
