import { REQUEST_TIMEOUT_MS } from '@thumba/contract/envelope';
import {
  STAFF_API_BASE,
  STAFF_HEADER,
  type STAFF_HEADER_VALUES,
  type StaffCallName,
  staffCalls,
} from '@thumba/contract/staff/calls';
import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { CallFailure, failureOf, OFFLINE } from './call-failure.ts';
import { connection } from './connection.ts';
import { endSession } from './session.ts';

type CallOptions = {
  /** `timer` for what the page asks by itself: it does not keep the session awake. */
  by?: (typeof STAFF_HEADER_VALUES)[number];
  signal?: AbortSignal;
};

export type RequestParts = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** Makes a staff call. Resolves with the answer's `data`, or rejects with a `CallFailure`. */
export async function staffCall<Name extends StaffCallName>(
  name: Name,
  request: StaffRequest<Name>,
  { by = 'person', signal }: CallOptions = {},
): Promise<StaffAnswer<Name>> {
  const { method } = staffCalls[name];
  const { body } = request as RequestParts;
  const { status, answer } = await exchange(addressOf(name, request as RequestParts), {
    method,
    headers: {
      [STAFF_HEADER]: by,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.any([AbortSignal.timeout(REQUEST_TIMEOUT_MS), ...(signal ? [signal] : [])]),
  });
  return dataOf(name, status, answer);
}

/** The `data` of an answer. Throws the failure that it means, and takes note of what it says of connection and session. */
export function dataOf<Name extends StaffCallName>(
  name: Name,
  status: number,
  answer: unknown,
): StaffAnswer<Name> {
  const failure = failureOf(status, answer);
  connection.set(failure?.kind === 'server_away' ? 'server_away' : 'connected');
  if (failure === undefined) return (answer as { data: StaffAnswer<Name> }).data;
  // A wrong password is refused with the same code, and ends no session.
  if (failure.kind === 'signed_out' && staffCalls[name].access !== 'visitor') endSession();
  throw failure;
}

async function exchange(url: string, init: RequestInit): Promise<{ status: number; answer: unknown }> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, credentials: 'same-origin', redirect: 'error' });
    text = await response.text();
  } catch (error) {
    if (init.signal?.aborted && (init.signal.reason as Error).name !== 'TimeoutError') throw error;
    connection.set('offline');
    throw new CallFailure('offline', OFFLINE);
  }
  return { status: response.status, answer: parse(text) };
}

/** The address of a call with its parameters. */
export function addressOf(name: StaffCallName, { params = {}, query = {} }: RequestParts): string {
  const path = staffCalls[name].path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(String(params[parameter])),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `${STAFF_API_BASE}${path}${search === '' ? '' : `?${search}`}`;
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
