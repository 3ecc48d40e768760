import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apply, PATIENCE, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

function endPayment(...words: string[]): Promise<{ status: number; printed: string; complained: string }> {
  const { PATH } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../main.ts'), 'end-payment', ...words],
      { env: { PATH, DATABASE_URL: server.programUrl } },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed, complained }),
    );
  });
}

test('staff end a payout whose outcome the operator does not tell', async () => {
  // The operator leaves payouts to this number waiting.
  const borrower = await signUp(server, { mobile: '0765555555' });
  const { orderId } = await apply(borrower);
  const [{ id }] = await vi.waitFor(async () => {
    const found = await server.query(
      `select attempt_id as id from payment_attempt where loan_id = $1 and state = 'pending'`,
      [orderId],
    );
    expect(found).toHaveLength(1);
    return found;
  }, PATIENCE);
  await server.query(
    `update payment_attempt set state = 'unknown', sent_at = sent_at - interval '25 hours' where attempt_id = $1`,
    [id],
  );
  expect(await endPayment(id, 'succeeded', 'on', 'the', 'statement')).toEqual({
    status: 0,
    printed: `Payment ${id} of K1,000.00 by mtn succeeded.\n`,
    complained: '',
  });
  const { status } = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
  expect(status).toBe('active');
});

test.each([
  [[], /^Say which payment/],
  [['x', 'maybe'], /^"maybe" is no end of a payment/],
  [[randomUUID(), 'failed'], /^Please give a reason of 3 to 200 characters\.$/m],
  [[randomUUID(), 'failed', 'not found'], /^There is no such payment\.$/m],
])('%j is refused in one line', async (words, line) => {
  const { status, printed, complained } = await endPayment(...words);
  expect({ status, printed }).toEqual({ status: 1, printed: '' });
  expect(complained).toMatch(line);
  expect(complained.trim()).not.toContain('\n');
});
