import { mirrored } from '@thumba/accounting/journal';
import {
  type Book,
  type BookClosing,
  type CloseRefusal,
  closePeriod,
  endOf,
  isOfAdjustments,
  type Period,
  type ReopenRefusal,
  reopenPeriod,
  yearOf,
} from '@thumba/accounting/period';
import { yearEndLines } from '@thumba/accounting/year-end';
import { type Day, day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, personOf } from '../../book/actor.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import {
  brokenConstraint,
  type Database,
  isLockTimeout,
  statement,
  type Transaction,
} from '../../platform/database.ts';
import { readAccounts } from '../chart/accounts.ts';
import { movementsBetween } from '../daily-total/balances.ts';
import { postJournal } from '../journal/post-journal.ts';
import { readLines } from '../journal/queries.ts';
import type { CloseHold } from './holds.ts';
import {
  findReopening,
  findYearEnd,
  listRequests,
  lockBook,
  type PeriodEvent,
  type PeriodEventKind,
  readBook,
} from './queries.ts';

const holdLedgerWritesStatement = statement<never>(
  'period: hold ledger writes',
  'select hold_ledger_writes()',
);

const updateClosingStatement = statement<never, BookClosing>(
  'period: update closing',
  `update book_closing set closed_through_on = $closedThroughOn::date, open_adjustment_year = $openAdjustmentYear::integer`,
);

const insertEventStatement = statement<
  never,
  {
    period: Period;
    kind: PeriodEventKind;
    reason: string;
    actor: Actor;
    answeredEventId: number | null;
    askedBy: Actor | null;
    journalId: number | null;
    requestId: number | null;
    now: Date;
  }
>(
  'period: insert event',
  `insert into period_event (period, kind, reason, actor, answered_event_id, asked_by, journal_id, request_id, recorded_at)
   values ($period, $kind, $reason, $actor, $answeredEventId, $askedBy, $journalId, $requestId, $now)`,
);

export type PeriodDeps = { db: Database; clock: Clock; today(): Day; holds: readonly CloseHold[] };

export type PeriodRefusal =
  | CloseRefusal
  | ReopenRefusal
  | ReasonRefusal
  | { kind: 'held_up'; holds: string[] }
  | { kind: 'same_person' }
  | { kind: 'not_asked' }
  | { kind: 'asked_already' }
  | { kind: 'changed_meanwhile' }
  | { kind: 'book_is_busy' };

/** A period is closed or open again, or the first of two people asked for it. */
export type PeriodAnswer = { isDone: boolean; journalId: number | null };

type PeriodRequest = { period: Period; reason: string; actor: Actor };

/** In the console asking and closing need different permissions, so one never becomes the other. */
type ClosingStep = 'ask' | 'close';

/**
 * Asks for the closing of a period, or closes it if another person asked before. With a `step` it does that one or
 * refuses. Rule: docs/rules/periods.md.
 */
export async function closeByTwo(
  deps: PeriodDeps,
  request: PeriodRequest & { step?: ClosingStep },
): Promise<Outcome<PeriodAnswer, PeriodRefusal>> {
  const closing = closePeriod(await readBook(deps.db, deps.today()), request.period);
  if (!closing.ok) return closing;
  const free = await refuseHeldUp(deps.db, deps.holds, request.period);
  if (!free.ok) return free;
  return askOrConfirmClosing(deps, request, {
    holds: deps.holds,
    done: 'closed',
    decide: closePeriod,
    post: postYearEnd,
  });
}

export type ApprovedReopening = {
  period: Period;
  requestId: number;
  reason: string;
  madeBy: Actor;
  approvedBy: Actor;
};

/**
 * Opens a period again that a second person approved, with both people in the history. A second time it finds that it is
 * done. Rule: docs/rules/periods.md.
 */
