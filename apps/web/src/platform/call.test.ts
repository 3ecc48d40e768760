import { signature } from '@thumba/contract/signature';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from './call.ts';
import type { CallFailure } from './call-answer.ts';
import { lusakaToday } from './lusaka-time.ts';
import { session } from './session.ts';
import { shownAtFields } from './shown-at-fields.ts';
import { toasts } from './toast.ts';

/* The network's answers are set by each test, and the clock is moved by hand. */

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  session.setState(session.getInitialState());
  toasts.setState({ toast: null });
});

function networkAnswers(code: number, msg: string): { headers: () => Record<string, string> } {
  const fetch = vi.fn(async (_url: string, _request: RequestInit) =>
    Response.json({ code, msg, data: null }),
  );
  vi.stubGlobal('fetch', fetch);
  return { headers: () => fetch.mock.calls[0]?.[1].headers as Record<string, string> };
}

const getUserInfo = () => call('getUserInfo', {}).catch((failure: CallFailure) => failure);
const shown = () => toasts.getState().toast?.text;

test('a call is given up when 120000 ms have brought no answer', async () => {
  const neverAnswers = (_url: string, { signal }: RequestInit) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  vi.stubGlobal('fetch', neverAnswers);
  let kind: string | undefined;
  void call('getReminder', {}).catch((failure: CallFailure) => {
    kind = failure.kind;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(kind).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(kind).toBe('offline');
});

test('a screen that was left before sends nothing', async () => {
  networkAnswers(200, 'OK');
  const asked = call('getReminder', {}, { signal: AbortSignal.abort() });
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  expect(fetch).not.toHaveBeenCalled();
});

test('a call that needs a token signs uid, six random characters and the time', async () => {
  session.setState({ token: 'secret' });
  const { headers } = networkAnswers(200, 'OK');
  await getUserInfo();
  const { uid = '', nonce = '', timestamp = '', sign, token } = headers();
  expect(uid).toBe(session.getState().uid);
  expect(nonce).toMatch(/^[a-z\d]{6}$/);
  expect(timestamp).toBe(String(Date.now()));
  expect(sign).toBe(signature(uid, nonce, timestamp));
  expect(token).toBe('secret');
});

test('every answer tells the time and the business date, and the next call is signed with that time', async () => {
  session.setState({ token: 'secret' });
  const serverMs = Date.now() + 3 * 60 * 60_000;
  const headers = { 'Server-Time': String(serverMs), 'Business-Date': '2027-02-02' };
  const fetch = vi.fn(async (_url: string, _request: RequestInit) =>
    Response.json({ code: 200, msg: 'OK', data: null }, { headers }),
  );
  vi.stubGlobal('fetch', fetch);
  await call('productPublic', {});
  expect(lusakaToday()).toBe('2027-02-02');
  await getUserInfo();
  expect(fetch.mock.calls[1]?.[1].headers).toMatchObject({ timestamp: String(serverMs) });
});

test('a call that needs no token carries none, and nothing that is signed', async () => {
  session.setState({ token: 'secret' });
  const { headers } = networkAnswers(200, 'OK');
  await call('getReminder', {});
  for (const name of ['token', 'uid', 'nonce', 'timestamp', 'sign'])
    expect(headers()).not.toHaveProperty(name);
});

test('a refusal is shown for 3000 ms and rejects the call with its words', async () => {
  networkAnswers(429, 'Please wait 42 seconds');
  expect(await getUserInfo()).toMatchObject({ kind: 'refused', message: 'Please wait 42 seconds' });
  expect(shown()).toBe('Please wait 42 seconds');
  await vi.advanceTimersByTimeAsync(2999);
  expect(shown()).toBe('Please wait 42 seconds');
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toBeUndefined();
});

describe('a refusal with messages by field', () => {
  const refuse = async () => {
    const data = { fields: { mobile: 'Please check the number' } };
    const answer = async () => Response.json({ code: 400, msg: 'Please check what you entered', data });
    vi.stubGlobal('fetch', vi.fn(answer));
    const refused = call('sendSmsCode', { params: { phone: '0977123456' } });
    return (await refused.catch((failure: CallFailure) => failure)) as CallFailure;
  };

  test('is no toast where a form shows them all', async () => {
    shownAtFields(await refuse(), { mobile: '', captcha: '' });
    expect(shown()).toBeUndefined();
  });

  test('is a toast of 3000 ms where no form does', async () => {
    shownAtFields(await refuse(), { captcha: '' });
    expect(shown()).toBe('Please check what you entered');
    await vi.advanceTimersByTimeAsync(2999);
    expect(shown()).toBe('Please check what you entered');
    await vi.advanceTimersByTimeAsync(1);
    expect(shown()).toBeUndefined();
  });
});

test('code 501 is left to the caller, and nothing is shown', async () => {
  networkAnswers(501, 'Decide');
  expect(await getUserInfo()).toMatchObject({ kind: 'caller_decides' });
  expect(shown()).toBeUndefined();
});

test('code 401 logs out and opens the login panel, and nothing is shown', async () => {
  session.setState({ token: 'secret', authStep: 4 });
  networkAnswers(401, 'Please log in');
  expect(await getUserInfo()).toMatchObject({ kind: 'signed_out' });
  expect(session.getState()).toMatchObject({ token: null, authStep: 1, isLoginPanelOpen: true });
  expect(shown()).toBeUndefined();
});

test('a call that is refused for its time is signed once more, with the time that the refusal tells', async () => {
  session.setState({ token: 'secret' });
  const serverMs = Date.now() + 3 * 60 * 60_000;
  const headers = { 'Server-Time': String(serverMs), 'Business-Date': '2026-11-26' };
  const refusal = { code: 400, msg: 'The clock of this phone is not right', data: { serverTime: serverMs } };
  const fetch = vi.fn(async (_url: string, _request: RequestInit) => Response.json(refusal, { headers }));
  vi.stubGlobal('fetch', fetch);
  expect(await getUserInfo()).toMatchObject({ kind: 'refused' });
  const signed = fetch.mock.calls.map(([, request]) => request.headers as Record<string, string>);
  expect(signed.map(({ timestamp }) => Number(timestamp))).toEqual([Date.now(), serverMs]);
});

test('a call of one borrower that is to be signed anew is not made by the next', async () => {
  session.setState({ token: 'hers' });
  const serverTime = Date.now() + 3_600_000;
  const fetch = vi.fn(async (_url: string, _request: RequestInit) => {
    session.setState({ token: 'his' });
    return Response.json({ code: 400, msg: 'Please set the clock', data: { serverTime } });
  });
  vi.stubGlobal('fetch', fetch);
  await getUserInfo();
  expect(fetch).toHaveBeenCalledOnce();
});

describe('a server with too many callers', () => {
  const busy = (retryAfterSeconds: number) =>
    Response.json(
      { code: 503, msg: 'Many people are using Thumba', data: { retryAfterSeconds } },
      { status: 503 },
    );
  const done = () => Response.json({ code: 200, msg: 'OK', data: { done: true } });

  /** The answers of the network in turn, and the requests that came. */
  function networkAnswersInTurn(...answers: Response[]) {
    const fetch = vi.fn(async (_url: string, _request: RequestInit) => answers.shift() ?? done());
    vi.stubGlobal('fetch', fetch);
    return fetch;
  }

  test('is asked again after the time that it named, with the same key, and the app says that it waits', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const fetch = networkAnswersInTurn(busy(3), busy(2));
    const options = { idempotencyKey: 'one', loading: 'loading' } as const;
    const answered = call('retryPayout', { body: { orderId: 1 } }, options);
    await vi.advanceTimersByTimeAsync(2999);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(toasts.getState().toast).toMatchObject({
      kind: 'loading',
      text: 'Many people are using Thumba. We will try again in a few seconds...',
    });
    await vi.advanceTimersByTimeAsync(1);
    expect(fetch).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await answered).toEqual({ done: true });
    expect(shown()).toBeUndefined();
    const keys = fetch.mock.calls.map(
      ([, { headers }]) => (headers as Record<string, string>)['Idempotency-Key'],
    );
    expect(keys).toEqual(['one', 'one', 'one']);
  });

  test('is asked again at another time by each phone, at most half as late again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const fetch = networkAnswersInTurn(busy(4));
    void getUserInfo();
    await vi.advanceTimersByTimeAsync(5990);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('is asked four times in all, and then what it says is shown', async () => {
    const fetch = networkAnswersInTurn(busy(1), busy(1), busy(1), busy(1));
    const answered = getUserInfo();
    await vi.advanceTimersByTimeAsync(4500);
    expect(await answered).toMatchObject({ kind: 'refused', code: 503 });
    expect(fetch).toHaveBeenCalledTimes(4);
    expect(shown()).toBe('Many people are using Thumba');
  });

  test('is not asked again for another borrower, nor after the screen was left', async () => {
    session.setState({ token: 'hers' });
    const fetch = networkAnswersInTurn(busy(1), busy(1));
    const hers = getUserInfo();
    await vi.advanceTimersByTimeAsync(10);
    session.setState({ token: 'his' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(await hers).toMatchObject({ code: 503 });
    expect(fetch).toHaveBeenCalledTimes(1);

    toasts.setState({ toast: null });
    const leaving = new AbortController();
    const left = call('getUserInfo', {}, { signal: leaving.signal }).catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(10);
    leaving.abort();
    expect(await left).toBe('AbortError');
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(shown()).toBeUndefined();
  });

  test('is asked again without a word by what the borrower did not ask for', async () => {
    networkAnswersInTurn(busy(1));
    const answered = call('getReminder', {}, { failureShownBy: 'background' });
    await vi.advanceTimersByTimeAsync(500);
    expect(shown()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answered).toEqual({ done: true });
  });

  test('another 503, such as of a start, is shown at once', async () => {
    const fetch = networkAnswersInTurn(
      Response.json({ code: 503, msg: 'We are starting up', data: null }, { status: 503 }),
    );
    expect(await getUserInfo()).toMatchObject({ kind: 'refused', message: 'We are starting up' });
    expect(fetch).toHaveBeenCalledOnce();
  });
});
