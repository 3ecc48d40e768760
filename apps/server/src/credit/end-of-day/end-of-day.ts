import { setTimeout as sleep } from 'node:timers/promises';
import { catchUp } from '@thumba/lending/catch-up';
import { isEmptyChange } from '@thumba/lending/change';
import { addDays, type Day } from '@thumba/lending/day';
import { findLastEndedDay, noteEndedDay } from '../../book/calendar/calendar.ts';
import { createPostingLine, type PostingLine } from '../../book/posting-line/posting-line.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { createPace } from './pace.ts';
import { takePortfolioSnapshot } from './portfolio-snapshot.ts';

/** What else a day brings, once its loans were moved. It may be done twice, by two processes at once, or days late. */
export type DayEndStep = (on: Day) => Promise<void>;

export type EndOfDayDeps = {
  db: Database;
  line: PostingLine;
  steps?: readonly DayEndStep[];
  /** Ends a run between two batches. What is left is done by the next one. */
  signal?: AbortSignal | undefined;
};

export type EndedDays = { days: number; loansMoved: number };

const LIST_SIZE = 1024;
/** One batch is read and decided while the other is being written. */
const LANES = 2;
const LOCK_LOOK_MS = 100;

const listLoansWhoseDayCameStatement = statement<
  { borrower_id: number; loan_id: number },
  { on: Day; afterBorrowerId: number; afterLoanId: number; limit: number }
>(
  'end of day: loans whose day came',
  `select borrower_id, loan_id from loan
   where state in ('active', 'overdue') and next_event_on <= $on::date and (borrower_id, loan_id) > ($afterBorrowerId::bigint, $afterLoanId::bigint)
   order by borrower_id, loan_id limit $limit`,
);

/** The end of a day on a line of its own: whoever pays never waits behind one of its batches. */
export function createEndOfDay({
  db,
  clock,
  payers,
  ...rest
}: {
  db: Database;
  clock: Clock;
  /** The line that borrowers wait for, where it is in the same process. */
  payers?: PostingLine;
  steps: readonly DayEndStep[];
  signal?: AbortSignal;
}): EndOfDayDeps {
  const pace = createPace(db, clock, () => payers?.isBusy() ?? false);
  const nobodyIsTold = () => undefined;
  const line = createPostingLine({
    db: pace.db,
    clock,
    bulk: { batchSize: pace.batchSize, lanes: LANES },
    onNewAttempts: nobodyIsTold,
    onNewMessages: nobodyIsTold,
  });
  return { ...rest, db: pace.db, line };
}

/**
 * Brings every loan whose day has come up to `today`, one business day after another since the last one that was
 * finished. It takes the road of every other change, so a run that is late, repeated or killed ends the same.
 */
export async function runEndOfDay(deps: EndOfDayDeps, today: Day): Promise<EndedDays> {
  const ended: EndedDays = { days: 0, loansMoved: 0 };
  if ((await lastEndedDay(deps.db)) >= today) return ended;
  await alone(deps, async () => {
    for (let on = addDays(await lastEndedDay(deps.db), 1); on <= today; on = addDays(on, 1)) {
      ended.loansMoved += await catchUpLoans(deps, on);
      if (deps.signal?.aborted) return;
      for (const step of deps.steps ?? []) await step(on);
      await takePortfolioSnapshot(deps.db, on);
      await noteEndedDay(deps.db, on);
      ended.days += 1;
    }
  });
  return ended;
}

async function lastEndedDay(db: Database): Promise<Day> {
  const ended = await findLastEndedDay(db);
  if (!ended) throw new Error('the business calendar is empty');
  return ended;
}

/**
 * Two processes at once would end the same, only with twice the work: the second waits for the first. The lock ends
 * with its connection, so that the run of a process that died goes on in another.
 */
async function alone({ db, signal }: EndOfDayDeps, run: () => Promise<void>): Promise<void> {
  const client = await db.pool.connect();
  try {
    for (;;) {
      const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('end of day')) as is_first`);
      if (rows[0].is_first) return await run();
      if (signal?.aborted) return;
      await sleep(LOCK_LOOK_MS);
    }
  } finally {
    // A connection whose locks cannot be given back is closed, which ends them.
    await client.query('select pg_advisory_unlock_all()').then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

/** Two lists at most are on their way, so that the line never runs out and nothing else piles up. */
async function catchUpLoans({ db, line, signal }: EndOfDayDeps, on: Day): Promise<number> {
  let after = { afterBorrowerId: 0, afterLoanId: 0 };
  let loansMoved = 0;
  let last: Promise<number> = Promise.resolve(0);
  while (!signal?.aborted) {
    const due = await db.rows(listLoansWhoseDayCameStatement, { on, ...after, limit: LIST_SIZE });
    const lastDue = due.at(-1);
    if (!lastDue) break;
    after = { afterBorrowerId: lastDue.borrower_id, afterLoanId: lastDue.loan_id };
    const next = catchUpAll(line, due, on);
    // Whoever awaits it later hears of a failure; meanwhile it is not one that nobody handles.
    next.catch(() => undefined);
    loansMoved += await last;
    last = next;
  }
  return loansMoved + (await last);
}

async function catchUpAll(
  line: PostingLine,
  due: { borrower_id: number; loan_id: number }[],
  on: Day,
): Promise<number> {
  const moved = await Promise.all(due.map((loan) => catchUpLoan(line, loan.borrower_id, loan.loan_id, on)));
  return moved.filter(Boolean).length;
}

/** Answers whether anything happened to the loan. */
async function catchUpLoan(line: PostingLine, borrowerId: number, loanId: number, on: Day): Promise<boolean> {
  const outcome = await line.post<boolean, never>({
    borrowerId,
    loanId,
    actor: 'end_of_day',
    decide({ loan }) {
      const change = catchUp(loan, on);
      const nothingToKeep = isEmptyChange(change) && change.loan.nextEventOn === loan.nextEventOn;
      if (nothingToKeep) return { ok: true, unchanged: true, answer: false };
      return { ok: true, value: { change, on, answer: true } };
    },
  });
  if (!outcome.ok) throw new Error(`a loan vanished at the end of day: ${outcome.refusal.kind}`);
  return outcome.value;
}
