import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

test('an account, an application and a refusal cost nothing', async () => {
  const borrower = await signUp(server, { monthlyIncome: 500 });
  const { orderId } = await apply(borrower, { amount: 100 });
  const [booked] = await server.query(
    `select (select count(*) from ledger_transfer where borrower_id = $1) as transfers,
       (select count(*) from payment_attempt where borrower_id = $1) as payments`,
    [borrower.borrowerId],
  );
  expect(booked).toEqual({ transfers: 0, payments: 0 });
  const bill = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
  expect(bill.status).toBe('declined');
});

test('a borrower who allows nothing besides the policy gets a loan', async () => {
  const borrower = await signUp(server);
  const consents = await borrower.ask('listConsents', {});
  expect(consents.filter(({ given }) => given).map(({ kind }) => kind)).toEqual(['privacy']);
  expect(await borrow(borrower)).toBeGreaterThan(0);
});
