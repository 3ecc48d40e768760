import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { day } from '@thumba/lending/day';
import { demoLadder } from '@thumba/lending/ladder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerPrompt, borrow, pay, signUp, waitForPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { reversePostingOfLoan } from '../../credit/servicing/commands.ts';
import { planIdOf } from './plan-id.ts';

const MIGRATION = join(import.meta.dirname, '../../../migrations/0050-counted-payments.sql');

type Kept = { amountNgwee: number; extension: { movedDays?: number } | null };

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

test('an upgrade reads the payments of a loan from its history as the program keeps them', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  await pay(server, borrower, orderId, { amount: 100 });
  await server.passDays(33);
  const planId = planIdOf(orderId, 1);
  const { extensionFee } = await borrower.ask('extensionDetail', { body: { planId } });
  const { paymentId } = await borrower.ask('submitRepayApplyV2', {
    body: { bizType: 2, planId, payAmount: extensionFee },
  });
  await answerPrompt(server, borrower, 'approve');
  await waitForPayment(borrower, paymentId, 'approve');
  await pay(server, borrower, orderId, { amount: 200 });
  await server.passDays(1);
  await pay(server, borrower, orderId, { amount: 300 });
  const { payments } = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
  const reversed = await reversePostingOfLoan(
    {
      db: server.db,
      line: server.app.line,
      ladderRule: () => demoLadder,
      today: () => day(server.today()),
    },
    {
      loanId: orderId,
      receiptNo: payments.find(({ amount }) => amount === 200)!.receiptNo,
      cause: 'our_mistake',
      reason: 'the money was for someone else',
      staffName: 'mary',
    },
  );
  expect(reversed).toMatchObject({ ok: true });

  const countedPayments = async () => {
    const [row] = await server.query('select counted_payments from loan where loan_id = $1', [orderId]);
    const { counted_payments } = row as { counted_payments: Kept[] };
    // The days by which an extension moved the dates were kept only later.
    return counted_payments.map(({ extension, ...payment }) => {
      if (extension === null) return { ...payment, extension };
      const { movedDays: _, ...kept } = extension;
      return { ...payment, extension: kept };
    });
  };
  const kept = await countedPayments();
  expect(kept.map(({ amountNgwee }) => amountNgwee)).toEqual([
    10_000,
    Math.round(extensionFee * 100),
    30_000,
  ]);
  await server.query(`update loan set counted_payments = '[]'`);
  const [, fill = ''] = (await readFile(MIGRATION, 'utf8')).split("default '[]';");
  await server.query(fill);
  expect(await countedPayments()).toEqual(kept);
});
