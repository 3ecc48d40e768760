import { callWords } from '../words/call.ts';
import { CallFailure } from './call-answer.ts';
import { pause } from './pause.ts';
import { session } from './session.ts';
import { showWaiting } from './toast.ts';

/** After this many waits the refusal is shown. */
const MOST_WAITS = 3;

/**
 * Sends again what the server refused because of too many callers, after the time that it named. Nothing of a refused
 * request was done, so each call can be sent again as it is. Unless `isQuiet`, a toast says that the app waits.
 */
export async function sendWhenServed<Answer>(
  send: () => Promise<Answer>,
  { isQuiet, signal }: { isQuiet: boolean; signal: AbortSignal | undefined },
): Promise<Answer> {
  const { token } = session.getState();
  for (let waits = 0; ; waits += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof CallFailure) || error.code !== 503 || waits === MOST_WAITS) throw error;
      const { retryAfterSeconds } = error.data;
      if (typeof retryAfterSeconds !== 'number') throw error;
      const stop = isQuiet ? undefined : showWaiting(callWords.busy);
      await pause(retryAfterSeconds * 1000, signal);
      stop?.();
      signal?.throwIfAborted();
      // A request of one borrower is not repeated with the token of the next.
      if (token !== session.getState().token) throw error;
    }
  }
}
