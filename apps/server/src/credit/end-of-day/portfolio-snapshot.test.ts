import { money, type Row, tablesOf } from '@thumba/lending/rule-page.test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerPrompt, borrow, signUp, submitPayment, waitForPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';

const BUCKETS = ['current', '1-7', '8-15', '16-30', '31-60', '61-90', '91+'];
const AT_RISK = ['PAR1', 'PAR7', 'PAR30', 'PAR90'];

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function snapshotOf(day: string): Promise<Record<string, { loans: number; principal: string }>> {
  const rows = await server.query(
    'select bucket, loans, principal_ngwee from portfolio_snapshot where business_on = $1',
    [day],
  );
  return Object.fromEntries(
    rows.map((row) => [row.bucket, { loans: row.loans, principal: money(row.principal_ngwee) }]),
  );
}

test('each day leaves the buckets and the portfolio at risk that the page shows', async () => {
  const [, days] = tablesOf('end-of-day.md') as [Row[], Row[]];
  await borrow(await signUp(server), { amount: 1000 });
  await borrow(await signUp(server), { amount: 500, termId: 2 });
  await server.passDays(121);
  for (const row of days) {
    const snapshot = await snapshotOf(row('day'));
    expect([row('day'), ...BUCKETS.map((bucket) => snapshot[bucket]?.principal)]).toEqual([
      row('day'),
      ...BUCKETS.map(row),
    ]);
    const [atRisk] = await server.query('select * from portfolio_at_risk where business_on = $1', [
      row('day'),
    ]);
    expect([atRisk.loans, ...AT_RISK.map((name) => money(atRisk[`${name.toLowerCase()}_ngwee`]))]).toEqual([
      2,
      ...AT_RISK.map(row),
    ]);
  }
  expect(days).toHaveLength(9);
});

test('a loan whose payment is under way gets no older, and its snapshot stands when the day is ended again', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { amount: 300, termId: 2 });
  await server.passDays(14);
  await submitPayment(borrower, orderId, 100);
  await server.handset.waitForPrompt(borrower.mobile);
  await server.passDays(5);
  const before = await snapshotOf(server.today());
  expect(before.current).toEqual({ loans: 1, principal: 'K300' });
  await server.query(`update business_calendar set day_ended_through = day_ended_through - 3`);
  await server.query(`update portfolio_snapshot set loans = 77 where business_on = $1 and bucket = '8-15'`, [
    server.today(),
  ]);
  await server.endTheDay();
  expect(await snapshotOf(server.today())).toEqual({ ...before, '8-15': { loans: 77, principal: 'K0' } });
});

test('an extended loan is aged by its new date and beside it by the original one, as the page shows', async () => {
  const [, , days] = tablesOf('end-of-day.md') as [Row[], Row[], Row[]];
  const other = await startAppServer();
  try {
    const borrower = await signUp(other);
    const planId = planIdOf(await borrow(borrower), 1);
    await other.passDays(35);
    const { extensionFee } = await borrower.ask('extensionDetail', { body: { planId } });
    const { paymentId } = await borrower.ask('submitRepayApplyV2', {
      body: { bizType: 2, planId, payAmount: extensionFee },
    });
    await answerPrompt(other, borrower);
    await waitForPayment(borrower, paymentId);
    await other.passDays(30);
    for (const row of days) {
      const [bucket] = await other.query(
        `select max(bucket) filter (where loans = 1) as valid, max(bucket) filter (where loans_by_original_date = 1) as original,
          sum(principal_ngwee) as valid_ngwee, sum(principal_by_original_date_ngwee) as original_ngwee
         from portfolio_snapshot where business_on = $1`,
        [row('day')],
      );
      expect([bucket.valid, bucket.original]).toEqual([row('bucket'), row('bucket by original date')]);
      expect(Number(bucket.original_ngwee)).toBe(Number(bucket.valid_ngwee));
      const [atRisk] = await other.query(
        'select par7_ngwee, par7_by_original_date_ngwee from portfolio_at_risk where business_on = $1',
        [row('day')],
      );
      expect([money(atRisk.par7_ngwee), money(atRisk.par7_by_original_date_ngwee)]).toEqual([
        row('PAR7'),
        row('PAR7 by original date'),
      ]);
    }
    expect(days).toHaveLength(5);
  } finally {
    await other.stop();
  }
});
