import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { brokenConstraint, type Database, statement } from '../../platform/database.ts';
import { takenOnLoan } from './taken-on-loan.ts';

/** A file of loans that one person asked for, with how many of them are in the book. */
export type TakeOn = {
  takeOnId: number;
  on: Day;
  fileHash: Buffer;
  loans: number;
  owedNgwee: number;
  askedBy: Actor;
  confirmedBy: Actor | null;
  declinedBy: Actor | null;
  declineReason: string | null;
  takenOn: number;
};

const TAKE_ON = `select p.take_on_id as "takeOnId", p.on_day as "on", p.file_hash as "fileHash", p.loans,
    p.owed_ngwee as "owedNgwee", p.asked_by as "askedBy", p.confirmed_by as "confirmedBy",
    p.declined_by as "declinedBy", p.decline_reason as "declineReason",
    (select count(*) from taken_on_loan l where l.take_on_id = p.take_on_id) as "takenOn"
  from loan_take_on p`;

const readTakeOnStatement = statement<TakeOn, { takeOnId: number }>(
  'take-on: read',
  `${TAKE_ON} where p.take_on_id = $takeOnId`,
);
const listTakeOnsStatement = statement<TakeOn>('take-on: list', `${TAKE_ON} order by p.take_on_id`);
const findWaitingStatement = statement<TakeOn, { fileHash: Buffer }>(
  'take-on: find the request that waits with this file',
  `${TAKE_ON} where p.file_hash = $fileHash and p.confirmed_by is null and p.declined_by is null
   order by p.take_on_id limit 1`,
);

export async function readTakeOn(db: Database, takeOnId: number): Promise<TakeOn | undefined> {
  return db.row(readTakeOnStatement, { takeOnId });
}

/** The files of loans that were asked for, the oldest first. */
export async function listTakeOns(db: Database): Promise<TakeOn[]> {
  return db.rows(listTakeOnsStatement, {});
}

/** The request with the same file that another person has neither confirmed nor declined. */
export async function findWaiting(db: Database, fileHash: Buffer): Promise<TakeOn | undefined> {
  return db.row(findWaitingStatement, { fileHash });
}

const insertTakeOnStatement = statement<
  { take_on_id: number },
  { on: Day; fileHash: Buffer; loans: number; owedNgwee: number; askedBy: Actor; now: Date }
>(
  'take-on: ask',
  `insert into loan_take_on (on_day, file_hash, loans, owed_ngwee, asked_by, asked_at)
   values ($on, $fileHash, $loans, $owedNgwee, $askedBy, $now) returning take_on_id`,
);

type Deps = { db: Database; clock: Clock };

export async function insertTakeOn(
  { db, clock }: Deps,
  asked: Pick<TakeOn, 'on' | 'fileHash' | 'loans' | 'owedNgwee' | 'askedBy'>,
): Promise<number> {
  const inserted = await db.row(insertTakeOnStatement, { ...asked, now: toDate(clock.nowMs()) });
  return inserted!.take_on_id;
}

const confirmStatement = statement<never, { takeOnId: number; confirmedBy: Actor; now: Date }>(
  'take-on: confirm',
  `update loan_take_on set confirmed_by = $confirmedBy, confirmed_at = $now
   where take_on_id = $takeOnId and (confirmed_by is null or person_of($confirmedBy) = person_of(asked_by))`,
);

/** Notes who confirmed a request. The name of the first person stays. */
export async function confirmTakeOn(
  { db, clock }: Deps,
  { takeOnId, confirmedBy }: { takeOnId: number; confirmedBy: Actor },
): Promise<Outcome<null, { kind: 'same_person' } | { kind: 'was_declined' }>> {
  try {
    await db.rows(confirmStatement, { takeOnId, confirmedBy, now: toDate(clock.nowMs()) });
    return allow(null);
  } catch (error) {
    switch (brokenConstraint(error)) {
      case 'loan_take_on_two_people':
        return refuse({ kind: 'same_person' });
      case 'loan_take_on_one_answer':
        return refuse({ kind: 'was_declined' });
      default:
        throw error;
    }
  }
}

export type DeclineTakeOnRefusal =
  | ReasonRefusal
  | { kind: 'no_such_take_on' }
  | { kind: 'was_confirmed' }
  | { kind: 'was_declined' };

const declineStatement = statement<
  { take_on_id: number },
  { takeOnId: number; reason: string; declinedBy: Actor; now: Date }
>(
  'take-on: decline',
  `update loan_take_on set declined_by = $declinedBy, declined_at = $now, decline_reason = $reason
   where take_on_id = $takeOnId and confirmed_by is null and declined_by is null returning take_on_id`,
);

/** Ends a request of which nothing is taken on. The person who asked may do so too. */
export async function declineTakeOn(
  { db, clock }: Deps,
  { takeOnId, reason, declinedBy }: { takeOnId: number; reason: string; declinedBy: Actor },
): Promise<Outcome<null, DeclineTakeOnRefusal>> {
  const checkedReason = checkReason(reason);
  if (!checkedReason.ok) return checkedReason;
  const now = toDate(clock.nowMs());
  const declined = await db.row(declineStatement, {
    takeOnId,
    reason: checkedReason.value,
    declinedBy,
    now,
  });
  if (declined) return allow(null);
  const asked = await readTakeOn(db, takeOnId);
  if (!asked) return refuse({ kind: 'no_such_take_on' });
  return refuse({ kind: asked.confirmedBy === null ? 'was_declined' : 'was_confirmed' });
}

/** A loan of the earlier system and the order that it is here. */
export type OrderOfLoan = { earlierLoanNo: string; loanId: number };

const listOrdersStatement = statement<OrderOfLoan, { takeOnId: number }>(
  'take-on: orders of a file',
  `select earlier_loan_no as "earlierLoanNo", loan_id as "loanId" from taken_on_loan
   where take_on_id = $takeOnId order by loan_id`,
);

/** The loans of a file that are in the book, in the order in which they were taken on. */
export async function listOrders(db: Database, takeOnId: number): Promise<OrderOfLoan[]> {
  return db.rows(listOrdersStatement, { takeOnId });
}

const findOrderStatement = statement<OrderOfLoan & { on: Day }, { earlierLoanNo: string }>(
  'take-on: order of an earlier number',
  `select t.earlier_loan_no as "earlierLoanNo", t.loan_id as "loanId", p.on_day as "on"
   from (${takenOnLoan('$earlierLoanNo')}) t join loan_take_on p using (take_on_id)`,
);

/** The order that a loan of the earlier system is here. */
export async function findOrder(
  db: Database,
  earlierLoanNo: string,
): Promise<(OrderOfLoan & { on: Day }) | undefined> {
  return db.row(findOrderStatement, { earlierLoanNo });
}
