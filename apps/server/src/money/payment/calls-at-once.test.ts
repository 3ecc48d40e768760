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
    await vi.waitFor(async () => {
      server.clock.advance({ seconds: 10 });
      const states = await server.query('select distinct state from payment_attempt');
      expect(states).toEqual([{ state: 'succeeded' }]);
    }, PATIENCE);
    expect(most).toBe(CALLS_AT_ONCE);
    expect(stub.requests.filter(({ path }) => path.endsWith('/transfer'))).toHaveLength(12);
    expect(stub.requests.filter(({ path }) => path.endsWith('/token/'))).toHaveLength(1);
  } finally {
    await server.stop();
  }
});
