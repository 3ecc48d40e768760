import { statement } from '../../platform/database.ts';

/**
 * For the rest of a transaction whose statements read the whole book. PostgreSQL does not know how many rows their parts
 * have, and a nested loop over a million loans takes hours. Groups of a million rows stay in memory. One processor does
 * the work, so that payments have the other ones.
 */
export const planForManyRowsStatement = statement<never>(
  'book: plan for many rows',
  `select set_config('work_mem', '128MB', true), set_config('enable_nestloop', 'off', true),
     set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`,
);
