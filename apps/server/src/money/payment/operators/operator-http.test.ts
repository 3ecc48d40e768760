import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CallPace } from './call-pace.ts';
import { createOperatorHttp, type OperatorRequest } from './operator-http.ts';
import { refusingBaseUrl, type StubReply, startStubOperator } from './stub-operator.test-support.ts';

const request: OperatorRequest = {
  kind: 'instruction',
  method: 'POST',
  path: '/pay',
  headers: {},
  bodyText: '{}',
};
const now = () => 0;

test('an answer is handed over with its status and its JSON', async () => {
  const stub = await startStubOperator(() => ({ status: 201, json: { word: 'done' } }));
  const answer = await createOperatorHttp(stub, now).send(request);
  expect(answer).toEqual({ kind: 'answered', status: 201, body: { word: 'done' }, isEmpty: false });
});

test('a refused connection was not sent', async () => {
  const http = createOperatorHttp({ baseUrl: await refusingBaseUrl() }, now);
  expect(await http.send(request)).toEqual({ kind: 'not_sent', cause: 'ECONNREFUSED' });
});

test('a name that does not resolve was not sent', async () => {
  const http = createOperatorHttp({ baseUrl: 'http://operator.invalid' }, now);
  expect((await http.send(request)).kind).toBe('not_sent');
});

test('silence after sending is no answer', async () => {
  const stub = await startStubOperator(() => 'silence');
  const http = createOperatorHttp({ ...stub, timeoutMs: 100 }, now);
  expect(await http.send(request)).toEqual({ kind: 'no_answer', cause: 'timeout' });
  expect(stub.requests).toHaveLength(1);
});

test('a connection torn down after sending is no answer, and is not sent again', async () => {
  const stub = await startStubOperator(() => 'reset');
  const answer = await createOperatorHttp(stub, now).send(request);
  expect(answer.kind).toBe('no_answer');
  expect(stub.requests).toHaveLength(1);
});

test('an answer that stops half way is no answer', async () => {
  const stub = await startStubOperator(() => ({
    status: 200,
    text: '{',
    headers: { 'Content-Length': '100' },
  }));
  const answer = await createOperatorHttp({ ...stub, timeoutMs: 200 }, now).send(request);
  expect(answer.kind).toBe('no_answer');
});

test('an answer that is no JSON, or empty, has no body', async () => {
  const stub = await startStubOperator(({ path }) => ({
    status: 200,
    text: path === '/pay' ? '<html>' : '',
  }));
  const http = createOperatorHttp(stub, now);
  expect(await http.send(request)).toMatchObject({ body: undefined, isEmpty: false });
  expect(await http.send({ ...request, path: '/empty' })).toMatchObject({ body: undefined, isEmpty: true });
});

test('a huge answer is not taken in', async () => {
  const stub = await startStubOperator(() => ({ status: 200, text: `"${'x'.repeat(5_000_000)}"` }));
  const answer = await createOperatorHttp(stub, now).send(request);
  expect(answer).toEqual({ kind: 'no_answer', cause: 'answer_too_large' });
});

test('a redirect is not followed: the token would go with it', async () => {
  const other = await startStubOperator(() => ({ status: 202 }));
  const stub = await startStubOperator(() => ({
    status: 307,
    headers: { Location: `${other.baseUrl}/pay` },
  }));
  const answer = await createOperatorHttp(stub, now).send(request);
  expect(answer).toMatchObject({ kind: 'answered', status: 307 });
  expect(other.requests).toHaveLength(0);
});

test('connections are kept and used again', async () => {
  const stub = await startStubOperator(() => ({ status: 200, json: {} }));
  const http = createOperatorHttp(stub, now);
  for (let call = 0; call < 20; call += 1) await http.send(request);
  expect(new Set(stub.requests.map(({ clientPort }) => clientPort)).size).toBeLessThanOrEqual(2);
});

test('no more calls than allowed are under way at once, and none is lost', async () => {
  let underWay = 0;
  let most = 0;
  const stub = await startStubOperator(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await sleep(10);
    underWay -= 1;
    return { status: 200, json: {} };
  });
  const http = createOperatorHttp({ ...stub, callsAtOnce: 4 }, now);
  const answers = await Promise.all(Array.from({ length: 40 }, () => http.send(request)));
  expect(most).toBe(4);
  expect(answers.every(({ kind }) => kind === 'answered')).toBe(true);
});

test('a call takes its turn when it has a place, so that none uses up turns while calls are slow', async () => {
  let entered = 0;
  const pace: CallPace = {
    async enter() {
      entered += 1;
      return { isNow: true };
    },
    pause: async () => undefined,
  };
  const open: Array<(reply: StubReply) => void> = [];
  const stub = await startStubOperator(() => new Promise((reply) => open.push(reply)));
  const http = createOperatorHttp({ ...stub, callsAtOnce: 2, pace }, now);
  const calls = Array.from({ length: 6 }, () => http.send(request));
  for (const answered of [0, 2, 4]) {
    await expect.poll(() => open).toHaveLength(answered + 2);
    expect(entered).toBe(answered + 2);
    for (const reply of open.slice(answered)) reply({ status: 200, json: {} });
  }
  for (const answer of await Promise.all(calls)) expect(answer.kind).toBe('answered');
});