export async function reopenAsApproved(
  deps: Omit<PeriodDeps, 'holds'>,
  { period, requestId, reason, madeBy, approvedBy }: ApprovedReopening,
): Promise<Outcome<PeriodAnswer, PeriodRefusal>> {
  const on = deps.today();
  return onceAnswered(() =>
    deps.db.inTransaction(async (db) => {
      const book = await lockBook(db, on);
      const opened = await findReopening(db, requestId);
      if (opened) return allow({ isDone: true, journalId: opened.journalId });
      const closing = reopenPeriod(book, period);
      if (!closing.ok) return closing;
      const inTransaction = { db, clock: deps.clock };
      await insertEvent(inTransaction, period, { kind: 'reopen_asked', reason, actor: madeBy });
      const asked = (await listRequests(db)).findLast(({ kind }) => kind === 'reopen_asked')!;
      const change = { holds: [], done: 'reopened', decide: reopenPeriod, post: reverseYearEnd } as const;
      return confirm(inTransaction, { period, reason, actor: approvedBy }, { asked, change, on, requestId });
    }),
  );
}

async function refuseHeldUp(
  db: Transaction,
  holds: readonly CloseHold[],
  period: Period,
): Promise<Outcome<null, PeriodRefusal>> {
  const found: string[] = [];
  for (const hold of holds) found.push(...(await hold(db, period)).map(({ atTerminal }) => atTerminal));
  return found.length === 0 ? allow(null) : refuse({ kind: 'held_up', holds: found });
}

/** Ends a request without a change. The person who asked may do so too. */
export async function declineRequest(
  { db, clock }: PeriodDeps,
  { period, reason, actor }: PeriodRequest,
): Promise<Outcome<null, PeriodRefusal>> {
  const checkedReason = checkReason(reason);
  if (!checkedReason.ok) return checkedReason;
  const asked = (await listRequests(db)).find((request) => request.period === period);
  if (!asked) return refuse({ kind: 'not_asked' });
  return onceAnswered(async () => {
    const answer = { kind: 'declined', reason: checkedReason.value, actor, answered: asked } as const;
    await insertEvent({ db, clock }, period, answer);
    return allow(null);
  });
}

type Change = {
  holds: readonly CloseHold[];
  done: 'closed' | 'reopened';
  decide(book: Book, period: Period): Outcome<BookClosing, CloseRefusal | ReopenRefusal>;
  /** Posts what the change of the adjustments of a year brings with it. Answers the number of the journal. */
  post(deps: { db: Transaction; clock: Clock }, period: Period, people: People): Promise<number | null>;
};

type People = { askedBy: Actor; confirmedBy: Actor };

/** Requests of one book are decided one after another, so that a request is not made again while it is confirmed. */
async function askOrConfirmClosing(
  deps: PeriodDeps,
  { step, ...request }: PeriodRequest & { step?: ClosingStep },
  change: Change,
): Promise<Outcome<PeriodAnswer, PeriodRefusal>> {
  const on = deps.today();
  return onceAnswered(() =>
    deps.db.inTransaction(async (db) => {
      const closing = change.decide(await lockBook(db, on), request.period);
      if (!closing.ok) return closing;
      const asked = (await listRequests(db)).find(
        ({ period, kind }) => period === request.period && kind === 'close_asked',
      );
      if (step === 'ask' && asked) return refuse({ kind: 'asked_already' });
      if (step === 'close' && !asked) return refuse({ kind: 'not_asked' });
      const reason = request.reason === '' ? allow(asked?.reason ?? '') : checkReason(request.reason);
      if (!reason.ok) return reason;
      const inTransaction = { db, clock: deps.clock };
      const withReason = { ...request, reason: reason.value };
      if (asked) return confirm(inTransaction, withReason, { asked, change, on });
      await insertEvent(inTransaction, request.period, { kind: 'close_asked', ...withReason });
      return allow({ isDone: false, journalId: null });
    }),
  );
}

/**
 * No row is written between the decision and its commit. A row that was being written is in the period, and one that
 * comes later meets the closed period.
 */
async function confirm(
  deps: { db: Transaction; clock: Clock },
  { period, reason, actor }: PeriodRequest,
  {
    asked,
    change,
    on,
    requestId = null,
  }: { asked: PeriodEvent; change: Change; on: Day; requestId?: number | null },
): Promise<Outcome<PeriodAnswer, PeriodRefusal>> {
  if (personOf(asked.actor) === personOf(actor)) return refuse({ kind: 'same_person' });
  const { db } = deps;
  await db.rows(holdLedgerWritesStatement, {});
  // Rows that were being written may be of an earlier month than the first one that was read.
  const closing = change.decide(await readBook(db, on), period);
  if (!closing.ok) return closing;
  const free = await refuseHeldUp(db, change.holds, period);
  if (!free.ok) return free;
  const answer = { kind: change.done, reason, actor, answered: asked } as const;
  const people = { askedBy: asked.actor, confirmedBy: actor };
  if (change.done === 'reopened') await db.rows(updateClosingStatement, closing.value);
  const journalId = isOfAdjustments(period) ? await change.post(deps, period, people) : null;
  if (change.done === 'closed') await db.rows(updateClosingStatement, closing.value);
  await insertEvent(deps, period, { ...answer, journalId, requestId });
  await endOtherRequests(deps, { period, actor, done: change.done });
  return allow({ isDone: true, journalId });
}

