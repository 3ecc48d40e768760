import type { Answer } from '@thumba/contract/wire';
import { call } from '../../platform/call.ts';
import { session } from '../../platform/session.ts';
import type { Occasion } from './told-parts.ts';

type Consent = Answer<'saveConsent'>;

/** Data of a phone that needs its own consent. */
const TOLD_KINDS: readonly Consent['kind'][] = ['device', 'messages', 'location'];

/**
 * Sends the phone data that this borrower allows. The consents are read first; without a consent the code that reads
 * the phone is not even loaded. It runs in the background, and failures are not shown.
 */
export function tellDeviceData(occasion: Occasion): void {
  tell(occasion).catch((error) => console.warn(error));
}

async function tell(occasion: Occasion): Promise<void> {
  const { token } = session.getState();
  const consents = await call('listConsents', {}, { failureShownBy: 'background' });
  if (!consents.some(({ kind, given }) => given && TOLD_KINDS.includes(kind))) return;
  const { tellAllowed } = await import('./told-parts.ts');
  // The network may be slow: consents of one borrower are not used for the next.
  if (token === session.getState().token) await tellAllowed(occasion, consents);
}

/** Called when a consent was given or taken back. */
export function heedConsent(consent: Consent): void {
  import('./told-parts.ts').then(
    ({ heed }) => heed(consent),
    (error) => console.warn(error),
  );
}
