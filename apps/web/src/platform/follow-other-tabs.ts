import { readPersisted } from './persisted-store.ts';
import { browserStorage, SESSION_KEY, type SessionState, type SessionStore, takeOver } from './session.ts';
import { APP_LOCK_KEY } from './storage.ts';

const followed = new WeakSet<SessionStore>();

/**
 * When another tab signs in or out, this one does too, and drops the previous borrower's data. When another tab turns
 * app lock on or off, this one is locked or unlocked.
 */
export function followOtherTabs(store: SessionStore): void {
  if (followed.has(store)) return;
  followed.add(store);
  const follow = () => {
    const kept = readPersisted<SessionState>(browserStorage, SESSION_KEY);
    if (kept.token === undefined) return;
    const { lang } = store.getState();
    takeOver(store, kept);
    if (kept.lang !== undefined && kept.lang !== lang) void followLanguage(kept.lang);
  };
  const followLock = () => store.setState({ isLocked: browserStorage.getItem(APP_LOCK_KEY) !== null });
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY) follow();
    if (event.key === APP_LOCK_KEY) followLock();
  });
  // A page that the browser brings back by its back button was not told of changes.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    follow();
    followLock();
  });
  // This begins some time after the load of the page.
  follow();
  followLock();
}

/** This tab changes as soon as the language has loaded. Without it, it changes at its next start. */
function followLanguage(tag: string): Promise<void> {
  return import('./choose-language.ts')
    .then(({ changeLanguage }) => changeLanguage(tag))
    .catch(() => undefined);
}
