import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppBorrower, apply, earnCredit, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { admitPayout, readCeiling } from '../../book/lending/payout-ceiling.ts';
import { command as lending } from '../terminal/commands/lending.ts';
import { runOf } from '../terminal/staff-desk.test-support.ts';

let server: AppServer;
let head: StaffMember;
let checker: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first, second } = await openOffice(server);
  const office = { maker: first, checker: second };
  head = await hire(server, office, { userName: 'natasha', roles: ['head_of_credit'] });
  checker = await hire(server, office, { userName: 'bwalya', roles: ['head_of_finance'] });
});
afterAll(() => server.stop());

const today = () => server.app.calendar.today();
const setCeiling = (amount: number | null, isForToday = false) =>
  head.client.call('setPayoutCeiling', { body: { amount, isForToday, reason: 'the board said so' } });
const ceilingOf = async () => (await readCeiling(server.db, today())).ceilingNgwee;
const paidOut = async () => (await readCeiling(server.db, today())).paidOutNgwee;

const approve = (requestId: number) =>
  checker.client.call('answerRequest', {
    params: { requestId },
    body: { answer: 'approve', reason: 'looked at it' },
  });

async function raise(amount: number | null, isForToday = false): Promise<void> {
  const { data } = await setCeiling(amount, isForToday);
  expect(data.requestId).not.toBeNull();
  expect(await approve(data.requestId!)).toMatchObject({ code: 200, data: { state: 'done' } });
}

/** Sets the ceiling as many kwacha above what was paid out today. */
async function leaveRoom(kwacha: number): Promise<void> {
  const { lastingNgwee, paidOutNgwee } = await readCeiling(server.db, today());
  const wanted = paidOutNgwee / 100 + kwacha;
  if (lastingNgwee !== null && wanted > lastingNgwee / 100) await raise(wanted);
  else expect(await setCeiling(wanted)).toMatchObject({ code: 200, data: { requestId: null } });
}

type Waiting = { borrower: AppBorrower; orderId: number };

async function applicants(count: number): Promise<Waiting[]> {
  const borrowers: AppBorrower[] = [];
  for (let left = count; left > 0; left -= 1) borrowers.push(await signUp(server));
  return Promise.all(
    borrowers.map(async (borrower) => ({ borrower, orderId: (await apply(borrower)).orderId })),
  );
}

const payoutsOf = (all: Waiting[]) =>
  server.query(
    `select state, held_reason from payment_attempt where loan_id = any($1) and purpose = 'loan_payout' order by state`,
    [all.map(({ orderId }) => orderId)],
  );

async function untilHeld(all: Waiting[], { held, succeeded }: { held: number; succeeded: number }) {
  await vi.waitFor(async () => {
    expect(await payoutsOf(all)).toEqual([
      ...Array(held).fill({ state: 'created', held_reason: 'payout_ceiling' }),
      ...Array(succeeded).fill({ state: 'succeeded', held_reason: null }),
    ]);
  }, PATIENCE);
}

const toldOf = async ({ borrower }: Waiting) => {
  const { items } = await borrower.ask('listMessages', { query: {} });
  return items.filter(({ text }) => text.includes('We will send it as soon as we can')).length;
};

