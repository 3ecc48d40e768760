import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE } from '../../../test/app-borrower.ts';
import { type FaceServer, startFaceServer } from './face-server.test-support.ts';
import { madeUpBorrower, madeUpEngine } from './made-up-engine.test-support.ts';

let server: FaceServer;
beforeAll(async () => {
  server = await startFaceServer(madeUpEngine);
});
afterAll(() => server.stop());

async function waitingForLocks(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await server.owner.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(count);
  }, PATIENCE);
}

test('of two checks of the same face at once the second one finds the first', async () => {
  const [one, other] = [await madeUpBorrower(server), await madeUpBorrower(server)];
  const [first, second] = [await one.live(), await other.live()];
  // The first check has compared its face, and waits to be kept.
  const holder = await server.owner.pool.connect();
  await holder.query('begin');
  await holder.query('select from consent_given where borrower_id = $1 for update', [one.id]);
  const checks = [one.ask('verifyFace', first)];
  await waitingForLocks(1);
  // The second one does not see the face of the first when it compares its own.
  checks.push(other.ask('verifyFace', second));
  await waitingForLocks(2);
  await holder.query('rollback');
  holder.release();
  for (const checked of await Promise.all(checks)) expect(checked).toMatchObject({ code: 200 });
  const { rows } = await server.db.pool.query(
    'select borrower_id, other_borrower_id from duplicate_find order by borrower_id',
  );
  expect(rows).toEqual([{ borrower_id: other.id, other_borrower_id: one.id }]);
});

test('a borrower who takes the consent back while another check is kept is not found by it', async () => {
  const [one, other] = [await madeUpBorrower(server), await madeUpBorrower(server)];
  expect(await one.sendLive()).toMatchObject({ code: 200 });
  const body = await other.live();
  const withdrawal = await server.owner.pool.connect();
  await withdrawal.query('begin');
  await withdrawal.query('delete from consent_given where borrower_id = $1', [one.id]);
  // The face of the first one is still to be seen, and the second one is found like it.
  const checked = other.ask('verifyFace', body);
  await waitingForLocks(1);
  await withdrawal.query('commit');
  withdrawal.release();
  expect(await checked).toMatchObject({ code: 200 });
  const finds =
    'select other_borrower_id from duplicate_find where borrower_id = $1 and other_borrower_id = $2';
  expect((await server.db.pool.query(finds, [other.id, one.id])).rows).toEqual([]);
});
