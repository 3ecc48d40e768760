import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  apply,
  borrow,
  earnCredit,
  PATIENCE,
  signUp,
  succeedAfterAll,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { changeSetting } from '../../../test/change-setting.ts';
import { hireMaryAndGrace } from '../../staff/terminal/two-people.test-support.ts';

const RESERVE_KWACHA = 3000;

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer({ settings: { FLOAT_RESERVE: `airtel:${RESERVE_KWACHA}` } });
});
afterAll(() => server.stop());

type Waiting = { borrower: AppBorrower; orderId: number };

async function put(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${server.url}/sim/api/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

const setFloat = (operator: string, balance: number) => put(`floats/${operator}/payout`, { balance });
const exhaustFloat = (rate: number) => put('faults', { rates: { floatExhausted: rate } });

async function applicants(count: number, operator: 'mtn' | 'airtel'): Promise<Waiting[]> {
  const made: Waiting[] = [];
  for (let left = count; left > 0; left -= 1) {
    const borrower = await signUp(server, { mobile: server.newMobile(operator) });
    made.push({ borrower, orderId: 0 });
  }
  return Promise.all(
    made.map(async ({ borrower }) => ({ borrower, orderId: (await apply(borrower)).orderId })),
  );
}

async function attemptsOf(loanIds: number[]) {
  return server.query(
    `select loan_id, attempt_id as id, state, failure_reason, held_reason, next_step_at from payment_attempt
     where loan_id = any($1) and purpose = 'loan_payout' order by created_at`,
    [loanIds],
  );
}

/** What the operator itself holds of these loans' payouts. */
async function instructionsOf(loanIds: number[]) {
  return server.query(
    `select i.outcome from simulator.instruction i join payment_attempt p on p.attempt_id::text = i.reference
     where p.loan_id = any($1) and i.direction = 'payout' order by i.id`,
    [loanIds],
  );
}

const statusOf = async ({ borrower, orderId }: Waiting) =>
  (await borrower.ask('queryLoanDetail', { params: { id: orderId } })).status;

async function untilActive(waiting: Waiting[], count: number): Promise<void> {
  await vi.waitFor(async () => {
    const statuses = await Promise.all(waiting.map(statusOf));
    expect(statuses.filter((status) => status === 'active')).toHaveLength(count);
  }, PATIENCE);
}

/** `lookedAtMs`: the server has tried to send each of them at that time, so that the next look is later. */
async function untilHeld(
  waiting: Waiting[],
  count: number,
  { lookedAtMs = 0 }: { lookedAtMs?: number } = {},
): Promise<void> {
  await vi.waitFor(async () => {
    const attempts = await attemptsOf(waiting.map(({ orderId }) => orderId));
    const held = attempts.filter(({ state, held_reason }) => state === 'created' && held_reason);
    expect(held.filter(({ next_step_at }) => next_step_at.getTime() > lookedAtMs)).toHaveLength(count);
  }, PATIENCE);
}

/** An operator is asked a while after it got the instruction, so the clock moves only when each was sent or held back. */
async function untilSent(waiting: Waiting[]): Promise<void> {
  await vi.waitFor(async () => {
    const attempts = await attemptsOf(waiting.map(({ orderId }) => orderId));
    const unsent = attempts.filter(
      ({ state, held_reason }) => state === 'sent' || (state === 'created' && !held_reason),
    );
    expect([attempts.length >= waiting.length, unsent]).toEqual([true, []]);
  }, PATIENCE);
}

const toldOf = async ({ borrower }: Waiting): Promise<string[]> => {
  const { items } = await borrower.ask('listMessages', { query: {} });
  return items.map(({ text }) => text).filter((text) => text.includes('We will send it as soon as we can'));
};

const expectPaidOnce = async (waiting: Waiting[], balance = 11_000) => {
  for (const { borrower } of waiting) {
    expect((await server.handset.phone(borrower.mobile)).balance).toBe(balance);
  }
};

describe('payouts that the float does not cover', () => {
  test('wait and are told; topped up, they flow by themselves, each once', async () => {
    await setFloat('mtn', 5000);
    const all = await applicants(20, 'mtn');
    const loanIds = all.map(({ orderId }) => orderId);
    await untilActive(all, 5);
    await untilHeld(all, 15);
    // They were kept back before they were sent, so the operator refused none.
    expect(await instructionsOf(loanIds)).toEqual(Array(5).fill({ outcome: 'succeeded' }));

    const statuses = await Promise.all(all.map(statusOf));
    const held = all.filter((_one, index) => statuses[index] === 'paying_out');
    const words =
      'Our own account at MTN does not have enough money at the moment. We will send your money as soon as it does. You do not need to do anything.';
    for (const one of held) {
      expect(await one.borrower.ask('getMyLoanInfo', {})).toMatchObject({ userStatus: 4, messages: [words] });
      const bill = await one.borrower.ask('queryLoanDetail', { params: { id: one.orderId } });
      expect(bill).toMatchObject({ status: 'paying_out', waitingFor: words });
      const { items } = await one.borrower.ask('listOrders', { query: {} });
      expect(items).toMatchObject([{ status: 'paying_out', waitingFor: words }]);
      expect(await toldOf(one)).toEqual([
        'We cannot send your K1,000.00 through your mobile-money operator at the moment. We will send it as soon as we can. You do not need to do anything.',
      ]);
    }
    server.clock.advance({ seconds: 20 });
    await untilHeld(all, 15, { lookedAtMs: server.clock.nowMs() });

    await setFloat('mtn', 100_000);
    server.clock.advance({ seconds: 60 });
    await untilActive(all, 20);
    expect(await attemptsOf(loanIds)).toHaveLength(20);
    expect(await instructionsOf(loanIds)).toEqual(Array(20).fill({ outcome: 'succeeded' }));
    await expectPaidOnce(all);
    for (const one of held) {
      expect(await toldOf(one)).toHaveLength(1);
      expect((await one.borrower.ask('getMyLoanInfo', {})).messages).toEqual([]);
      const bill = await one.borrower.ask('queryLoanDetail', { params: { id: one.orderId } });
      expect(bill).not.toHaveProperty('waitingFor');
    }
  });

  test('leave the reserve of their operator', async () => {
    await setFloat('airtel', RESERVE_KWACHA + 2500);
    const all = await applicants(3, 'airtel');
    await untilActive(all, 2);
    await untilHeld(all, 1);
    await setFloat('airtel', 100_000);
    server.clock.advance({ seconds: 60 });
    await untilActive(all, 3);
    await expectPaidOnce(all);
  });

  test('leave another reserve once two people set it', async () => {
    const { mary, grace } = await hireMaryAndGrace(server);
    const people = { maker: mary, checker: grace };
    await setFloat('airtel', RESERVE_KWACHA + 500);
    server.clock.advance({ seconds: 60 });
    const all = await applicants(1, 'airtel');
    await untilHeld(all, 1);
    await changeSetting(people, 'float_reserve', { airtel: '1000' });
    server.clock.advance({ seconds: 60 });
    await untilActive(all, 1);
    await expectPaidOnce(all);
    await changeSetting(people, 'float_reserve', { airtel: String(RESERVE_KWACHA) });
    await setFloat('airtel', 100_000);
  });

  test('of wallet credit wait as well, and the credit is neither gone nor doubled', async () => {
    const borrower = await signUp(server);
    await earnCredit(server, borrower);
    server.clock.advance({ seconds: 60 });
    await setFloat('mtn', 100);
    const { paymentId } = await borrower.ask('payOutWallet', { body: {} });
    await vi.waitFor(async () => {
      const [attempt] = await server.query(
        'select state, held_reason from payment_attempt where attempt_id = $1',
        [paymentId],
      );
      expect(attempt).toEqual({ state: 'created', held_reason: 'float_low' });
    }, PATIENCE);
    await setFloat('mtn', 100_000);
    server.clock.advance({ seconds: 60 });
    await vi.waitFor(async () => {
      expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({
        status: 'succeeded',
      });
    }, PATIENCE);
  });
});

describe.each(['airtel', 'mtn'] as const)('a payout that %s refuses for want of float', (operator) => {
  test('goes on under another instruction, never two at once, and does not fail', async () => {
    await exhaustFloat(1);
    const all = await applicants(3, operator);
    const loanIds = all.map(({ orderId }) => orderId);
    // MTN says so only when it is asked.
    await untilSent(all);
    server.clock.advance({ seconds: 10 });
    await untilHeld(all, 3);
    const refused = (await attemptsOf(loanIds)).filter(({ state }) => state === 'failed');
    expect(refused.length).toBeGreaterThan(0);
    for (const { failure_reason } of refused) expect(failure_reason).toBe('float_low');
    for (const one of all) expect(await statusOf(one)).toBe('paying_out');

    // A float that looks full and is not costs one instruction a pause, and the pauses grow.
    const before = (await instructionsOf(loanIds)).length;
    for (let minutes = 0; minutes < 10; minutes += 1) {
      server.clock.advance({ seconds: 60 });
      await untilHeld(all, 3);
    }
    expect((await instructionsOf(loanIds)).length - before).toBeLessThanOrEqual(7);
    for (const one of all) expect(await toldOf(one)).toHaveLength(1);

    await exhaustFloat(0);
    await vi.waitFor(async () => {
      server.clock.advance({ seconds: 60 });
      const statuses = await Promise.all(all.map(statusOf));
      expect(statuses).toEqual(['active', 'active', 'active']);
    }, PATIENCE);
    await expectPaidOnce(all);
    const outcomes = (await instructionsOf(loanIds)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'succeeded')).toHaveLength(3);
    const restarts = await server.query(
      `select count(*)::int as count from loan_event where loan_id = any($1) and kind = 'payout_started'
         and detail ? 'insteadOf'`,
      [loanIds],
    );
    expect(restarts).toEqual([{ count: outcomes.length - 3 }]);
  });
});

