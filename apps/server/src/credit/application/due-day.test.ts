import type { DueDay } from '@thumba/lending/due-day';
import { demoCatalogue, type Product } from '@thumba/lending/product';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  apply,
  borrow,
  PATIENCE,
  pay,
  signUp,
  wishOf,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { saveProduct } from '../../../test/saved-offer.ts';
import { reviewDeps } from './review.test-support.ts';
import { reviewApplication } from './review.ts';

const [quickLoan] = demoCatalogue as readonly [Product, Product];

let server: AppServer;
beforeEach(async () => {
  server = await startAppServer();
});
afterEach(() => server.stop());

/** Offers the Quick loan for 30 days with a due day, and answers the wish for K1,000 of it. */
async function offer(dueDay: DueDay) {
  const { db, clock, app } = server;
  const term = { termId: 30, days: 30, instalments: 1 };
  const saved = await saveProduct(
    { db, clock, catalogue: app.catalogue },
    { ...quickLoan, terms: [term], name: 'Pay day loan', dueDay, productId: null, version: null },
    'operator Mwila',
  );
  if (!saved.ok) throw new Error(`not saved: ${saved.refusal.kind}`);
  return { productId: saved.value.productId, termId: term.termId };
}

const detail = (borrower: AppBorrower, id: number) => borrower.ask('queryLoanDetail', { params: { id } });

async function remindersOf(borrower: AppBorrower): Promise<string[]> {
  const rows = await server.query(
    `select on_day || ' ' || kind as line from reminder where borrower_id = $1 order by on_day`,
    [borrower.borrowerId],
  );
  return rows.map(({ line }) => line);
}

test('a loan that is due at the end of a month shows its date from the estimate to the reminders', async () => {
  const borrower = await signUp(server);
  const monthEnd: DueDay = { rule: 'month_end' };
  const wish = await offer(monthEnd);
  const { marketList } = await borrower.ask('productPublic', {});
  expect(marketList.find(({ productId }) => productId === wish.productId)?.dueDay).toEqual(monthEnd);
  expect(marketList.find(({ productId }) => productId === 1)).not.toHaveProperty('dueDay');

  const estimate = await borrower.ask('productTrial', { body: wishOf(wish) });
  expect(estimate).toMatchObject({
    totalRepay: 1150,
    apr: 127.8,
    effectiveAnnualRate: 258,
    plans: [{ dueDate: '2026-12-31', total: 1150 }],
  });
  const { clauses } = await borrower.ask('getContractText', { body: wishOf(wish) });
  expect(clauses.find(({ heading }) => heading === 'What you repay')?.text).toContain(
    'K1,150.00 by Thursday 31 December. The due date is the last day of the month',
  );

  const loanId = await borrow(borrower, wish);
  expect((await detail(borrower, loanId)).plans).toMatchObject([{ dueDate: '2026-12-31', remaining: 1150 }]);
  const signed = await borrower.ask('getLoanContract', { params: { id: loanId } });
  expect(signed.clauses).toEqual(
    expect.arrayContaining([
      { heading: 'When this ends', text: expect.stringContaining('Thursday 31 December') },
    ]),
  );
  const { order } = await borrower.ask('getMyLoanInfo', {});
  expect(order).toMatchObject({ dueDate: '2026-12-31', daysUntilDue: 40 });

  // Nine days after its 30 days the loan costs no more than on the 30th, and is not late.
  await server.passDays(39);
  expect(await detail(borrower, loanId)).toMatchObject({ status: 'active', overdueDays: 0, remaining: 1150 });
  expect(await borrower.ask('settlementQuote', { body: { orderId: loanId } })).toMatchObject({
    amount: 1150,
    saving: 0,
  });
  await server.passDays(3);
  expect(await remindersOf(borrower)).toEqual([
    '2026-12-28 reminder_before_due',
    '2026-12-30 reminder_before_due',
    '2026-12-31 reminder_due_day',
  ]);
  expect(await detail(borrower, loanId)).toMatchObject({
    status: 'overdue',
    overdueDays: 2,
    remaining: 1155.75,
  });
  await pay(server, borrower, loanId);
  expect(await detail(borrower, loanId)).toMatchObject({ status: 'settled', paid: 1155.75 });
});

test('a loan that is paid out days after its application has the dates of the payout', async () => {
  const borrower = await signUp(server, { monthlyIncome: 1500 });
  const wish = { ...(await offer({ rule: 'day_of_month', day: 21 })), amount: 300 };
  const { plans } = await borrower.ask('productTrial', { body: wishOf(wish) });
  expect(plans).toMatchObject([{ dueDate: '2026-12-21' }]);
  const { orderId, userStatus } = await apply(borrower, wish);
  expect(userStatus).toBe(2);
  await server.passDays(1);
  const request = { loanId: orderId, outcome: 'approve', reason: 'payslip seen', staffName: 'mary' } as const;
  const reviewed = await reviewApplication(await reviewDeps(server), request);
  expect(reviewed.ok).toBe(true);
  // The 30 days end on 22 December, so the next day 21 is in January.
  await vi.waitFor(
    async () =>
      expect(await detail(borrower, orderId)).toMatchObject({
        status: 'active',
        plans: [{ dueDate: '2027-01-21' }],
      }),
    PATIENCE,
  );
});
