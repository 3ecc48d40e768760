import { readPersisted } from './persisted-store.ts';
import { browserStorage, SESSION_KEY, type SessionState, type SessionStore, takeOver } from './session.ts';

/** When another tab signs in or out, this one does too, and drops the previous borrower's data. */
export function followOtherTabs(store: SessionStore): void {
  const follow = () => {
    const kept = readPersisted<SessionState>(browserStorage, SESSION_KEY);
    if (kept.token !== undefined) takeOver(store, kept);
  };
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY) follow();
  });
  // A page that the browser brings back by its back button was not told of changes.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) follow();
  });
  // This begins some time after the load of the page.
  follow();
}
