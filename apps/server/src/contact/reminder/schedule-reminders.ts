import { addDays, type Day, day, laterOf } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import {
  contactDays,
  hasOpenPromise,
  isContactStopped,
  isWithAgency,
} from '../../book/loan/contact-holds.ts';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import { repayCode, repayCodeHashes } from '../../book/loan/repay-link.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import { nextSendingHours, type QuietHours } from '../../platform/quiet-hours.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { contactPolicy, LINK_DAYS, reminderKind } from './contact-policy.ts';

export type ReminderDeps = {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  quietHours: QuietHours | null;
  today(): Day;
  onNewMessages(): void;
};

export type Bill = {
  borrower_id: number;
  loan_id: number;
  period: number;
  due_on: Day;
  owed_ngwee: Ngwee;
  paid_ngwee: Ngwee;
  /** Late charges are frozen by a hardship plan. */
  is_frozen: boolean;
};

/** Such a portion keeps the process busy for a few milliseconds, in which no request is answered. */
const BATCH_SIZE = 200;
const FIRST_DAY = day('0001-01-01');

const { daysBeforeDue, everyDaysLate, maxDaysLate, maxReminders, inDays } = contactPolicy;

export const PAID_ON_INSTALMENT =
  'n.principal_paid_ngwee + n.interest_paid_ngwee + n.fee_paid_ngwee + n.penalty_paid_ngwee';

/** The columns of a bill `n` of a loan `l`. */
export const BILL_COLUMNS = `n.borrower_id, n.loan_id, n.period, n.due_on, ${PAID_ON_INSTALMENT} as paid_ngwee,
     coalesce(l.hardship ->> 'endedOn' is null and l.hardship is not null, false) as is_frozen,
     n.principal_ngwee + n.interest_ngwee + n.fee_ngwee + n.penalty_ngwee - (${PAID_ON_INSTALMENT}) as owed_ngwee`;

/**
 * The bills to remind of on a day, in batches in the order of their index, so that the index is read once. Only the
 * oldest unpaid bill of a running loan is included, and none while a payment is pending, the loan is disputed or with an agency, contact is stopped or
 * a promise to pay waits for its day. Answered calls count towards the limit. A borrower whose last reminder waits for the end of the quiet hours gets no second one.
 *
 * The reminders that wait are counted for each borrower, by their index. PostgreSQL does not know yet how many the earlier
 * portions of this day have written: with `not exists`, or without `coalesce`, it may read all of them for each bill.
 */
const listBillsStatement = statement<
  Bill,
  { on: Day; lastDueOn: Day; lastBorrowerId: number; lastLoanId: number; lastPeriod: number; now: Date }
>(
  'reminder: list bills',
  `select ${BILL_COLUMNS}
   from instalment n
   join loan l on l.borrower_id = n.borrower_id and l.loan_id = n.loan_id
   where n.state <> 'settled'
     and n.due_on between $on::date - ${maxDaysLate} and $on::date + ${Math.max(...daysBeforeDue)}
     and (n.due_on, n.borrower_id, n.loan_id, n.period)
       > ($lastDueOn::date, $lastBorrowerId::bigint, $lastLoanId::bigint, $lastPeriod::integer)
     and (n.due_on - $on::date in (${daysBeforeDue.join(', ')})
       or n.due_on < $on::date and ($on::date - n.due_on) % ${everyDaysLate} = 0)
     and l.state in ('active', 'overdue') and l.pending_attempt_id is null
     and not ${isDisputed({ borrowerId: 'n.borrower_id', loanId: 'n.loan_id' })}
     and not ${isContactStopped('n.borrower_id')}
     and not ${hasOpenPromise({ borrowerId: 'n.borrower_id', loanId: 'n.loan_id' })}
     and not ${isWithAgency({ borrowerId: 'n.borrower_id', loanId: 'n.loan_id' })}
     and not exists (
       select from instalment e
       where e.borrower_id = n.borrower_id and e.loan_id = n.loan_id and e.period < n.period and e.state <> 'settled')
     and (select count(*) from (${contactDays({ borrowerId: 'n.borrower_id', on: '$on::date', inDays })}) contact)
       < ${maxReminders}
     and (select count(*) from message m
       where m.borrower_id = n.borrower_id and m.may_be_dropped and m.tries = 0
         and coalesce(m.next_try_at, '-infinity') > $now::timestamptz) = 0
   order by n.due_on, n.borrower_id, n.loan_id, n.period
   limit ${BATCH_SIZE}`,
);