test('a call that found no place in time was not sent, and its place is not lost', async () => {
  let silent = true;
  const stub = await startStubOperator(() => (silent ? 'silence' : { status: 200, json: {} }));
  const http = createOperatorHttp({ ...stub, callsAtOnce: 1, timeoutMs: 150 }, now);
  const waiting = await Promise.all([http.send(request), http.send(request)]);
  expect(waiting.map((answer) => answer.kind !== 'answered' && answer.cause)).toEqual([
    'timeout',
    'too_many_calls',
  ]);
  silent = false;
  expect((await http.send(request)).kind).toBe('answered');
});

test.each([
  ['in seconds', '40', 40],
  ['as a date', 'Thu, 01 Jan 1970 00:00:25 GMT', 25],
  ['of nothing', undefined, 2],
  ['that cannot be read', 'later', 2],
  ['that has passed', 'Thu, 01 Jan 1970 00:00:00 GMT', 1],
  ['of a year', '31536000', 900],
])(
  'an operator that asks for fewer calls, with a time %s, has done nothing and gets no call meanwhile',
  async (_title, retryAfter, seconds) => {
    const pauses: unknown[] = [];
    const pace: CallPace = {
      enter: async () => ({ isNow: true }),
      pause: async (kind, pauseMs) => void pauses.push([kind, pauseMs]),
    };
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
    const stub = await startStubOperator(() => ({ status: 429, headers }));
    const answer = await createOperatorHttp({ ...stub, pace }, now).send(request);
    expect(answer).toEqual({ kind: 'not_sent', cause: 'too_many_calls', retryAfterSeconds: seconds });
    expect(pauses).toEqual([['instruction', seconds * 1000]]);
  },
);

test('an operator that is away for a time that it tells gets no call meanwhile, and may have taken an instruction', async () => {
  const pauses: unknown[] = [];
  const pace: CallPace = {
    enter: async () => ({ isNow: true }),
    pause: async (kind, pauseMs) => void pauses.push([kind, pauseMs]),
  };
  const stub = await startStubOperator(() => ({ status: 503, headers: { 'Retry-After': '40' } }));
  const http = createOperatorHttp({ ...stub, pace }, now);
  expect(await http.send(request)).toMatchObject({ kind: 'answered', status: 503 });
  const postponed = { kind: 'not_sent', cause: 'too_many_calls', retryAfterSeconds: 40 };
  for (const kind of ['status', 'account', 'token'] as const) {
    expect(await http.send({ ...request, kind })).toEqual(postponed);
  }
  const kinds = ['instruction', 'status', 'account', 'token'];
  expect(pauses).toEqual(kinds.map((kind) => [kind, 40_000]));
});

test('an operator that is away and tells no time is asked at the usual times', async () => {
  const pace: CallPace = {
    enter: async () => ({ isNow: true }),
    pause: () => Promise.reject(new Error('paused')),
  };
  const stub = await startStubOperator(() => ({ status: 503 }));
  const answer = await createOperatorHttp({ ...stub, pace }, now).send({ ...request, kind: 'status' });
  expect(answer).toMatchObject({ kind: 'answered', status: 503 });
});

test('a call whose turn does not come in time is not made, and one for a token waits for none', async () => {
  const entered: unknown[] = [];
  const pace: CallPace = {
    async enter(kind, waitMs) {
      entered.push([kind, waitMs]);
      return { isNow: false, retryAfterMs: 12_000 };
    },
    pause: async () => undefined,
  };
  const stub = await startStubOperator(() => ({ status: 200, json: {} }));
  const http = createOperatorHttp({ ...stub, pace }, now);
  const refused = { kind: 'not_sent', cause: 'too_many_calls', retryAfterSeconds: 12 };
  expect(await http.send(request)).toEqual(refused);
  expect(await http.send({ ...request, kind: 'token' })).toEqual(refused);
  expect(stub.requests).toHaveLength(0);
  expect(entered).toEqual([
    ['instruction', 5_000],
    ['token', 0],
  ]);
});

test('after failures in a row the operator is left alone, then probed by one call', async () => {
  const clock = { ms: 0 };
  let status = 503;
  const stub = await startStubOperator(() => ({ status, json: {} }));
  const settings = { ...stub, circuitBreaker: { failuresToOpen: 3, openMs: 5_000 } };
  const http = createOperatorHttp(settings, () => clock.ms);
  for (let call = 0; call < 3; call += 1) await http.send(request);
  expect(await http.send(request)).toEqual({ kind: 'not_sent', cause: 'circuit_open' });
  expect(stub.requests).toHaveLength(3);

  clock.ms += 5_000;
  status = 200;
  const probes = await Promise.all([http.send(request), http.send(request)]);
  expect(probes.map(({ kind }) => kind)).toEqual(['answered', 'not_sent']);
  expect((await http.send(request)).kind).toBe('answered');
});

test('refusals, and a 500 that gives a reason, do not count as the operator being down', async () => {
  const statuses = [400, 401, 404, 409, 500];
  const stub = await startStubOperator(() => ({
    status: statuses.shift() ?? 200,
    json: { code: 'PAYER_NOT_FOUND' },
  }));
  const http = createOperatorHttp({ ...stub, circuitBreaker: { failuresToOpen: 1, openMs: 5_000 } }, now);
  for (let call = 0; call < 6; call += 1) expect((await http.send(request)).kind).toBe('answered');
});

test('a base address that is none stops the server at its start', () => {
  expect(() => createOperatorHttp({ baseUrl: 'operator' }, now)).toThrow();
});
