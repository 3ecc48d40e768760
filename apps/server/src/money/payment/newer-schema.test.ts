import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, borrow, signUp, submitPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
let borrower: AppBorrower;
beforeAll(async () => {
  server = await startAppServer();
  borrower = await signUp(server);
});
afterAll(() => server.stop());

test('a server that meets a newer schema keeps a callback and leaves its payment to the new version', async () => {
  const orderId = await borrow(borrower);
  await submitPayment(borrower, orderId, 100);
  const prompt = await server.handset.waitForPrompt(borrower.mobile);
  await server.query('insert into kysely_migration values ($1, $2)', ['9999-of-a-later-version', 'now']);
  const isSeen = () =>
    server.logLines.some((line) => line.includes('the database is newer than this program'));
  await expect.poll(isSeen).toBe(true);
  await server.handset.answer(borrower.mobile, prompt.id, 'approve');
  const callbacks = () =>
    server.query(
      `select p.state, p.next_step_at <= $1::timestamptz as is_due from operator_callback c
       join payment_attempt p using (attempt_id) where p.direction = 'collection'`,
      [new Date(server.clock.nowMs())],
    );
  await expect.poll(callbacks).toHaveLength(1);
  expect(await callbacks()).toEqual([{ state: 'pending', is_due: true }]);
});
