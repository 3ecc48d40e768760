import { flushSync } from 'react-dom';
import { device } from '../../platform/device.ts';
import { followOtherTabs } from '../../platform/follow-other-tabs.ts';
import { browserStorage, session } from '../../platform/session.ts';
import { APP_LOCK_KEY } from '../../platform/storage.ts';
import { makeCover } from './cover.tsx';
import { hasGraceEnded, type Moment, now } from './grace.ts';

/** The id of the key that the screen lock opens; null while app lock is off. */
export function lockKey(): string | null {
  return browserStorage.getItem(APP_LOCK_KEY);
}

export function keepLockKey(keyId: string): void {
  guardApp();
  browserStorage.setItem(APP_LOCK_KEY, keyId);
  void device.hideScreen?.(true);
}

export function removeLockKey(): void {
  browserStorage.removeItem(APP_LOCK_KEY);
  void device.hideScreen?.(false);
}

let isGuarded = false;

/** From now on the app is covered while it is in the background, and locked when it was there for too long. */
export function guardApp(): void {
  if (isGuarded) return;
  isGuarded = true;
  // From before the lock is turned on here: what begins later would take it for the lock of another tab.
  followOtherTabs(session);
  const cover = makeCover();
  let left: Moment | undefined;

  const leave = () => {
    if (lockKey() === null || left !== undefined) return;
    left = now();
    cover.show();
  };
  const comeBack = () => {
    if (left === undefined) return;
    // At once, so that nothing is painted in between.
    if (lockKey() !== null && hasGraceEnded(left, now()))
      flushSync(() => session.setState({ isLocked: true }));
    left = undefined;
    cover.hide();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
    else comeBack();
  });
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', comeBack);
}
