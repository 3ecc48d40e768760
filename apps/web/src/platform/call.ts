import { type CallName, calls } from '@thumba/contract/calls';
import { NONCE_LENGTH, REQUEST_TIMEOUT_MS } from '@thumba/contract/envelope';
import type { Answer, Request } from '@thumba/contract/wire';
import { callWords } from '../words/call.ts';
import { sendWhenServed } from './busy-server.ts';
import { CallFailure, failureOf } from './call-answer.ts';
import { callHeaders, type HttpRequest, httpRequest, type RequestParts, type Stamp } from './call-request.ts';
import { device } from './device.ts';
import { learnTime, serverNowMs } from './lusaka-time.ts';
import { randomNonce } from './random.ts';
import { openLoginPanel, type SessionState, session, signOut } from './session.ts';
import { showFailure, startLoading } from './toast.ts';

export type LoadingText = keyof typeof callWords.loading;

export type CallOptions = {
  /** Shown while the answer is slow. */
  loading?: LoadingText;
  /** For a call that moves money: the same for every try of one submission. */
  idempotencyKey?: string;
  /** What this call sends besides the headers of every call. */
  headers?: () => Record<string, string>;
  /**
   * `screen`: the screen shows the failure itself, at once without a network, and after the toast when the server
   * refused, so that the same text is never shown twice. `background`: nothing is shown.
   */
  failureShownBy?: 'toast' | 'screen' | 'background';
  signal?: AbortSignal;
};

/**
 * Makes a call of the contract. It resolves with the answer's `data`, or rejects with a `CallFailure` that has
 * already been shown, unless its kind is `caller_decides`.
 */
export async function call<Name extends CallName>(
  name: Name,
  request: Request<Name>,
  options: CallOptions = {},
): Promise<Answer<Name>> {
  try {
    const http = httpRequest(name, request as RequestParts);
    const answer = await sendWhenServed(() => sendWhileLoading(name, http, options), {
      isQuiet: options.failureShownBy === 'background',
      signal: options.signal,
    });
    return answer as Answer<Name>;
  } catch (error) {
    if (error instanceof CallFailure) await show(error, options.failureShownBy ?? 'toast');
    throw error;
  }
}

/** Between two tries the app says that it waits, so each try has a loading toast of its own. */
async function sendWhileLoading(name: CallName, http: HttpRequest, options: CallOptions): Promise<unknown> {
  const stopLoading = options.loading && startLoading(callWords.loading[options.loading]);
  try {
    return await sendInServerTime(name, http, options);
  } finally {
    stopLoading?.();
  }
}

async function sendInServerTime(name: CallName, http: HttpRequest, options: CallOptions): Promise<unknown> {
  const { token } = session.getState();
  try {
    return await send(name, http, options);
  } catch (error) {
    // The refusal has told the server's time.
    const isOfWrongTime = error instanceof CallFailure && error.code === 400 && 'serverTime' in error.data;
    if (!isOfWrongTime) throw error;
    // A request of one borrower is not repeated with the token of the next.
    if (token !== session.getState().token) throw error;
    return send(name, http, options);
  }
}

async function send(
  name: CallName,
  { method, url, body }: HttpRequest,
  options: CallOptions,
): Promise<unknown> {
  // A signal that is aborted already tells no listener.
  options.signal?.throwIfAborted();
  const state = session.getState();
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), REQUEST_TIMEOUT_MS);
  const stop = () => abort.abort();
  options.signal?.addEventListener('abort', stop);
  let status: number;
  let text: string;
  try {
    const stamp = calls[name].token ? await makeStamp(state) : undefined;
    const headers = callHeaders(state, device.brand(), stamp);
    Object.assign(headers, options.headers?.());
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
    const sentAtMs = Date.now();
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      signal: abort.signal,
      credentials: 'omit',
    });
    learnTime(response.headers, sentAtMs);
    status = response.status;
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new CallFailure('offline', callWords.offline);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }

  const answer = parse(text);
  const failure = failureOf(status, answer);
  if (failure === undefined) return (answer as { data: unknown }).data;
  const isOfThisSession = calls[name].token && state.token === session.getState().token;
  if (failure.kind === 'signed_out' && isOfThisSession) {
    signOut(session);
    openLoginPanel(session, session.getState().headedTo);
  }
  throw failure;
}

/** Loaded lazily, because without a sign-in no call is signed. */
export const loadSignature = () => import('@thumba/contract/signature');

async function makeStamp({ uid }: SessionState): Promise<Stamp> {
  const { signature } = await loadSignature();
  const nonce = randomNonce(NONCE_LENGTH);
  const timestamp = String(serverNowMs());
  return { nonce, timestamp, sign: signature(uid, nonce, timestamp) };
}

/** Resolves when the caller may go on. */
function show(
  { kind, message }: CallFailure,
  shownBy: NonNullable<CallOptions['failureShownBy']>,
): Promise<void> | undefined {
  if (shownBy === 'background') return;
  const isNetwork = kind === 'offline' || kind === 'unreadable';
  if (kind !== 'refused' && !(isNetwork && shownBy === 'toast')) return;
  const gone = showFailure(message);
  return shownBy === 'screen' ? gone : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
