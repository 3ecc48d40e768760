import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type AppBorrower, apply, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { startAppServer } from '../../../test/app-server.ts';
import {
  type StubReply,
  type StubRequest,
  startStubOperator,
} from './operators/stub-operator.test-support.ts';

const CALLS_AT_ONCE = 3;

/** MTN that takes its time with every call. */
function answerOf({ method, path }: StubRequest): StubReply {
  if (path.endsWith('/token/')) {
    return { status: 200, json: { access_token: 'token', token_type: 'access_token', expires_in: 3600 } };
  }
  if (path.endsWith('/balance'))
    return { status: 200, json: { availableBalance: '1000000', currency: 'ZMW' } };
  return method === 'POST'
    ? { status: 202 }
    : { status: 200, json: { status: 'SUCCESSFUL', amount: '1000' } };
}

test('an operator never gets more calls at once than the setting says, however many payments wait', async () => {
  let underWay = 0;
  let most = 0;
  const stub = await startStubOperator(async (request) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await sleep(20);
    underWay -= 1;
    return answerOf(request);
  });
  const server = await startAppServer({
    settings: { MTN_BASE_URL: stub.baseUrl, OPERATOR_CALLS_AT_ONCE: String(CALLS_AT_ONCE) },
  });
  try {
    const borrowers: AppBorrower[] = [];
    for (let left = 12; left > 0; left -= 1) borrowers.push(await signUp(server));
    await Promise.all(borrowers.map((borrower) => apply(borrower)));
    const states = () => server.query('select distinct state from payment_attempt');
    // MTN tells the success also of a payout that it has not got yet.
    await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'pending' }]), PATIENCE);
    server.clock.advance({ seconds: 10 });
    await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'succeeded' }]), PATIENCE);
    expect(most).toBe(CALLS_AT_ONCE);
    expect(stub.requests.filter(({ path }) => path.endsWith('/transfer'))).toHaveLength(12);
    // One for the payouts, and one for the names of the holders.
    const tokens = stub.requests.map(({ path }) => path).filter((path) => path.endsWith('/token/'));
    expect(tokens.toSorted()).toEqual([...new Set(tokens)].toSorted());
    expect(tokens).toHaveLength(2);
  } finally {
    await server.stop();
  }
});

/** MTN that answers an enquiry with 429 for the first times, and Airtel that always answers. */
async function startBusyMtn(refusals: number) {
  let left = refusals;
  const enquiries: string[] = [];
  const stub = await startStubOperator((request) => {
    if (request.method !== 'GET' || !request.path.includes('/transfer/')) return answerOf(request);
    enquiries.push(request.path);
    left -= 1;
    return left >= 0 ? { status: 429, headers: { 'Retry-After': '1' } } : answerOf(request);
  });
  return { stub, enquiries };
}

test('a payment that the operator had no time to tell of is asked about when the operator said, and nothing is counted', async () => {
  const { stub, enquiries } = await startBusyMtn(1);
  const server = await startAppServer({
    settings: { MTN_BASE_URL: stub.baseUrl, OPERATOR_PACE: 'none' },
  });
  try {
    const { orderId } = await apply(await signUp(server));
    const attempt = async () =>
      (await server.query('select * from payment_attempt where loan_id = $1', [orderId]))[0]!;
    await vi.waitFor(async () => expect(await attempt()).toMatchObject({ state: 'pending' }), PATIENCE);
    const before = await attempt();
    server.clock.advance({ seconds: 10 });
    await vi.waitFor(async () => {
      const { state, enquiries: counted, unanswered, next_step_at } = await attempt();
      expect({ state, counted, unanswered }).toEqual({ state: 'pending', counted: 0, unanswered: 0 });
      const seconds = (next_step_at.getTime() - server.clock.nowMs()) / 1000;
      expect(enquiries).toHaveLength(1);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(2);
    }, PATIENCE);
    expect(before.next_step_at.getTime()).toBeLessThanOrEqual(server.clock.nowMs());
    await vi.waitFor(async () => {
      server.clock.advance({ seconds: 2 });
      expect((await attempt()).state).toBe('succeeded');
    }, PATIENCE);
  } finally {
    await server.stop();
  }
});

test('many payments of an operator with a slow pace do not delay those of another', async () => {
  const stub = await startStubOperator(answerOf);
  const server = await startAppServer({
    settings: { MTN_BASE_URL: stub.baseUrl, OPERATOR_PACE: 'mtn:status=0.01' },
  });
  try {
    for (let left = 6; left > 0; left -= 1) await apply(await signUp(server));
    await vi.waitFor(async () => {
      const states = await server.query('select distinct state from payment_attempt');
      expect(states).toEqual([{ state: 'pending' }]);
    }, PATIENCE);
    // One enquiry has its turn. The next one has it after a hundred seconds, so the clock goes on for less.
    server.clock.advance({ seconds: 10 });
    const airtel = await signUp(server, { mobile: server.newMobile('airtel') });
    const { orderId } = await apply(airtel);
    let secondsLeft = 80;
    await vi.waitFor(async () => {
      if (secondsLeft > 0) server.clock.advance({ seconds: 2 });
      secondsLeft -= 2;
      const [row] = await server.query('select state from payment_attempt where loan_id = $1', [orderId]);
      expect(row).toEqual({ state: 'succeeded' });
    }, PATIENCE);
    expect(stub.requests.filter(({ path }) => path.includes('/transfer/'))).toHaveLength(1);
    const states = await server.query(
      `select state, count(*)::int from payment_attempt where operator = 'mtn' group by state order by state`,
    );
    expect(states).toEqual([
      { state: 'pending', count: 5 },
      { state: 'succeeded', count: 1 },
    ]);
  } finally {
    await server.stop();
  }
});