test('a refused payout that left after all makes the loan run, and the one in its place is never sent', async () => {
  await exhaustFloat(1);
  const [one] = (await applicants(1, 'mtn')) as [Waiting];
  // The float guard may still pause after the refusals before. When it does not, more than one attempt is refused.
  const attempts = await vi.waitFor(async () => {
    const made = await attemptsOf([one.orderId]);
    if (made.length < 2) server.clock.advance({ seconds: 10 });
    expect(made[0]).toMatchObject({ state: 'failed', failure_reason: 'float_low' });
    expect(made.at(-1)).toMatchObject({ state: 'created' });
    return made;
  }, PATIENCE);
  await succeedAfterAll(server, attempts[0]!.id);
  await untilActive([one], 1);
  await exhaustFloat(0);
  server.clock.advance({ hours: 1 });
  const later = await borrow(await signUp(server));
  expect(later).toBeGreaterThan(one.orderId);
  const [refused, ...others] = await attemptsOf([one.orderId]);
  expect(refused).toMatchObject({ id: attempts[0]!.id, state: 'succeeded' });
  expect(others.map(({ state }) => state)).toEqual(others.map(() => 'failed'));
  expect(others.at(-1)).toMatchObject({ failure_reason: 'superseded' });
  expect(await instructionsOf([one.orderId])).toEqual([{ outcome: 'succeeded' }]);
});
