import type { Answer } from '@thumba/contract/wire';
import { call } from '../../platform/call.ts';
import { session } from '../../platform/session.ts';
import type { Occasion } from './told-parts.ts';

type Consent = Answer<'saveConsent'>;

/** What may be told of a phone by a consent of its own. */
const TOLD_KINDS: readonly Consent['kind'][] = ['device', 'messages', 'location'];

/**
 * Tells what this borrower allows to be told of the phone. The consents are asked for first: of whoever gave none, the
 * phone is asked nothing, and not even loads what would ask. Nobody waits for it, and nobody hears of a failure.
 */
export function tellDeviceData(occasion: Occasion): void {
  tell(occasion).catch((error) => console.warn(error));
}

async function tell(occasion: Occasion): Promise<void> {
  const { token } = session.getState();
  const consents = await call('listConsents', {}, { failureShownBy: 'background' });
  if (!consents.some(({ kind, given }) => given && TOLD_KINDS.includes(kind))) return;
  const { tellAllowed } = await import('./told-parts.ts');
  // A network may take its time: what one borrower allows is not asked of the phone of the next.
  if (token === session.getState().token) await tellAllowed(occasion, consents);
}

/** A consent was given or taken back just now. */
export function heedConsent(consent: Consent): void {
  import('./told-parts.ts').then(
    ({ heed }) => heed(consent),
    (error) => console.warn(error),
  );
}
