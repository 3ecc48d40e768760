import { type Database, statement, type Transaction } from '../../platform/database.ts';
import type { ScreeningLists } from './lists.ts';
import { readBorrowersToCompare, type ScreenDeps, screenBorrowers } from './screen.ts';

/** How many borrowers a command reads, compares and writes at once. */
export const BATCH_SIZE = 500;
/** The server compares fewer, because its other work waits while names are compared. */
const SERVER_BATCH_SIZE = 50;

/** How far the comparison of the whole book with the newest lists came. */
export type Comparison = { borrowers: number; compared: number; beganAt: Date | null; endedAt: Date | null };

const beginStatement = statement<never, { revision: number; now: Date }>(
  'screening: begin a comparison',
  `insert into screening_comparison (revision, borrower_count, began_at)
   select $revision, count(*), $now from borrower_identity
   where not exists (select from screening_comparison where revision = $revision)
   on conflict do nothing`,
);

/** Does nothing where it has begun already. */
export async function beginComparison(
  db: Database | Transaction,
  values: { revision: number; now: Date },
): Promise<void> {
  await db.rows(beginStatement, values);
}

const beginAgainStatement = statement<never, { revision: number; now: Date }>(
  'screening: begin a comparison again',
  `update screening_comparison set compared_count = 0, reached_borrower_id = 0, began_at = $now, ended_at = null,
     borrower_count = (select count(*) from borrower_identity)
   where revision = $revision`,
);

const readReachedStatement = statement<{ reached_borrower_id: number }, { revision: number }>(
  'screening: read how far a comparison came',
  `select reached_borrower_id from screening_comparison where revision = $revision and ended_at is null`,
);

/**
 * Each process counts whom it compared. The place moves on only from where this process began, because another one may
 * have come further, or may have begun again.
 */
const advanceStatement = statement<
  never,
  {
    revision: number;
    reachedBefore: number;
    reached: number;
    compared: number;
    isLast: boolean;
    now: Date;
  }
>(
  'screening: advance a comparison',
  `update screening_comparison set compared_count = compared_count + $compared::integer,
     reached_borrower_id = case when reached_borrower_id = $reachedBefore then $reached else reached_borrower_id end,
     ended_at = case when reached_borrower_id = $reachedBefore and $isLast::boolean
       then coalesce(ended_at, $now::timestamptz) else ended_at end
   where revision = $revision`,
);

type Round = { lists: ScreeningLists; now: Date; batchSize: number };

/** Compares the next borrowers of a comparison that has begun. What is written stays, whatever breaks off afterwards. */
async function compareBatch(
  deps: ScreenDeps,
  { lists, now, batchSize }: Round,
): Promise<{ compared: number; isLast: boolean }> {
  const { revision } = lists;
  const found = await deps.db.row(readReachedStatement, { revision });
  if (!found) return { compared: 0, isLast: true };
  const reachedBefore = found.reached_borrower_id;
  const from = { afterBorrowerId: reachedBefore, revision, limit: batchSize };
  const rows = await readBorrowersToCompare(deps.db, from);
  const written = rows.length === 0 ? new Set() : await screenBorrowers(deps, lists, rows, now);
  // Who was left out was compared meanwhile, perhaps with earlier lists. The next batch looks at them again.
  const leftOut = rows.findIndex(({ borrower_id }) => !written.has(borrower_id));
  const done = leftOut === -1 ? rows : rows.slice(0, leftOut);
  const isLast = leftOut === -1 && rows.length < batchSize;
  const reached = done.at(-1)?.borrower_id ?? reachedBefore;
  const compared = written.size;
  await deps.db.rows(advanceStatement, { revision, reachedBefore, reached, compared, isLast, now });
  return { compared, isLast };
}

/**
 * Compares every borrower who was not compared with these lists yet, after the one who was reached last. With `again` all
 * of them are looked at. `onBatch` is told after each full batch how many were compared so far.
 */
export async function compareBook(
  deps: ScreenDeps,
  {
    batchSize = BATCH_SIZE,
    again = false,
    onBatch,
    ...round
  }: Omit<Round, 'batchSize'> & {
    batchSize?: number;
    again?: boolean;
    onBatch?: (borrowers: number) => void;
  },
): Promise<{ borrowers: number }> {
  const { revision } = round.lists;
  if (revision === 0) return { borrowers: 0 };
  await beginComparison(deps.db, { revision, now: round.now });
  if (again) await deps.db.rows(beginAgainStatement, { revision, now: round.now });
  let borrowers = 0;
  for (;;) {
    const { compared, isLast } = await compareBatch(deps, { ...round, batchSize });
    borrowers += compared;
    if (isLast) return { borrowers };
    onBatch?.(borrowers);
  }
}

const findUnfinishedStatement = statement<{ revision: number }>(
  'screening: find an unfinished comparison',
  `select i.revision from (select max(revision) as revision from screening_import) i
   left join screening_comparison c using (revision) where i.revision is not null and c.ended_at is null`,
);

/** Goes on with the comparison that the newest import began, wherever it broke off. Answers whether there is more to do. */
export async function goOnComparing(
  deps: ScreenDeps & { lists: () => Promise<ScreeningLists> },
  now: Date,
): Promise<boolean> {
  if (!(await deps.db.row(findUnfinishedStatement, {}))) return false;
  const lists = await deps.lists();
  await beginComparison(deps.db, { revision: lists.revision, now });
  const { isLast } = await compareBatch(deps, { lists, now, batchSize: SERVER_BATCH_SIZE });
  return !isLast;
}

const readComparisonStatement = statement<{
  borrower_count: number | null;
  compared_count: number | null;
  began_at: Date | null;
  ended_at: Date | null;
}>(
  'screening: read the comparison',
  `select c.borrower_count, c.compared_count, c.began_at, c.ended_at
   from (select max(revision) as revision from screening_import) i
   left join screening_comparison c using (revision) where i.revision is not null`,
);

/** Undefined before the first import. After an update of the program the first comparison may not have begun yet. */
export async function readComparison(db: Database): Promise<Comparison | undefined> {
  const row = await db.row(readComparisonStatement, {});
  return (
    row && {
      borrowers: row.borrower_count ?? 0,
      compared: row.compared_count ?? 0,
      beganAt: row.began_at,
      endedAt: row.ended_at,
    }
  );
}
