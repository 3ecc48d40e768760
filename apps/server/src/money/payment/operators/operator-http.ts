import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { z } from 'zod';
import { type CallPace, createUnlimitedPace, LONGEST_PAUSE_MS, type PausedKind } from './call-pace.ts';
import { createCallPlaces } from './call-places.ts';
import { type CircuitBreakerSettings, createCircuitBreaker } from './circuit-breaker.ts';
import type { StatusOutcome, SubmitOutcome } from './operator.ts';

export type OperatorRequest = {
  kind: PausedKind;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  bodyText?: string;
};

export type OperatorAnswer =
  /** `body` is the parsed JSON, or `undefined` where it is empty or no JSON. */
  | { kind: 'answered'; status: number; body: unknown; isEmpty: boolean; retryAfterSeconds?: number }
  /** Nothing of the request was carried out: it did not reach the operator, or the operator asked for fewer calls. */
  | { kind: 'not_sent'; cause: string; retryAfterSeconds?: number }
  /** The request may have reached the operator. No usable answer came back. */
  | { kind: 'no_answer'; cause: string };

export type Answered = Extract<OperatorAnswer, { kind: 'answered' }>;

export type ConnectionSettings = {
  baseUrl: string;
  timeoutMs?: number;
  callsAtOnce?: number;
  /** Unset, calls are made at any pace, and this connection alone makes the pauses that the operator asks for. */
  pace?: CallPace;
  circuitBreaker?: CircuitBreakerSettings;
};

export type OperatorHttp = { send(request: OperatorRequest): Promise<OperatorAnswer> };

const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_CALLS_AT_ONCE = 16;
const DEFAULT_CIRCUIT_BREAKER: CircuitBreakerSettings = { failuresToOpen: 5, openMs: 10_000 };
/** We close an idle connection before the operator does, so that no request is sent into a closing one. */
const IDLE_MS = 4_000;
const RETRY_AFTER_UNSAID_SECONDS = 2;
const MAX_ANSWER_BYTES = 256 * 1024;

const FAILED_BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** How long a call waits for one of the places of calls at once, and then for its turn. */
export function longestWaitMs(timeoutMs: number): number {
  return timeoutMs / 4;
}

function tooFast(retryAfterSeconds: number): OperatorAnswer {
  return { kind: 'not_sent', cause: 'too_many_calls', retryAfterSeconds };
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). A wait that makes no sense is cut. */
function readRetryAfter(value: string | undefined, nowMs: number): { retryAfterSeconds?: number } {
  if (value === undefined) return {};
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - nowMs) / 1000;
  if (Number.isNaN(seconds)) return {};
  return { retryAfterSeconds: Math.min(LONGEST_PAUSE_MS / 1000, Math.max(1, seconds)) };
}

/** For how long an operator asks us to make no call, if it does: with 429, and with 503 if it says when it is back. */
function waitAskedFor(answer: OperatorAnswer): number | undefined {
  if (answer.kind !== 'answered') return undefined;
  if (answer.status === 429) return answer.retryAfterSeconds ?? RETRY_AFTER_UNSAID_SECONDS;
  return answer.status === 503 ? answer.retryAfterSeconds : undefined;
}

/** Keeps only codes of the error, because its message may hold an address with a secret. */
function readFailure(error: unknown): OperatorAnswer {
  if (!(error instanceof Error)) return { kind: 'no_answer', cause: 'failed' };
  const { code = 'failed', syscall } = error as { code?: string; syscall?: string };
  const beforeSending = FAILED_BEFORE_SENDING.has(code) || syscall === 'connect' || syscall === 'getaddrinfo';
  return { kind: beforeSending ? 'not_sent' : 'no_answer', cause: code };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Codes are logged and stored. A free text in their place may name a person, so it is not read as a code. */
export const operatorCodeField = z.string().regex(/^[\w.-]{1,64}$/);

/** An operator that refuses with a reason is up, also where the status is 500. */
function showsOperatorUp(answer: OperatorAnswer): boolean {
  if (answer.kind !== 'answered') return false;
  return answer.status < 500 || (answer.status === 500 && answer.body !== undefined);
}

/** Makes one request and takes its whole answer. A redirect is not followed, because it would send the token to another host. */
function createExchange(baseUrl: URL, callsAtOnce: number, timeoutMs: number, now: () => number) {
  // Parsed once: an address given as text would be parsed for every request.
  const operator = urlToHttpOptions(baseUrl);
  const basePath = baseUrl.pathname.replace(/\/+$/, '');
  const { request: start, Agent } = baseUrl.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxSockets: callsAtOnce });
  return ({ method, path, headers, bodyText }: OperatorRequest): Promise<OperatorAnswer> => {
    return new Promise((resolve) => {
      const outgoing = start({ ...operator, path: basePath + path, method, headers, agent });
      const end = (answer: OperatorAnswer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      const giveUp = (answer: OperatorAnswer) => {
        end(answer);
        outgoing.destroy();
      };
      const timer = setTimeout(() => {
        const isConnected = outgoing.socket !== null && !outgoing.socket.connecting;
        giveUp({ kind: isConnected ? 'no_answer' : 'not_sent', cause: 'timeout' });
      }, timeoutMs);
      outgoing.on('error', (error) => end(readFailure(error)));
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength;
          chunks.push(chunk);
          if (bytes > MAX_ANSWER_BYTES) giveUp({ kind: 'no_answer', cause: 'answer_too_large' });
        });
        incoming.on('error', (error) => end(readFailure(error)));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          end({
            kind: 'answered',
            status: incoming.statusCode ?? 0,
            body: parseJson(text),
            isEmpty: text === '',
            ...readRetryAfter(incoming.headers['retry-after'], now()),
          });
        });
      });
      outgoing.end(bodyText);
    });
  };
}

