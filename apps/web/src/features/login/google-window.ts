import { randomUuid } from '../../platform/random.ts';
import { GOOGLE_SCOPE, type GoogleOutcome } from './google-sign-in.ts';

const LOOK_EVERY_MS = 250;
/** A window closes right after it has answered, so its answer may still be on the way. */
const ANSWER_MAY_TAKE_MS = 500;

type WindowRequest = { clientId: string; authorizeUrl: string; signal: AbortSignal };
type WindowAnswer = { state?: unknown; access_token?: unknown };

/**
 * Asks in a separate window, which answers with a message. Only a message from that window, from the opened origin and
 * with the state of this request counts.
 */
export function askInWindow({ clientId, authorizeUrl, signal }: WindowRequest): Promise<GoogleOutcome> {
  const state = randomUuid();
  const address = new URL(authorizeUrl, location.href);
  address.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'token',
    scope: GOOGLE_SCOPE,
    state,
    origin: location.origin,
  }).toString();
  const opened = window.open(address, 'google', 'popup,width=480,height=640');
  if (opened === null) return Promise.resolve({ kind: 'blocked' });

  return new Promise((resolve) => {
    const end = (outcome: GoogleOutcome) => {
      clearInterval(timer);
      window.removeEventListener('message', hear);
      resolve(outcome);
    };
    const hear = ({ origin, source, data }: MessageEvent<WindowAnswer | null>) => {
      if (origin !== address.origin || source !== opened || data?.state !== state) return;
      const accessToken = data.access_token;
      end(typeof accessToken === 'string' ? { kind: 'granted', accessToken } : { kind: 'closed' });
    };
    const timer = setInterval(() => {
      if (!opened.closed) return;
      clearInterval(timer);
      setTimeout(() => end({ kind: 'closed' }), ANSWER_MAY_TAKE_MS);
    }, LOOK_EVERY_MS);
    window.addEventListener('message', hear);
    signal.addEventListener('abort', () => {
      opened.close();
      end({ kind: 'closed' });
    });
  });
}
