import type { Envelope } from '@thumba/contract/envelope';

export type FailureKind =
  /** The server decided against it; `message` says why. */
  | 'refused'
  /** The session has ended. */
  | 'signed_out'
  /** No answer came. */
  | 'offline'
  /** The server is starting, overloaded, or another machine answered in its place. */
  | 'server_away';

const SERVER_AWAY = 'The server does not answer now. Nothing was changed by this.';
export const OFFLINE = 'There is no connection to the server.';

/** What a staff call is rejected with. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly kind: FailureKind;
  readonly code: number | undefined;
  readonly data: Record<string, unknown>;

  constructor(kind: FailureKind, message: string, code?: number, data?: unknown) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.data = isRecord(data) ? data : {};
  }

  /** The stable word of a refusal. */
  get reason(): string | undefined {
    return typeof this.data.reason === 'string' ? this.data.reason : undefined;
  }

  /** A sentence for each field that breaks a rule. */
  get fields(): Record<string, string> {
    return isRecord(this.data.fields) ? (this.data.fields as Record<string, string>) : {};
  }

  get retryAfterSeconds(): number | undefined {
    const seconds = this.data.retryAfterSeconds;
    return typeof seconds === 'number' ? seconds : undefined;
  }
}

/** The failure that an answer means. Undefined for a success. */
export function failureOf(status: number, body: unknown): CallFailure | undefined {
  if (!isEnvelope(body)) return new CallFailure('server_away', SERVER_AWAY, status);
  const { code, msg, data } = body;
  if (code === 200) {
    return status >= 200 && status <= 299 ? undefined : new CallFailure('server_away', SERVER_AWAY, status);
  }
  if (code === 401) return new CallFailure('signed_out', msg, code, data);
  if (code === 503) return new CallFailure('server_away', msg, code, data);
  return new CallFailure('refused', msg, code, data);
}

/** Refusals that end by themselves: too slow, too many, and faults of the server. */
const PASSING_CODES: readonly number[] = [408, 429, 500];

/** Whether the same call may succeed later. What the server decided against stays so: another try would mislead. */
export function mayPass(failure: unknown): boolean {
  if (!(failure instanceof CallFailure) || failure.kind !== 'refused') return true;
  return PASSING_CODES.includes(failure.code ?? 0);
}

/** The sentence of a failure on a screen. */
export function sentenceOf(failure: unknown): string {
  return failure instanceof CallFailure ? failure.message : SERVER_AWAY;
}

/** The sentences of a failure by field. None for a failure without fields. */
export function fieldsOf(failure: unknown): Record<string, string> {
  return failure instanceof CallFailure ? failure.fields : {};
}

function isEnvelope(body: unknown): body is Envelope<unknown> {
  return isRecord(body) && typeof body.code === 'number' && typeof body.msg === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
