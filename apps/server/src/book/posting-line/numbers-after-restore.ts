import { type Database, statement } from '../../platform/database.ts';

/*
 * A restored database would give numbers a second time that were given out after the backup: to borrowers on papers, in
 * messages and receipts, and to operators. So it goes on with numbers that were surely not reached.
 */

/** More numbers of each kind than a program gives out between two backups. */
const NUMBERS_PASSED_OVER = 1_000_000;
/** More postings on one loan than there are between two backups. A receipt is named by its loan and the posting. */
const POSTINGS_PASSED_OVER = 1000;

const leapSequencesStatement = statement<{ name: string }, { step: number }>(
  'numbers: leap sequences',
  `select sequencename as name,
     setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) + $step::bigint)
   from pg_sequences where schemaname = 'public'`,
);

const leapLoanVersionsStatement = statement<never, { step: number }>(
  'numbers: leap loan versions',
  `update loan set version = version + $step::integer`,
);

/** Only the owner of the tables may do it, while no server is up. */
export async function leapNumbers(owner: Pick<Database, 'rows'>): Promise<void> {
  await owner.rows(leapSequencesStatement, { step: NUMBERS_PASSED_OVER });
  await owner.rows(leapLoanVersionsStatement, { step: POSTINGS_PASSED_OVER });
}
