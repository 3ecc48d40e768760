import { randomUuid } from '../../platform/random.ts';
import { GOOGLE_SCOPE, type GoogleOutcome } from './google-sign-in.ts';

const GOOGLE_PAGE = 'https://accounts.google.com/o/oauth2/v2/auth';
/** Our own page, to which Google leads with its answer (public/google-return.html). */
const RETURN_PATH = '/google-return.html';
const LOOK_EVERY_MS = 250;
/** A window closes right after it has answered, so its answer may still be on the way. */
const ANSWER_MAY_TAKE_MS = 500;

type WindowRequest = { clientId: string; authorizeUrl: string | undefined; signal: AbortSignal };
type WindowAnswer = { state?: unknown; access_token?: unknown };

/**
 * Asks in a separate window, so that no script of Google runs in this page. Google leads that window back to our own
 * page, which answers with a message. Only a message from that window and with the state of this request counts.
 */
export function askInWindow({ clientId, authorizeUrl, signal }: WindowRequest): Promise<GoogleOutcome> {
  const state = randomUuid();
  const address = new URL(authorizeUrl ?? GOOGLE_PAGE, location.href);
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: location.origin + RETURN_PATH,
    response_type: 'token',
    scope: GOOGLE_SCOPE,
    // On a shared phone the account of the one before is not taken silently.
    prompt: 'select_account',
    state,
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
      if (origin !== location.origin || source !== opened || data?.state !== state) return;
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
