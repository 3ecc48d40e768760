import { type Database, statement } from '../../platform/database.ts';

/*
 * A restored database would give numbers a second time that were given out after the backup: to borrowers on papers, in
 * messages and receipts, and to operators. So it goes on with numbers that no program has reached by the time of the
 * restore. They are counted from a fixed day and not from the backup: a second restore of one backup goes on higher than
 * the first one, and so does the restore of any other backup.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const COUNTED_FROM_MS = Date.parse('2026-11-01T00:00:00Z');
/** More numbers of one kind than are given out in a second, on average over hours. */
const NUMBERS_A_SECOND = 100;
/** The same for sequences of integers, which count rare things, in a minute. */
const INTEGERS_A_MINUTE = 1;
/** More postings than one loan has in a minute. A receipt is named by its loan and the posting. */
const POSTINGS_A_MINUTE = 1;
/** At least so many are passed over. */
const LEAST_NUMBERS = 1_000_000;
const LEAST_INTEGERS = 1000;
const LEAST_POSTINGS = 1000;

/** What is there already beyond that floor goes on by as much again, so that it too differs at each restore. */
const beyond = (reached: string, floor: string, least: string) =>
  `case when ${reached} + ${least} <= ${floor} then ${floor} else ${reached} + greatest(${least}, ${floor}) end`;

type Floors = { floor: number; least: number };

const leapSequencesStatement = statement<
  { name: string },
  Floors & { integerFloor: number; leastIntegers: number }
>(
  'numbers: leap sequences',
  `select sequencename as name,
     setval(format('%I.%I', schemaname, sequencename)::regclass, case when data_type = 'bigint'::regtype
       then ${beyond('reached', '$floor::bigint', '$least::bigint')}
       else ${beyond('reached', '$integerFloor::bigint', '$leastIntegers::bigint')} end)
   from (select *, coalesce(last_value, start_value) as reached from pg_sequences where schemaname = 'public') s`,
);

const leapLoanVersionsStatement = statement<never, Floors>(
  'numbers: leap loan versions',
  `update loan set version = ${beyond('version', '$floor::integer', '$least::integer')}`,
);

/** Only the owner of the tables may do it, while no server is up. */
export async function leapNumbers(owner: Pick<Database, 'rows'>, now: Date): Promise<void> {
  const passedMs = now.getTime() - COUNTED_FROM_MS;
  const floorAt = (perUnit: number, unitMs: number) => Math.max(0, Math.floor((passedMs / unitMs) * perUnit));
  await owner.rows(leapSequencesStatement, {
    floor: floorAt(NUMBERS_A_SECOND, SECOND_MS),
    least: LEAST_NUMBERS,
    integerFloor: floorAt(INTEGERS_A_MINUTE, MINUTE_MS),
    leastIntegers: LEAST_INTEGERS,
  });
  await owner.rows(leapLoanVersionsStatement, {
    floor: floorAt(POSTINGS_A_MINUTE, MINUTE_MS),
    least: LEAST_POSTINGS,
  });
}
