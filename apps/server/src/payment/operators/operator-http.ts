import { z } from 'zod';
import { createCallPlaces } from './call-places.ts';
import { type CircuitBreakerSettings, createCircuitBreaker } from './circuit-breaker.ts';

export type OperatorRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  bodyText?: string;
};

export type OperatorAnswer =
  /** `body` is the parsed JSON; `undefined` when it is empty or is no JSON. */
  | { kind: 'answered'; status: number; body: unknown; isEmpty: boolean }
  /** Nothing of the request can have reached the operator. */
  | { kind: 'not_sent'; cause: string }
  /** It may have reached the operator; what came back, if anything, cannot be used. */
  | { kind: 'no_answer'; cause: string };

export type ConnectionSettings = {
  baseUrl: string;
  timeoutMs?: number;
  callsAtOnce?: number;
  circuitBreaker?: CircuitBreakerSettings;
};

export type OperatorHttp = { send(request: OperatorRequest): Promise<OperatorAnswer> };

const defaultTimeoutMs = 20_000;
const defaultCallsAtOnce = 16;
const defaultCircuitBreaker: CircuitBreakerSettings = { failuresToOpen: 5, openMs: 10_000 };
const largestAnswerBytes = 256 * 1024;

const failedBeforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Takes only codes out of the error: its message may hold an address with a secret in it. */
function readFailure(error: unknown): OperatorAnswer {
  if (!(error instanceof Error)) return { kind: 'no_answer', cause: 'failed' };
  if (error.name === 'TimeoutError') return { kind: 'no_answer', cause: 'timeout' };
  const { code = 'failed', syscall } = (error.cause ?? error) as { code?: string; syscall?: string };
  const beforeSending = failedBeforeSending.has(code) || syscall === 'connect' || syscall === 'getaddrinfo';
  return { kind: beforeSending ? 'not_sent' : 'no_answer', cause: code };
}

async function readLimited(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream, so the rest is never received.
    if (bytes > largestAnswerBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Codes go to logs and to the books, so a text in a code's place, which may name somebody, is no code. */
export const operatorCodeField = z.string().regex(/^[\w.-]{1,64}$/);

/** A refusal with a reason, a 500 with one included, comes from an operator that is up. */
function showsOperatorUp(answer: OperatorAnswer): boolean {
  if (answer.kind !== 'answered') return false;
  return answer.status < 500 || (answer.status === 500 && answer.body !== undefined);
}

export function createOperatorHttp(settings: ConnectionSettings, now: () => number): OperatorHttp {
  const { timeoutMs = defaultTimeoutMs, callsAtOnce = defaultCallsAtOnce } = settings;
  const baseUrl = new URL(settings.baseUrl).href.replace(/\/+$/, '');
  const places = createCallPlaces(callsAtOnce);
  const circuitBreaker = createCircuitBreaker(settings.circuitBreaker ?? defaultCircuitBreaker, now);

  async function exchange(request: OperatorRequest): Promise<OperatorAnswer> {
    try {
      const response = await fetch(`${baseUrl}${request.path}`, {
        method: request.method,
        headers: request.headers,
        ...(request.bodyText !== undefined && { body: request.bodyText }),
        // A redirect would carry the token and the instruction to somewhere nobody configured.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readLimited(response);
      if (text === undefined) return { kind: 'no_answer', cause: 'answer_too_large' };
      return { kind: 'answered', status: response.status, body: parseJson(text), isEmpty: text === '' };
    } catch (error) {
      return readFailure(error);
    }
  }

  return {
    async send(request) {
      if (!(await places.enter(timeoutMs))) return { kind: 'not_sent', cause: 'too_many_calls' };
      try {
        if (!circuitBreaker.admits()) return { kind: 'not_sent', cause: 'circuit_open' };
        const answer = await exchange(request);
        circuitBreaker.record(showsOperatorUp(answer));
        return answer;
      } finally {
        places.leave();
      }
    },
  };
}

/** Refused at the operator's door, for no fault of the payment: it may pass later under the same id. */
export function isTurnedAway(status: number): boolean {
  return status === 401 || status === 403 || status === 429;
}

/** What of an answer may be logged. */
export function describeAnswer(answer: OperatorAnswer): Record<string, unknown> {
  return answer.kind === 'answered' ? { status: answer.status } : { cause: answer.cause };
}
