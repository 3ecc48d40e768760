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

/** Work of a day after its loans are caught up. It may run twice, in two processes at once, or days late. */
export type DayEndStep = (on: Day) => Promise<void>;

export type EndOfDayDeps = {
  db: Database;
  line: PostingLine;
  steps?: readonly DayEndStep[];
  /** Ends a run between two batches. The next run does the rest. */
  signal?: AbortSignal | undefined;
};

export type EndedDays = { days: number; loansMoved: number };

const LIST_SIZE = 1024;
/** One batch is read and decided while the other is being written. */
const LANES = 2;
const LOCK_LOOK_MS = 100;

const listDueLoansStatement = statement<
  { borrower_id: number; loan_id: number },
  { on: Day; afterBorrowerId: number; afterLoanId: number; limit: number }
>(
  'end of day: due loans',
  `select borrower_id, loan_id from loan
   where state in ('active', 'overdue') and next_event_on <= $on::date
     and (borrower_id, loan_id) > ($afterBorrowerId::bigint, $afterLoanId::bigint)
   order by borrower_id, loan_id limit $limit`,
);

/** Runs on a posting line of its own, so that a payment never waits behind a batch of the end of day. */
export function createEndOfDay({
  db,
  clock,
  paymentLine,
  ...rest
}: {
  db: Database;
  clock: Clock;
  /** The line that payments are posted through, where it is in the same process. */
  paymentLine?: PostingLine;
  steps: readonly DayEndStep[];
  signal?: AbortSignal;
}): EndOfDayDeps {
  const pace = createPace(db, clock, () => paymentLine?.isBusy() ?? false);
  const ignore = () => undefined;
  const line = createPostingLine({
    db: pace.db,
    clock,
    sealing() {
      throw new Error('the end of a day begins no payment');
    },
    bulk: { batchSize: pace.batchSize, lanes: LANES },
    onNewAttempts: ignore,
    onNewMessages: ignore,
  });
  return { ...rest, db: pace.db, line };
}

/**
 * Catches up every due loan with `today`, one business day after another since the last finished one. It posts as every
 * other change does, so a run that is late, repeated or killed has the same result.
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
 * Runs in one process at a time, because a second one would only repeat the work. The lock ends with its connection, so
 * that another process continues the run of one that died.
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

/** At most two lists are under way, so that the line always has work and memory stays small. */
async function catchUpLoans({ db, line, signal }: EndOfDayDeps, on: Day): Promise<number> {
  let after = { afterBorrowerId: 0, afterLoanId: 0 };
  let loansMoved = 0;
  let last: Promise<number> = Promise.resolve(0);
  while (!signal?.aborted) {
    const due = await db.rows(listDueLoansStatement, { on, ...after, limit: LIST_SIZE });
    const lastDue = due.at(-1);
    if (!lastDue) break;
    after = { afterBorrowerId: lastDue.borrower_id, afterLoanId: lastDue.loan_id };
    const next = catchUpAll(line, due, on);
    // The await below handles a failure. Until then it must not count as an unhandled rejection.
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

/** Applies a day to one loan whose day has come, as the end of the day does. Answers whether anything happened to the loan. */
export async function catchUpLoan(
  line: PostingLine,
  borrowerId: number,
  loanId: number,
  on: Day,
): Promise<boolean> {
  const outcome = await line.post<boolean, never>({
    borrowerId,
    loanId,
    actor: 'end_of_day',
    decide({ loan }) {
      const isDue = loan.nextEventOn !== null && loan.nextEventOn <= on;
      if (!isDue) return { ok: true, unchanged: true, answer: false };
      const change = catchUp(loan, on);
      const nothingToKeep = isEmptyChange(change) && change.loan.nextEventOn === loan.nextEventOn;
      if (nothingToKeep) return { ok: true, unchanged: true, answer: false };
      return { ok: true, value: { change, on, answer: true } };
    },
  });
  if (!outcome.ok) throw new Error(`a loan vanished at the end of day: ${outcome.refusal.kind}`);
  return outcome.value;
}
