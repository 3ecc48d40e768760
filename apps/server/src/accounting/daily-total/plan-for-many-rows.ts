import { statement, type Transaction } from '../../platform/database.ts';

/**
 * For statements that read the whole book. PostgreSQL does not know how many rows their parts
 * have, and a nested loop over a million loans takes hours. Groups of a million rows stay in memory. One processor does
 * the work to the end of the transaction, so that payments have the other ones.
 */
const planForManyRowsStatement = statement<never>(
  'book: plan for many rows',
  `select set_config('work_mem', '128MB', true), set_config('enable_nestloop', 'off', true),
     set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`,
);

const planAsBeforeStatement = statement<never>(
  'book: plan as before',
  `select set_config('work_mem', null, true), set_config('enable_nestloop', null, true),
     set_config('jit', null, true)`,
);

/**
 * Reads the whole book. The other statements of the transaction are planned as always, without parallel workers. PostgreSQL keeps the plan and the
 * estimated price of a named statement, and would use them after the transaction too.
 */
export async function planningForManyRows<Result>(
  db: Transaction,
  read: () => Promise<Result>,
): Promise<Result> {
  await db.rows(planForManyRowsStatement, {});
  const result = await read();
  await db.rows(planAsBeforeStatement, {});
  return result;
}
