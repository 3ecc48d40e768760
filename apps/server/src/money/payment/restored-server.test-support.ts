import { expect, vi } from 'vitest';
import { type AppBorrower, apply, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { toDate } from '../../platform/clock.ts';
import { whileClockGoesOn } from './open-attempts.test-support.ts';
import { recordRestore } from './restored-book.ts';

export type Payout = { borrower: AppBorrower; orderId: number; attemptId: string };

const MINUTE_MS = 60_000;

/** The database is as after a restore: it has lost the last minutes, this many. Answers since when. */
export async function restoreBook(server: AppServer, { lostMinutes = 30 } = {}): Promise<Date> {
  const nowMs = server.clock.nowMs();
  const dataUntil = toDate(nowMs - lostMinutes * MINUTE_MS);
  await recordRestore(server.owner, { backupId: 'test', dataUntil, historyId: 'test' }, toDate(nowMs));
  return dataUntil;
}

export async function setPayoutFloat(server: AppServer, operator: string, balance: number): Promise<void> {
  const response = await fetch(`${server.url}/sim/api/floats/${operator}/payout`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ balance }),
  });
  expect(response.status).toBe(200);
}

export async function attemptOf(server: AppServer, orderId: number) {
  const [attempt] = await server.query(
    `select attempt_id as id, state, held_reason, handed_over_for, next_step_at, sent_at from payment_attempt
     where loan_id = $1 and purpose = 'loan_payout' order by created_at desc limit 1`,
    [orderId],
  );
  return attempt;
}

/** A borrower whose payout waits for this reason. */
export async function waitingPayout(
  server: AppServer,
  reason: 'float_low' | 'book_restored',
  registered?: AppBorrower,
): Promise<Payout> {
  const borrower = registered ?? (await signUp(server));
  const { orderId } = await apply(borrower);
  await untilPayoutIs(server, orderId, { state: 'created', held_reason: reason });
  return { borrower, orderId, attemptId: (await attemptOf(server, orderId)).id };
}

/** The clock goes on meanwhile, because a payout that waits is looked at again only after some time. */
export const untilPayoutIs = (server: AppServer, orderId: number, wanted: object): Promise<void> =>
  whileClockGoesOn(
    server,
    { seconds: 1 },
    async () => [await attemptOf(server, orderId)],
    ([payout]) => expect(payout).toMatchObject(wanted),
  );

/** A payout that waits is looked at when its time has come. While a server looks, no person can say that it was made. */
export async function untilNoPayoutIsLookedAt(server: AppServer): Promise<void> {
  await vi.waitFor(async () => {
    const lookedAt = await server.query(
      `select attempt_id from payment_attempt where state = 'sent' or (state = 'created' and next_step_at <= $1)`,
      [toDate(server.clock.nowMs())],
    );
    expect(lookedAt).toEqual([]);
  }, PATIENCE);
}

/** The operator has made this payout: the server that was lost has sent it, under this id or another. */
export async function makeAtOperator(
  server: AppServer,
  { borrower, attemptId }: Omit<Payout, 'orderId'>,
): Promise<void> {
  await server.query(
    `insert into simulator.instruction (operator, platform, direction, reference, mobile, amount_ngwee, currency, request,
       fault_draw, outcome, created_at, settled_at)
     values ('mtn', 'legacy', 'payout', $1, $2, 100000, 'ZMW', '{}', 0, 'succeeded', $3, $3)`,
    [attemptId, borrower.mobile, toDate(server.clock.nowMs())],
  );
}

/** A payment fails at each operator now, so that the rows of their statements show the time until now. */
export async function failAtOperators(server: AppServer): Promise<void> {
  await server.query(
    `insert into simulator.instruction (operator, direction, reference, mobile, amount_ngwee, currency, request, fault_draw,
       outcome, failure, created_at, settled_at)
     select operator, 'collect', 'failed ' || gen_random_uuid(), mobile, 100, 'ZMW', '{}', 0, 'failed', 'wrong PIN', $1, $1
     from (values ('mtn', '0961234567'), ('airtel', '0971234567')) as of_each(operator, mobile)`,
    [toDate(server.clock.nowMs())],
  );
}

/** How often the operator was told to pay out for this number. */
export async function timesPaidOut(server: AppServer, { borrower }: Payout): Promise<number> {
  const [{ times }] = await server.query(
    `select count(*)::integer as times from simulator.instruction where mobile = $1 and direction = 'payout'`,
    [borrower.mobile],
  );
  return times;
}
