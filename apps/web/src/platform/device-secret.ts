import { call } from './call.ts';
import { browserStorage, session } from './session.ts';

const DEVICE_SECRET_KEY = 'deviceSecret';
const SECRET_BYTES = 32;

/** Tells the server that it knows this device. It is made once and stays on the device over every log-out. */
export function deviceSecret(): string {
  const kept = browserStorage.getItem(DEVICE_SECRET_KEY);
  if (kept !== null) return kept;
  const made = makeSecret();
  browserStorage.setItem(DEVICE_SECRET_KEY, made);
  return made;
}

/** The device as a sign-in names it. An Android phone has no id before the borrower allows it. */
export function deviceOfSignIn(): { deviceSecret: string; deviceId?: string } {
  const { deviceId } = session.getState();
  return { deviceSecret: deviceSecret(), ...(deviceId && { deviceId }) };
}

/**
 * Registers the device of a borrower who signed in before devices had a secret. The secret is kept once the server has
 * it, so that a registration that failed is tried again at the next start.
 */
export async function registerOlderDevice(): Promise<void> {
  const { token } = session.getState();
  if (token === null || browserStorage.getItem(DEVICE_SECRET_KEY) !== null) return;
  const made = makeSecret();
  try {
    await call('registerDevice', { body: { deviceSecret: made } }, { failureShownBy: 'background' });
  } catch {
    return;
  }
  if (browserStorage.getItem(DEVICE_SECRET_KEY) === null) browserStorage.setItem(DEVICE_SECRET_KEY, made);
}

/** Random bytes as base64url, as the contract asks for them. */
function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