/** The other requests were made for a book that is changed now. To be decided they are made again. */
async function endOtherRequests(
  deps: { db: Transaction; clock: Clock },
  { period, actor, done }: { period: Period; actor: Actor; done: Change['done'] },
): Promise<void> {
  for (const request of await listRequests(deps.db)) {
    const reason = `${period} was ${done === 'closed' ? 'closed' : 'opened again'} meanwhile`;
    await insertEvent(deps, request.period, { kind: 'declined', reason, actor, answered: request });
  }
}

/** Another person may answer the same request at the same moment. Then nothing of this answer is kept. */
async function onceAnswered<Value>(
  answer: () => Promise<Outcome<Value, PeriodRefusal>>,
): Promise<Outcome<Value, PeriodRefusal>> {
  try {
    return await answer();
  } catch (error) {
    if (isLockTimeout(error)) return refuse({ kind: 'book_is_busy' });
    if (brokenConstraint(error) === 'period_event_answered_once')
      return refuse({ kind: 'changed_meanwhile' });
    throw error;
  }
}

/** Brings the income and expenses of the year to zero, and their sum to retained earnings. */
async function postYearEnd(
  deps: { db: Transaction; clock: Clock },
  period: Period,
  people: People,
): Promise<number | null> {
  const lastOn = endOf(period);
  const firstOn = day(`${lastOn.slice(0, 4)}-01-01`);
  const totals = await movementsBetween(deps.db, firstOn, lastOn);
  const lines = yearEndLines(totals, await readAccounts(deps.db));
  if (lines.length === 0) return null;
  return post(deps, {
    kind: 'year_end',
    bookedOn: lastOn,
    lines,
    reason: `income and expenses of ${yearOf(period)} to retained earnings`,
    people,
  });
}

/** Takes back what ended the year, so that its income and expenses are seen again. */
async function reverseYearEnd(
  deps: { db: Transaction; clock: Clock },
  period: Period,
  people: People,
): Promise<number | null> {
  const yearEnd = await findYearEnd(deps.db, endOf(period));
  if (!yearEnd) return null;
  return post(deps, {
    kind: 'reversal',
    bookedOn: yearEnd.bookedOn,
    lines: mirrored(await readLines(deps.db, yearEnd.entryId)),
    reason: `the adjustments of ${yearOf(period)} are open again`,
    people,
    reversedJournalId: yearEnd.journalId,
  });
}

async function post(
  deps: { db: Transaction; clock: Clock },
  journal: Pick<
    Parameters<typeof postJournal>[1],
    'kind' | 'bookedOn' | 'lines' | 'reason' | 'reversedJournalId'
  > & {
    people: People;
  },
): Promise<number> {
  const { people, ...rest } = journal;
  const posted = await postJournal(deps, {
    ...rest,
    bookingKind: 'year_end',
    madeBy: people.askedBy,
    approvedBy: people.confirmedBy,
  });
  if (!posted.ok) throw new Error(`the closing of the year could not be posted: ${posted.refusal.kind}`);
  return posted.value.journalId;
}

async function insertEvent(
  { db, clock }: { db: Transaction; clock: Clock },
  period: Period,
  event: {
    kind: PeriodEventKind;
    reason: string;
    actor: Actor;
    answered?: PeriodEvent;
    journalId?: number | null;
    requestId?: number | null;
  },
): Promise<void> {
  const { kind, reason, actor, answered, journalId = null, requestId = null } = event;
  await db.rows(insertEventStatement, {
    period,
    kind,
    reason,
    actor,
    answeredEventId: answered?.periodEventId ?? null,
    askedBy: answered?.actor ?? null,
    journalId,
    requestId,
    now: toDate(clock.nowMs()),
  });
}
