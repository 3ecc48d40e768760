import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AppBorrower, apply, giveIdentity, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const AN_ADULT = { birthDate: '1992-04-17' };
const A_CHILD = { idNumber: '777777/10/1', firstName: 'Mutale', birthDate: '2012-04-17' };
const IDENTITY_KEPT = 'Your identity cannot be changed while you have a loan';

const decisionsOf = ({ borrowerId }: AppBorrower) =>
  server.query(
    `select outcome, inputs -> 'ageYears' as age from loan_decision where borrower_id = $1 order by loan_id`,
    [borrowerId],
  );

async function waitingForLocks(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const [waiting] = await server.query(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waiting.count).toBe(count);
  }, PATIENCE);
}

/** Another connection, which holds what this statement locks until it is let go. */
async function hold(statement: string, values: unknown[]): Promise<() => Promise<void>> {
  const holder = await server.owner.pool.connect();
  await holder.query('begin');
  await holder.query(statement, values);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

test('an identity cannot be changed while a loan is open', async () => {
  const borrower = await signUp(server);
  await apply(borrower);
  await expect(giveIdentity(borrower)).rejects.toThrow(IDENTITY_KEPT);
});

test('an application is judged again where another identity was confirmed between the facts and the loan', async () => {
  const borrower = await signUp(server, AN_ADULT);
  // The facts are read by now, and the loan waits to be written.
  const letGo = await hold('select from borrower_standing where borrower_id = $1 for update', [
    borrower.borrowerId,
  ]);
  const applied = apply(borrower);
  await waitingForLocks(1);
  await giveIdentity(borrower, A_CHILD);
  await letGo();
  await applied;
  expect(await decisionsOf(borrower)).toEqual([{ outcome: 'decline', age: 14 }]);
});

test('an identity that is confirmed while the loan is written waits, and is refused', async () => {
  const borrower = await signUp(server, AN_ADULT);
  await server.owner.pool.query(`
    create function wait_for_the_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1992); return new; end $$;
    create trigger waits before insert on loan_decision for each row execute function wait_for_the_test()`);
  const letGo = await hold('select pg_advisory_xact_lock(1992)', []);
  const applied = apply(borrower);
  await waitingForLocks(1);
  const confirmed = giveIdentity(borrower, A_CHILD).then(
    () => 'confirmed',
    (error: Error) => error.message,
  );
  await waitingForLocks(2);
  await letGo();
  await applied;
  await server.owner.pool.query('drop trigger waits on loan_decision; drop function wait_for_the_test()');
  expect(await confirmed).toContain(IDENTITY_KEPT);
  expect(await decisionsOf(borrower)).toEqual([{ outcome: 'approve', age: 34 }]);
});
