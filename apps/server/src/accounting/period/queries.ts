import { monthOf } from '@thumba/accounting/month';
import type { Book, Period } from '@thumba/accounting/period';
import type { Day } from '@thumba/lending/day';
import type { Actor } from '../../book/actor.ts';
import { FIRST_BOOKED_ON } from '../../book/ledger/booking-day.ts';
import { statement, type Transaction } from '../../platform/database.ts';

type ClosingRow = {
  closedThroughOn: Day | null;
  openAdjustmentYear: number | null;
  firstBookedOn: Day | null;
};

const READ_CLOSING = `select closed_through_on as "closedThroughOn", open_adjustment_year as "openAdjustmentYear",
    ${FIRST_BOOKED_ON} as "firstBookedOn"
  from book_closing c`;

const readClosingStatement = statement<ClosingRow>('period: read closing', READ_CLOSING);
const lockClosingStatement = statement<ClosingRow>('period: lock closing', `${READ_CLOSING} for update of c`);

/** What is closed, and the first month of the book. */
export async function readBook(db: Transaction, today: Day): Promise<Book> {
  return bookOf((await db.row(readClosingStatement, {}))!, today);
}

/** The same, and no other transaction closes or opens a period before this one ends. */
export async function lockBook(transaction: Transaction, today: Day): Promise<Book> {
  return bookOf((await transaction.row(lockClosingStatement, {}))!, today);
}

function bookOf({ firstBookedOn, ...closing }: ClosingRow, today: Day): Book {
  return { ...closing, firstMonth: firstBookedOn === null ? undefined : monthOf(firstBookedOn), today };
}

export type PeriodEventKind = 'close_asked' | 'closed' | 'reopen_asked' | 'reopened' | 'declined';

export type PeriodEvent = {
  periodEventId: number;
  period: Period;
  kind: PeriodEventKind;
  reason: string;
  actor: Actor;
  askedBy: Actor | null;
  journalId: number | null;
  recordedAt: Date;
};

const EVENT = `e.period_event_id as "periodEventId", e.period, e.kind, e.reason, e.actor, e.asked_by as "askedBy",
  e.journal_id as "journalId", e.recorded_at as "recordedAt"`;

const listRequestsStatement = statement<PeriodEvent>(
  'period: list requests',
  `select ${EVENT} from period_event e where e.kind in ('close_asked', 'reopen_asked')
     and not exists (select from period_event a where a.answered_event_id = e.period_event_id)
   order by e.period_event_id`,
);

/** The requests that wait for a second person. */
export async function listRequests(db: Transaction): Promise<PeriodEvent[]> {
  return db.rows(listRequestsStatement, {});
}

const listEventsStatement = statement<PeriodEvent, { before: number | null; limit: number }>(
  'period: list events',
  `select ${EVENT} from period_event e
   where $before::bigint is null or e.period_event_id < $before
   order by e.period_event_id desc limit $limit`,
);

/** What was done with periods, the latest first. */
export async function listEvents(
  db: Transaction,
  page: { before: number | null; limit: number },
): Promise<PeriodEvent[]> {
  return db.rows(listEventsStatement, page);
}

const findReopeningStatement = statement<{ journalId: number | null }, { requestId: number }>(
  'period: find reopening',
  `select journal_id as "journalId" from period_event where request_id = $requestId`,
);

/** The opening that a request of staff led to. */
export async function findReopening(
  db: Transaction,
  requestId: number,
): Promise<{ journalId: number | null } | undefined> {
  return db.row(findReopeningStatement, { requestId });
}

const findYearEndStatement = statement<{ journalId: number; entryId: number; bookedOn: Day }, { on: Day }>(
  'period: find year end',
  `select j.journal_id as "journalId", j.entry_id as "entryId", j.booked_on as "bookedOn" from journal j
   where j.kind = 'year_end' and j.booked_on = $on::date
     and not exists (select from journal r where r.reversed_journal_id = j.journal_id)`,
);

/** The journal that ended a year and still stands. A year without income and expenses has none. */
export async function findYearEnd(
  db: Transaction,
  lastOn: Day,
): Promise<{ journalId: number; entryId: number; bookedOn: Day } | undefined> {
  return db.row(findYearEndStatement, { on: lastOn });
}
