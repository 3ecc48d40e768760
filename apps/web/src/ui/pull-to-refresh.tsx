import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useRef, useState } from 'react';
import { uiWords } from '../words/ui.ts';
import { classNames } from './class-names.ts';
import styles from './pull-to-refresh.module.css';

/** How far a finger must pull to reload, and how far the sign moves at most. */
const ENOUGH_PIXELS = 80;
const MOST_PIXELS = 120;

/**
 * Pulling the page down from its top reloads its data. This is for touch only; returning to the page or "Try again"
 * does the same without touch.
 */
export function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [pulledPixels, setPulledPixels] = useState(0);
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });

  useEffect(() => {
    let from: Touch | undefined;
    let pulled = 0;
    const pull = (pixels: number) => {
      pulled = pixels;
      setPulledPixels(pixels);
    };
    const start = ({ touches, target }: TouchEvent) => {
      const isElsewhere =
        target instanceof HTMLInputElement || document.querySelector('dialog[open]') !== null;
      from = touches.length === 1 && window.scrollY <= 0 && !isElsewhere ? touches[0] : undefined;
    };
    const move = (event: TouchEvent) => {
      const to = event.touches[0];
      if (from === undefined || to === undefined) return;
      const down = to.clientY - from.clientY;
      const aside = Math.abs(to.clientX - from.clientX);
      if (pulled === 0 && (down <= aside || window.scrollY > 0)) return;
      if (event.cancelable) event.preventDefault();
      pull(Math.min(MOST_PIXELS, Math.max(0, down)));
    };
    const end = () => {
      from = undefined;
      const isEnough = pulled >= ENOUGH_PIXELS;
      pull(0);
      if (!isEnough) return;
      setRefreshing(true);
      void refresh.current().finally(() => setRefreshing(false));
    };
    const cancel = () => {
      from = undefined;
      pull(0);
    };
    window.addEventListener('touchstart', start, { passive: true });
    window.addEventListener('touchmove', move, { passive: false });
    window.addEventListener('touchend', end);
    window.addEventListener('touchcancel', cancel);
    return () => {
      window.removeEventListener('touchstart', start);
      window.removeEventListener('touchmove', move);
      window.removeEventListener('touchend', end);
      window.removeEventListener('touchcancel', cancel);
    };
  }, []);

  const shift = isRefreshing ? ENOUGH_PIXELS : pulledPixels;
  return (
    <div className={styles.place} role="status">
      {shift > 0 && (
        <span
          className={classNames(styles.sign, isRefreshing && styles.turning)}
          style={{ transform: `translateY(${shift / 2}px) rotate(${shift * 3}deg)` }}
        >
          <RefreshCw aria-hidden="true" />
          {isRefreshing && <span className="visually-hidden">{uiWords.loading}</span>}
        </span>
      )}
    </div>
  );
}
