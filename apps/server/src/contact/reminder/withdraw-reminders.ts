import type { Day } from '@thumba/lending/day';
import { hasOpenPromise, isContactStopped, isWithAgency } from '../../book/loan/contact-holds.ts';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { PAID_ON_INSTALMENT } from './schedule-reminders.ts';

export type ReminderOfDay = { borrowerId: number; loanId: number; on: Day };
export type WithdrawnReminder = ReminderOfDay & { because: string };

const withdrawUntrueStatement = statement<
  {
    borrower_id: number;
    loan_id: number;
    on_day: Day;
    because: string;
  },
  { borrowerIds: number[]; loanIds: number[]; days: Day[]; now: Date }
>(
  'reminder: withdraw untrue',
  `with checked_reminder as (
     select r.borrower_id, r.loan_id, r.on_day, case
       when l.state not in ('active', 'overdue') or n.state = 'settled' then 'paid'
       when l.pending_attempt_id is not null then 'payment_pending'
       when ${isDisputed({ borrowerId: 'r.borrower_id', loanId: 'r.loan_id' })} then 'disputed'
       when ${isContactStopped('r.borrower_id')} then 'stopped'
       when ${hasOpenPromise({ borrowerId: 'r.borrower_id', loanId: 'r.loan_id' })} then 'promised'
       when ${isWithAgency({ borrowerId: 'r.borrower_id', loanId: 'r.loan_id' })} then 'with_agency'
       when n.due_on <> r.due_on then 'due_date_moved'
       when ${PAID_ON_INSTALMENT} <> r.paid_ngwee then 'paid'
       when r.expires_at <= $now::timestamptz then 'too_late' end as because
     from unnest($borrowerIds::bigint[], $loanIds::bigint[], $days::date[]) as key(borrower_id, loan_id, on_day)
     join reminder r using (borrower_id, loan_id, on_day)
     join loan l using (borrower_id, loan_id)
     join instalment n using (borrower_id, loan_id, period)
   )
   update reminder r set dropped_because = c.because
   from checked_reminder c
   where c.because is not null and r.borrower_id = c.borrower_id and r.loan_id = c.loan_id and r.on_day = c.on_day
   returning r.borrower_id, r.loan_id, r.on_day, c.because`,
);

/**
 * Drops those of the reminders that are no longer true, and returns them: the bill is paid in part or in full, a
 * payment is pending, the loan is disputed, contact is stopped, the borrower has promised to pay, an agency has the loan, the due date has moved, or the hours for sending are over. They do not count towards the limit.
 */
export async function withdrawUntrue(
  { db, clock }: { db: Database; clock: Clock },
  reminders: ReminderOfDay[],
): Promise<WithdrawnReminder[]> {
  const rows = await db.rows(withdrawUntrueStatement, {
    borrowerIds: reminders.map((reminder) => reminder.borrowerId),
    loanIds: reminders.map((reminder) => reminder.loanId),
    days: reminders.map((reminder) => reminder.on),
    now: toDate(clock.nowMs()),
  });
  return rows.map((row) => ({
    borrowerId: row.borrower_id,
    loanId: row.loan_id,
    on: row.on_day,
    because: row.because,
  }));
}
