import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallFailure } from './call-failure.ts';
import { connection } from './connection.ts';
import { learnSession, type Session, SIGNED_OUT, session } from './session.ts';
import { addressOf, staffCall } from './staff-call.ts';

const person = {
  staffId: 7,
  userName: 'chanda',
  name: 'Chanda Mwila',
  roles: [],
  permissions: [],
  signedInAt: '2026-11-26T06:00:00.000Z',
  endsAt: '2026-11-26T18:00:00.000Z',
  idleEndsAt: '2026-11-26T06:15:00.000Z',
};
const signedIn: Session = {
  step: 'signed_in',
  person,
  lenderName: 'Thumba Finance',
  isDemo: false,
  businessDate: '2026-11-26',
};
const signedOut: Session = { ...signedIn, step: 'signed_out', person: null };

beforeEach(() => {
  session.set(SIGNED_OUT);
  learnSession(signedIn);
});
afterEach(() => vi.unstubAllGlobals());

const answers = (body: unknown, status = 200) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};
const failureOf = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (failure: CallFailure) => failure,
  );

describe('the address of a call', () => {
  test('has its parameters in the path, and only what was asked for behind it', () => {
    expect(addressOf('getRequest', { params: { requestId: '17/../18' } })).toBe(
      '/console/api/requests/17%2F..%2F18',
    );
    expect(
      addressOf('searchAudit', { query: { userName: 'a b', call: undefined, from: '', pageSize: 50 } }),
    ).toBe('/console/api/audit?userName=a+b&pageSize=50');
  });
});

describe('a call', () => {
  test('says by whom it is made, and answers the data', async () => {
    const fetched = answers({ code: 200, msg: 'OK', data: { total: 0, items: [] } });
    const request = { query: { state: 'waiting', page: 1, pageSize: 20 } } as const;
    expect(await staffCall('listRequests', request, { by: 'timer' })).toEqual({ total: 0, items: [] });
    await staffCall('listRequests', request);
    expect(fetched.mock.calls.map(([, init]) => init.headers)).toEqual([
      { 'Thumba-Console': 'timer' },
      { 'Thumba-Console': 'person' },
    ]);
  });

  test('is refused by name, with a sentence for each field', async () => {
    const fields = { reason: 'Please give a reason' };
    answers({ code: 400, msg: 'Not as agreed', data: { reason: 'input', fields } });
    const failure = await failureOf(staffCall('listStaff', { query: {} }));
    expect(failure).toMatchObject({ kind: 'refused', reason: 'input', fields, message: 'Not as agreed' });
    expect(connection.get()).toBe('connected');
  });

  test('whose session is over ends the session of the page, and keeps whose page it is', async () => {
    answers({ code: 401, msg: 'Sign in again', data: null });
    expect((await failureOf(staffCall('listStaff', { query: {} })))?.kind).toBe('signed_out');
    expect(session.get()).toMatchObject({ hasEnded: true, person });
  });

  test('of signing in that is refused ends no session', async () => {
    answers({ code: 401, msg: 'Wrong', data: null });
    const body = { userName: 'chanda', password: 'wrong' };
    expect((await failureOf(staffCall('staffPassword', { body })))?.message).toBe('Wrong');
    expect(session.get().hasEnded).toBe(false);
  });

  test.each([
    ['an answer of another machine', 'text', 502],
    ['a server that starts', { code: 503, msg: 'Starting', data: null }, 503],
  ])('that meets %s says that the server is away', async (_, body, status) => {
    answers(body, status);
    expect((await failureOf(staffCall('listStaff', { query: {} })))?.kind).toBe('server_away');
    expect(connection.get()).toBe('server_away');
  });

  test('without a network says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect((await failureOf(staffCall('listStaff', { query: {} })))?.kind).toBe('offline');
    expect(connection.get()).toBe('offline');
  });
});

describe('what the server says of the session', () => {
  test('ends the one of the page, and the same person goes on with it', () => {
    expect(learnSession(signedOut)).toBe(true);
    expect(session.get()).toMatchObject({ hasEnded: true, person });
    expect(learnSession(signedIn)).toBe(true);
    expect(session.get().hasEnded).toBe(false);
  });

  test('is not taken over where another person signed in', () => {
    expect(learnSession({ ...signedIn, person: { ...person, staffId: 8 } })).toBe(false);
    expect(session.get().person).toEqual(person);
  });

  test('shows the sign-in where no person was signed in', () => {
    session.set(SIGNED_OUT);
    learnSession(signedOut);
    expect(session.get()).toEqual({ session: signedOut, person: null, hasEnded: false });
  });
});
