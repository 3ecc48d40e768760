import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, borrow, earnCredit, PATIENCE, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import { lookNow, payFromNumber, quicklySettled } from './compliance.test-support.ts';
import { lookAtPayments } from './look-at-payments.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
  await lookNow(server);
});
afterAll(() => server.stop());

const alertsOf = ({ borrowerId }: AppBorrower) =>
  server.query(
    `select rule, rule_version, subject, loan_id::integer as loan_id, figures, attempt_ids, case_id::integer as case_id
     from payment_alert where borrower_id = $1 order by alert_id`,
    [borrowerId],
  );

test('a loan that another number settles at once opens a case, once', async () => {
  const { borrower, loanId, paymentId } = await quicklySettled(server);
  await lookNow(server);
  const [found, ...others] = await alertsOf(borrower);
  const [paid] = await server.query(
    'select amount_ngwee::integer as ngwee from payment_attempt where attempt_id = $1',
    [paymentId],
  );
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    ...{ rule: 'quick_settlement', rule_version: 1, subject: `loan ${loanId}`, loan_id: loanId },
    ...{ attempt_ids: [paymentId], figures: { amountNgwee: paid.ngwee } },
  });
  await server.query("update alert_progress set looked_through_at = looked_through_at - interval '1 day'");
  expect(await lookNow(server)).toBeGreaterThan(0);
  expect(await alertsOf(borrower)).toEqual([found]);
});

test('a loan that its borrower settles is not found', async () => {
  const borrower = await signUp(server);
  await pay(server, borrower, await borrow(borrower));
  await lookNow(server);
  expect(await alertsOf(borrower)).toEqual([]);
});

test('a loan that another number settles later than a day after its payout is not found', async () => {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower);
  server.clock.advance({ hours: 25 });
  await payFromNumber(server, borrower, loanId);
  await lookNow(server);
  expect(await alertsOf(borrower)).toEqual([]);
});

test('the third other number that pays a loan opens a case, which a later alert joins', async () => {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower);
  for (const amount of [100, 110]) await payFromNumber(server, borrower, loanId, { amount });
  await pay(server, borrower, loanId, { amount: 120 });
  await lookNow(server);
  expect(await alertsOf(borrower)).toEqual([]);
  await payFromNumber(server, borrower, loanId, { amount: 130 });
  await lookNow(server);
  const [found] = await alertsOf(borrower);
  expect(found).toMatchObject({ rule: 'many_payers', figures: { numbers: 3, amountNgwee: 34_000 } });
  expect(found.attempt_ids).toHaveLength(3);
  // So many prompts by a link are too many for an hour.
  server.clock.advance({ hours: 2 });
  await payFromNumber(server, borrower, loanId);
  await lookNow(server);
  const [, joined] = await alertsOf(borrower);
  expect(joined).toMatchObject({ rule: 'quick_settlement', case_id: found.case_id });
  const [{ alert_count }] = await server.query('select alert_count from alert_case where case_id = $1', [
    found.case_id,
  ]);
  expect(alert_count).toBe(2);
});

/** K230 of wallet credit that came from outside, and left for the phone again. */
async function passThrough(): Promise<AppBorrower> {
  const borrower = await signUp(server);
  await earnCredit(server, borrower);
  server.clock.advance({ seconds: 1 });
  await borrower.ask('payOutWallet', { body: {} });
  await expect.poll(async () => (await borrower.ask('getWallet', { query: {} })).balance, PATIENCE).toBe(0);
  await expect
    .poll(
      () =>
        server.query(
          `select state from payment_attempt where borrower_id = $1 and purpose = 'wallet_payout'`,
          [borrower.borrowerId],
        ),
      PATIENCE,
    )
    .toEqual([{ state: 'succeeded' }]);
  return borrower;
}