/** Writes each reminder with its message and its link, or nothing where the reminder of this day exists. */
export const scheduleStatement = statement<
  { message_id: number },
  { reminders: string; moreFigures: string; on: Day; now: Date; sendFrom: Date; sendUntil: Date }
>(
  'reminder: schedule',
  `with reminder_record as (
     select * from json_to_recordset($reminders::json) as r(borrower_id bigint, loan_id bigint, period integer,
       kind text, due_on date, paid_ngwee bigint, owed_ngwee bigint, code_hash text, link_expires_on date)
   ),
   inserted_reminder as (
     insert into reminder (borrower_id, loan_id, period, on_day, kind, due_on, paid_ngwee, expires_at)
     select borrower_id, loan_id, period, $on::date, kind, due_on, paid_ngwee, $sendUntil::timestamptz
     from reminder_record
     on conflict do nothing
     returning borrower_id, loan_id
   ),
   saved_links as (
     insert into repay_link (code_hash, borrower_id, loan_id, expires_on)
     select decode(r.code_hash, 'hex'), r.borrower_id, r.loan_id, r.link_expires_on
     from reminder_record r join inserted_reminder using (borrower_id, loan_id)
     on conflict (borrower_id, loan_id) do update set code_hash = excluded.code_hash,
       expires_on = greatest(repay_link.expires_on, excluded.expires_on)
   )
   ${insertMessages({
     borrowerId: 'r.borrower_id',
     loanId: 'r.loan_id',
     kind: 'r.kind',
     figures: `jsonb_build_object('owedNgwee', r.owed_ngwee, 'dueOn', r.due_on) || $moreFigures::jsonb`,
     on: '$on::date',
     at: '$now::timestamptz',
     nextTryAt: '$sendFrom::timestamptz',
     mayBeDropped: true,
     from: 'reminder_record r join inserted_reminder using (borrower_id, loan_id)',
   })}
   returning message_id`,
);

const purgeLinksStatement = purgeStatement<{ on: Day }>('reminder: purge links', {
  table: 'repay_link',
  endedAt: 'expires_on',
  isOver: 'expires_on < $on::date',
});

/**
 * The step of a day that writes its reminders, to be sent in the next hours that are not quiet. It locks no loan: a
 * reminder that a change of its loan makes untrue is dropped before it is sent. A day that is caught up later writes no
 * reminders, because they would be about the past.
 */
export function reminderStep(deps: ReminderDeps): (on: Day) => Promise<void> {
  return async (on) => {
    if (on < deps.today()) return;
    const nowMs = deps.clock.nowMs();
    const hours = nextSendingHours(nowMs, deps.quietHours);
    let last: Pick<Bill, 'due_on' | 'borrower_id' | 'loan_id' | 'period'> | undefined = {
      due_on: FIRST_DAY,
      borrower_id: 0,
      loan_id: 0,
      period: 0,
    };
    while (last) {
      const { due_on, borrower_id, loan_id, period }: typeof last = last;
      const bills: Bill[] = await deps.db.rows(listBillsStatement, {
        on,
        lastDueOn: due_on,
        lastBorrowerId: borrower_id,
        lastLoanId: loan_id,
        lastPeriod: period,
        now: toDate(nowMs),
      });
      if (bills.length > 0) {
        const reminders = bills.map((bill) => reminderOf(deps.sealing, bill, on));
        await deps.db.rows(scheduleStatement, {
          reminders: JSON.stringify(reminders),
          moreFigures: '{}',
          on,
          now: toDate(nowMs),
          sendFrom: hours.from,
          sendUntil: hours.until,
        });
        deps.onNewMessages();
      }
      last = bills.length < BATCH_SIZE ? undefined : bills.at(-1);
    }
    await purge(deps.db, purgeLinksStatement, { on });
  };
}

/** What is written of the reminder of a bill, with the code of its link. */
export function reminderOf(sealing: Sealing, bill: Bill, on: Day) {
  const code = repayCode(sealing, { borrowerId: bill.borrower_id, loanId: bill.loan_id });
  return {
    ...bill,
    kind: reminderKind(bill.due_on, on, bill.is_frozen),
    code_hash: repayCodeHashes(sealing, code)[0]!.toString('hex'),
    link_expires_on: addDays(laterOf(bill.due_on, on), LINK_DAYS),
  };
}
