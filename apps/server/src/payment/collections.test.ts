import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { borrow, PATIENCE, pay, signUp } from '../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../test/app-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function attemptOf(paymentId: string) {
  const [row] = await server.query('select * from payment_attempt where attempt_id = $1', [paymentId]);
  return row;
}

describe('an attempt that ended', () => {
  test('is not asked about again and again because its operator reported it once more', async () => {
    const borrower = await signUp(server);
    const paymentId = await pay(server, borrower, await borrow(borrower), { action: 'refuse' });
    await server.sendCallback('mtn', { externalId: paymentId, status: 'FAILED' });
    await vi.waitFor(async () => expect((await attemptOf(paymentId)).next_step_at).toBeNull(), PATIENCE);
  });
});
