import { type CallName, calls } from '@thumba/contract/calls';
import { NONCE_LENGTH, REQUEST_TIMEOUT_MS } from '@thumba/contract/envelope';
import type { Answer, Request } from '@thumba/contract/wire';
import { CallFailure, failureOf, OFFLINE_MESSAGE, serverTimeOffset } from './call-answer.ts';
import { callHeaders, type HttpRequest, httpRequest, type RequestParts, type Stamp } from './call-request.ts';
import { deviceBrand } from './device.ts';
import { randomNonce } from './random.ts';
import { openLoginPanel, type SessionState, session, signOut } from './session.ts';
import { showFailure, startLoading } from './toast.ts';

export type LoadingText = 'Log In...' | 'Sending...' | 'Loading...' | 'Binding...';

export type CallOptions = {
  /** Shown when the answer takes its time. */
  loading?: LoadingText;
  /** Of a call that moves money: the same for every try of one submission. */
  idempotencyKey?: string;
  /** `screen`: the screen itself says when the network is gone. `background`: nobody waits, so nothing is shown. */
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
  const stopLoading = options.loading ? startLoading(options.loading) : undefined;
  try {
    const http = httpRequest(name, request as RequestParts);
    return (await sendInServerTime(name, http, options)) as Answer<Name>;
  } catch (error) {
    stopLoading?.();
    if (error instanceof CallFailure) show(error, options.failureShownBy ?? 'toast');
    throw error;
  } finally {
    stopLoading?.();
  }
}

async function sendInServerTime(name: CallName, http: HttpRequest, options: CallOptions): Promise<unknown> {
  try {
    return await send(name, http, options);
  } catch (error) {
    const offsetMs = error instanceof CallFailure ? serverTimeOffset(error, Date.now()) : undefined;
    if (offsetMs === undefined) throw error;
    session.setState({ serverTimeOffsetMs: offsetMs });
    return send(name, http, options);
  }
}

async function send(
  name: CallName,
  { method, url, body }: HttpRequest,
  options: CallOptions,
): Promise<unknown> {
  const state = session.getState();
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), REQUEST_TIMEOUT_MS);
  const stop = () => abort.abort();
  options.signal?.addEventListener('abort', stop);
  let status: number;
  let text: string;
  try {
    const stamp = calls[name].token ? await makeStamp(state) : undefined;
    const headers = callHeaders(state, deviceBrand(), stamp);
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      signal: abort.signal,
      credentials: 'omit',
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new CallFailure('offline', OFFLINE_MESSAGE);
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

/** Somebody who is not signed in never signs a call, and need not download how. */
export const loadSignature = () => import('@thumba/contract/signature');

async function makeStamp({ uid, serverTimeOffsetMs }: SessionState): Promise<Stamp> {
  const { signature } = await loadSignature();
  const nonce = randomNonce(NONCE_LENGTH);
  const timestamp = String(Date.now() + serverTimeOffsetMs);
  return { nonce, timestamp, sign: signature(uid, nonce, timestamp) };
}

function show(failure: CallFailure, shownBy: NonNullable<CallOptions['failureShownBy']>): void {
  if (shownBy === 'background') return;
  if (failure.kind === 'refused') showFailure(failure.message);
  const isNetwork = failure.kind === 'offline' || failure.kind === 'unreadable';
  if (isNetwork && shownBy === 'toast') showFailure(failure.message);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