describe('the ceiling on the payouts of a day', () => {
  test('is set and lowered by one person; a higher one, none, and one for today need two', async () => {
    expect(await ceilingOf()).toBeNull();
    expect(await setCeiling(90_000)).toMatchObject({ code: 200, data: { requestId: null } });
    expect(await setCeiling(80_000)).toMatchObject({ code: 200, data: { requestId: null } });
    for (const [amount, isForToday] of [
      [80_000.01, false],
      [null, false],
      [70_000, true],
    ] as const) {
      const { data } = await setCeiling(amount, isForToday);
      expect(await ceilingOf()).toBe(8_000_000);
      expect(
        await head.client.call('answerRequest', {
          params: { requestId: data.requestId! },
          body: { answer: 'approve', reason: 'me too' },
        }),
      ).toMatchObject({ code: 403, reason: 'own_request' });
      await head.client.call('withdrawRequest', { params: { requestId: data.requestId! } });
    }
    await raise(95_000);
    expect(await ceilingOf()).toBe(9_500_000);
    await raise(100_000, true);
    expect(await ceilingOf()).toBe(10_000_000);
    expect((await readCeiling(server.db, '2027-05-05' as never)).ceilingNgwee).toBe(9_500_000);
  });

  test('shows the person who checks what was and what would be', async () => {
    const { data } = await setCeiling(120_000);
    const shown = await checker.client.call('getRequest', { params: { requestId: data.requestId! } });
    expect(shown.data.effect[0]).toEqual({
      title: 'Payouts of a day',
      before: 'K95,000.00',
      after: 'K120,000.00',
    });
    await head.client.call('withdrawRequest', { params: { requestId: data.requestId! } });
  });

  test('holds what does not fit, tells the borrower once, and lets it go after an approved request', async () => {
    await leaveRoom(2500);
    const all = await applicants(5);
    await untilHeld(all, { held: 3, succeeded: 2 });
    expect((await ceilingOf())! - (await paidOut())).toBe(50_000);
    const statuses = await Promise.all(
      all.map(async ({ borrower, orderId }) => borrower.ask('queryLoanDetail', { params: { id: orderId } })),
    );
    const held = all.filter((_one, index) => statuses[index]!.status === 'paying_out');
    expect(held).toHaveLength(3);
    for (const { borrower } of held) {
      expect((await borrower.ask('getMyLoanInfo', {})).messages).toEqual([
        'We have sent out as much money as we can today. We will send yours tomorrow, or earlier if we can. You do not need to do anything.',
      ]);
    }
    await raise((await ceilingOf())! / 100 + 500, true);
    server.clock.advance({ minutes: 2 });
    await untilHeld(all, { held: 2, succeeded: 3 });
    await raise((await ceilingOf())! / 100 + 5000, true);
    server.clock.advance({ minutes: 2 });
    await untilHeld(all, { held: 0, succeeded: 5 });
    for (const one of held) expect(await toldOf(one)).toBe(1);
  });

  test('counts a payout of wallet credit too', async () => {
    await raise(null);
    const borrower = await signUp(server);
    await earnCredit(server, borrower);
    await setCeiling((await paidOut()) / 100 + 229);
    const { paymentId } = await borrower.ask('payOutWallet', { body: {} });
    const attempt = () =>
      server.query('select state, held_reason from payment_attempt where attempt_id = $1', [paymentId]);
    await vi.waitFor(
      async () => expect(await attempt()).toEqual([{ state: 'created', held_reason: 'payout_ceiling' }]),
      PATIENCE,
    );
    await raise((await paidOut()) / 100 + 230);
    server.clock.advance({ minutes: 2 });
    await vi.waitFor(
      async () => expect(await attempt()).toEqual([{ state: 'succeeded', held_reason: null }]),
      PATIENCE,
    );
    expect(await paidOut()).toBe(await ceilingOf());
  });

  test('is passed by none of forty payouts that are admitted at once', async () => {
    await raise(null);
    const all = await applicants(1);
    await untilHeld(all, { held: 0, succeeded: 1 });
    const { on, attempts } = await unsentPayouts(all[0]!.borrower, 40);
    const before = await paidOut();
    await setCeiling(before / 100 + 7000);
    const refusals = await Promise.all(
      attempts.map(({ borrower_id, attempt_id }) =>
        admitPayout(server.db, { borrowerId: borrower_id, attemptId: attempt_id, on }),
      ),
    );
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(7);
    expect(refusals.filter((refusal) => refusal === 'payout_ceiling')).toHaveLength(33);
    expect(await paidOut()).toBe(before + 700_000);
    await server.query(`delete from payment_attempt where operator_code = 'made by a test'`);
  });

  test('lets what waits go by itself on the next business day', async () => {
    await raise(null);
    await setCeiling((await paidOut()) / 100);
    const all = await applicants(1);
    await untilHeld(all, { held: 1, succeeded: 0 });
    await server.passDays(1);
    server.clock.advance({ minutes: 2 });
    await untilHeld(all, { held: 0, succeeded: 1 });
  });

  test('is lowered at the terminal, and raised there by a request', async () => {
    await raise(null);
    expect((await runOf(server, lending, 'ceiling', 'K60,000', 'a', 'calm', 'day')).text).toBe(
      'The ceiling is now: K60,000.00.',
    );
    const asked = await runOf(server, lending, 'ceiling', '61000', 'a', 'better', 'day');
    const [, requestId] = /^Request (\d+) is filed: /.exec(asked.text)!;
    expect(await ceilingOf()).toBe(6_000_000);
    await approve(Number(requestId));
    expect((await runOf(server, lending)).text).toContain('Ceiling of today: K61,000.00.');
  });

  test('is kept by the database: none is raised without a request that was approved', async () => {
    await expect(
      server.query(
        `insert into payout_ceiling (amount_ngwee, reason, actor, set_at) values (99999999999, 'mine', 'x', now())`,
      ),
    ).rejects.toThrow('needs a request that a second person approved');
    const { data } = await setCeiling(99_000);
    await expect(
      server.query(
        `insert into payout_ceiling (amount_ngwee, reason, actor, set_at, request_id)
         values (9900000, 'mine', 'x', now(), $1)`,
        [data.requestId],
      ),
    ).rejects.toThrow('needs a request that a second person approved');
    await expect(server.query('delete from payout_ceiling')).rejects.toThrow('append-only');
  });
});

/** Payouts that are claimed to be sent, as a driver has them. */
async function unsentPayouts({ borrowerId }: AppBorrower, count: number) {
  const attempts = (await server.query(
    `insert into payment_attempt (borrower_id, attempt_id, direction, purpose, amount_ngwee, operator, msisdn_sealed,
       state, submitted_on, created_at, sent_at, operator_code)
     select $1, gen_random_uuid(), 'payout', 'wallet_payout', 100000, 'mtn', '\\x', 'sent', $2, now(), now(),
       'made by a test' from generate_series(1, $3) returning borrower_id, attempt_id`,
    [borrowerId, today(), count],
  )) as { borrower_id: number; attempt_id: string }[];
  return { on: today(), attempts };
}