test('money that only passes through the wallet opens a case from the sum of the rule on', async () => {
  const below = await passThrough();
  await lookNow(server);
  expect(await alertsOf(below)).toEqual([]);
  // As a person with both hands in the tables would: the versions are changed by two people elsewhere.
  await server.query('alter table alert_rule_version disable trigger alert_rule_version_is_approved');
  await server.query(`insert into alert_rule_version (rule, version, is_on, rule_values, saved_by, saved_at) values
    ('pass_through', 2, true, '{"withinDays": 3, "leastKwacha": 230, "sharePercent": 80}', 'setup', now()),
    ('large_cash', 2, true, '{"leastKwacha": 400}', 'setup', now())`);
  await server.query('alter table alert_rule_version enable trigger alert_rule_version_is_approved');
  const found = await passThrough();
  await lookNow(server);
  const [passed, cash] = [
    (await alertsOf(found)).find(({ rule }) => rule === 'pass_through'),
    (await alertsOf(found)).find(({ rule }) => rule === 'large_cash'),
  ];
  const [{ came_in: cameIn }] = await server.query(
    `select sum(amount_ngwee)::integer as came_in from ledger_transfer where borrower_id = $1
       and credit_account = 'wallet_credit' and debit_account in ('float_mtn_collection', 'float_airtel_collection')`,
    [found.borrowerId],
  );
  expect(passed).toMatchObject({
    rule_version: 2,
    figures: { amountNgwee: cameIn, cameInNgwee: cameIn },
  });
  const [{ collected }] = await server.query(
    `select sum(amount_ngwee)::integer as collected from payment_attempt
     where borrower_id = $1 and direction = 'collection' and state = 'succeeded'`,
    [found.borrowerId],
  );
  expect(cash).toMatchObject({ subject: server.today(), figures: { amountNgwee: collected } });
  expect((await alertsOf(below)).filter(({ rule }) => rule === 'pass_through')).toEqual([]);
});

const quickAlertsOf = async (borrower: AppBorrower) =>
  (await alertsOf(borrower)).filter(({ rule }) => rule === 'quick_settlement');

test('a look that ends in the middle leaves nothing, and the next one finds the same', async () => {
  const { borrower } = await quicklySettled(server);
  server.clock.advance({ minutes: 3 });
  const now = toDate(server.clock.nowMs());
  await server.query(`create function fail_now() returns trigger language plpgsql as $$
    begin raise exception 'the process was killed'; end $$`);
  await server.query(
    'create trigger fail_now before update on alert_progress for each row execute function fail_now()',
  );
  await expect(lookAtPayments(server, now)).rejects.toThrow('the process was killed');
  expect(await alertsOf(borrower)).toEqual([]);
  await server.query('drop trigger fail_now on alert_progress');
  await lookNow(server);
  expect(await quickAlertsOf(borrower)).toHaveLength(1);
});

test('two processes that look at the same moment find a thing once', async () => {
  const { borrower } = await quicklySettled(server);
  server.clock.advance({ minutes: 3 });
  const now = toDate(server.clock.nowMs());
  await Promise.all([1, 2, 3].map(() => lookAtPayments(server, now)));
  await lookNow(server);
  expect(await quickAlertsOf(borrower)).toHaveLength(1);
});

test('a look reads new payments by an index, in as many statements for many as for one', async () => {
  const oneByOne = server.db.roundTrips();
  expect(await lookNow(server)).toBe(0);
  expect(server.db.roundTrips() - oneByOne).toBeLessThan(20);
  const client = await server.owner.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query(
      `explain select p.attempt_id from alert_progress a cross join lateral (
         select * from payment_attempt where state = 'succeeded' and finished_at <= now()
           and (finished_at, attempt_id) > (a.looked_through_at, a.looked_through_id)
         order by finished_at, attempt_id limit 200) p`,
    );
    expect(JSON.stringify(rows)).toContain('payment_attempt_succeeded');
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
});

test('the book is sound, and the borrower read nothing of it', async () => {
  await expectSoundBook(server);
  const told = await server.db.rows(toldStatement, {});
  expect(told).toEqual([]);
});

const toldStatement = statement<{ kind: string }>(
  'test: messages that tell of alerts',
  `select kind from message where kind ~ 'alert|suspic|case|compliance'`,
);
