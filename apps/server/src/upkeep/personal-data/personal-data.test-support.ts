import { setTimeout as after } from 'node:timers/promises';
import { type AppBorrower, borrow, settle, signUp } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { giveContacts } from '../../demo/borrower-steps.ts';

/** A borrower who took a loan and paid it off. */
export async function settledBorrower(server: AppServer): Promise<AppBorrower & { orderId: number }> {
  const borrower = await signUp(server);
  await giveContacts(borrower, ['0977555001', '0977555002']);
  const orderId = await borrow(borrower, { amount: 200 });
  server.clock.advance({ seconds: 1 });
  await settle(server, borrower, orderId);
  return { ...borrower, orderId };
}

export async function deletionCodeFor(server: AppServer, borrower: AppBorrower): Promise<string> {
  await borrower.ask('sendDeletionCode', { body: {} });
  return server.handset.waitForCode(borrower.mobile);
}

export async function deleteAccount(server: AppServer, borrower: AppBorrower) {
  return borrower.call('deleteAccount', { body: { captcha: await deletionCodeFor(server, borrower) } });
}

/** How many rows each table has of a borrower. Tables without any are left out. */
export async function rowCountsOf(server: AppServer, borrowerId: number): Promise<Record<string, number>> {
  const tables = await server.query(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'borrower_id'
       and table_name in (select tablename from pg_tables where schemaname = 'public')`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await server.query(`select count(*) as count from ${name} where borrower_id = $1`, [
      borrowerId,
    ]);
    if (row.count > 0) counts[name] = row.count;
  }
  return counts;
}

/**
 * Makes two calls at the same moment, the first a little earlier in the first rounds and the second in the last ones. In
 * the very first and the very last round one call is answered before the other is made, so that each of them comes first
 * at least once.
 */
export async function callAtOnce<First, Second>(
  { round, rounds }: { round: number; rounds: number },
  [first, second]: [() => Promise<First>, () => Promise<Second>],
): Promise<[First, Second]> {
  if (round === 0) return [await first(), await second()];
  if (round === rounds - 1) {
    const answer = await second();
    return [await first(), answer];
  }
  const firstDelayMs = (round - rounds / 2) / 2;
  return Promise.all([
    after(Math.max(0, firstDelayMs)).then(first),
    after(Math.max(0, -firstDelayMs)).then(second),
  ]);
}