export function createOperatorHttp(settings: ConnectionSettings, now: () => number): OperatorHttp {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, callsAtOnce = DEFAULT_CALLS_AT_ONCE } = settings;
  const exchange = createExchange(new URL(settings.baseUrl), callsAtOnce, timeoutMs, now);
  const places = createCallPlaces(callsAtOnce);
  const circuitBreaker = createCircuitBreaker(settings.circuitBreaker ?? DEFAULT_CIRCUIT_BREAKER, now);
  const { pace = createUnlimitedPace() } = settings;

  async function refuseBeforeTurn({ kind }: OperatorRequest): Promise<OperatorAnswer | undefined> {
    // The call that wants the token waits too, and the time of both is limited.
    const turn = await pace.enter(kind, kind === 'token' ? 0 : longestWaitMs(timeoutMs));
    return turn.isNow ? undefined : tooFast(turn.retryAfterMs / 1000);
  }

  /** The operator asks us to wait. It has carried out nothing of a call that it answers with 429. */
  async function heed({ kind }: OperatorRequest, answer: OperatorAnswer): Promise<OperatorAnswer> {
    const retryAfterSeconds = waitAskedFor(answer);
    if (retryAfterSeconds === undefined) return answer;
    await pace.pause(kind, retryAfterSeconds * 1000);
    // A 503 may come from a part of the operator that has passed the instruction on.
    const mayBeDone = kind === 'instruction' && answer.kind === 'answered' && answer.status === 503;
    return mayBeDone ? answer : tooFast(retryAfterSeconds);
  }

  return {
    async send(request) {
      // The place comes first. Otherwise calls whose turns have passed would all go out when a slow operator answers.
      if (!(await places.enter(longestWaitMs(timeoutMs))))
        return { kind: 'not_sent', cause: 'too_many_calls' };
      try {
        const refused = await refuseBeforeTurn(request);
        if (refused) return refused;
        if (!circuitBreaker.admits()) return { kind: 'not_sent', cause: 'circuit_open' };
        const answer = await exchange(request).catch(readFailure);
        circuitBreaker.record(showsOperatorUp(answer));
        return await heed(request, answer);
      } finally {
        places.leave();
      }
    },
  };
}

/** The operator refused the call, not the payment. The same instruction may be sent again later. */
export function isTurnedAway(status: number): boolean {
  return status === 401 || status === 403 || status === 429;
}

/** The time that the operator asked for, if it did. */
export function retryAfterOf(answer: OperatorAnswer): { retryAfterSeconds?: number } {
  return answer.kind === 'not_sent' && answer.retryAfterSeconds !== undefined
    ? { retryAfterSeconds: answer.retryAfterSeconds }
    : {};
}

/** The outcome of an enquiry that got no answer. One that was not made because of the pace is made later. */
export function withoutStatus(answer: OperatorAnswer): StatusOutcome {
  const { retryAfterSeconds } = retryAfterOf(answer);
  return retryAfterSeconds === undefined
    ? { kind: 'unanswered' }
    : { kind: 'postponed', inSeconds: retryAfterSeconds };
}

/** The outcome of an instruction. Only an answer of the operator itself is read by `readAnswered`. */
export function readSubmission(
  answer: OperatorAnswer,
  readAnswered: (answered: Answered) => SubmitOutcome,
): SubmitOutcome {
  switch (answer.kind) {
    case 'not_sent':
      return { kind: 'held', reason: 'operator_down', ...retryAfterOf(answer) };
    case 'no_answer':
      return { kind: 'unknown', operatorCode: answer.cause };
    case 'answered':
      return isTurnedAway(answer.status) ? { kind: 'held', reason: 'operator_down' } : readAnswered(answer);
  }
}

/** The part of an answer that may be logged. */
export function describeAnswer(answer: OperatorAnswer): Record<string, unknown> {
  return answer.kind === 'answered' ? { status: answer.status } : { cause: answer.cause };
}
