import type { Envelope } from '@thumba/contract/envelope';
import { callWords } from '../words/call.ts';

export type FailureKind =
  /** The server decided against it; `message` says why and has been shown. */
  | 'refused'
  /** Code 501, or a second code is asked for: the caller handles it by `reason`; nothing has been shown. */
  | 'caller_decides'
  /** Code 401: the session has ended and the login panel is open. */
  | 'signed_out'
  /** No answer came: there is no network, or it took too long. */
  | 'offline'
  /** The answer is not from our server, or not as agreed. */
  | 'unreadable';

/** The `reason` of a refusal that asks for a second code. */
export const STEP_UP_REQUIRED = 'step_up_required';

/** What a call is rejected with. */
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

  /** The stable word of a refusal that the caller handles. */
  get reason(): string | undefined {
    return typeof this.data.reason === 'string' ? this.data.reason : undefined;
  }

  /** Messages by field of a 400. */
  get fields(): Record<string, string> {
    return isRecord(this.data.fields) ? (this.data.fields as Record<string, string>) : {};
  }
}

function isEnvelope(body: unknown): body is Envelope<unknown> {
  return isRecord(body) && typeof body.code === 'number' && typeof body.msg === 'string';
}

/** The failure that an answer means; undefined for a success. */
export function failureOf(status: number, body: unknown): CallFailure | undefined {
  if (!isEnvelope(body)) return new CallFailure('unreadable', callWords.unreadable, status);
  const { code, msg, data } = body;
  if (code === 200) {
    const isHttpError = status < 200 || status > 299;
    return isHttpError ? new CallFailure('unreadable', callWords.unreadable, status) : undefined;
  }
  if (code === 401) return new CallFailure('signed_out', msg, code, data);
  if (code === 501 || (isRecord(data) && data.reason === STEP_UP_REQUIRED))
    return new CallFailure('caller_decides', msg, code, data);
  return new CallFailure('refused', msg, code, data);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
