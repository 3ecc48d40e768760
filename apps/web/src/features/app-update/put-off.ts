import type { KeyValueStorage } from '../../platform/storage.ts';

/**
 * Keeps the version that was put off, and when that was. A browser keeps under this name that its offer to install was
 * dismissed; an Android app makes no such offer.
 */
const PUT_OFF_KEY = 'installDismissed';
export const PUT_OFF_DAYS = 7;
const PUT_OFF_MS = PUT_OFF_DAYS * 24 * 3_600_000;

export function putOff(storage: KeyValueStorage, versionCode: number, nowMs: number): void {
  storage.setItem(PUT_OFF_KEY, `${versionCode} ${nowMs}`);
}

/** A later version is offered at once. So is this one if the clock of the phone was set back since. */
export function isPutOff(storage: KeyValueStorage, versionCode: number, nowMs: number): boolean {
  const [kept, atMs] = storage.getItem(PUT_OFF_KEY)?.split(' ') ?? [];
  const sinceMs = nowMs - Number(atMs);
  return kept === String(versionCode) && sinceMs >= 0 && sinceMs < PUT_OFF_MS;
}
