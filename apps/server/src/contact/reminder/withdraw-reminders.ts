import type { Day } from '@thumba/lending/day';
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
  { borrowerIds: number[]; loanIds: number[]; ons: Day[]; now: Date }
>(
  'reminder: withdraw untrue',
  `with looked_at as (
     select r.borrower_id, r.loan_id, r.on_day, case
       when l.state not in ('active', 'overdue') or n.state = 'settled' then 'paid'
       when l.pending_attempt_id is not null then 'payment_pending'
       when n.due_on <> r.due_on then 'due_date_moved'
       when ${PAID_ON_INSTALMENT} <> r.paid_ngwee then 'paid'
       when r.expires_at <= $now::timestamptz then 'too_late' end as because
     from unnest($borrowerIds::bigint[], $loanIds::bigint[], $ons::date[]) as asked(borrower_id, loan_id, on_day)
     join reminder r using (borrower_id, loan_id, on_day)
     join loan l using (borrower_id, loan_id)
     join instalment n using (borrower_id, loan_id, period)
   )
   update reminder r set dropped_because = u.because
   from looked_at u
   where u.because is not null and r.borrower_id = u.borrower_id and r.loan_id = u.loan_id and r.on_day = u.on_day
   returning r.borrower_id, r.loan_id, r.on_day, u.because`,
);

/**
 * Of reminders about to be sent, those that the loan has overtaken: paid, in part or whole, about to be paid, moved to
 * another day, or too late for the hours they were meant for. They are dropped for good, and count against no limit.
 */
export async function withdrawUntrue(
  { db, clock }: { db: Database; clock: Clock },
  reminders: ReminderOfDay[],
): Promise<WithdrawnReminder[]> {
  const rows = await db.rows(withdrawUntrueStatement, {
    borrowerIds: reminders.map((reminder) => reminder.borrowerId),
    loanIds: reminders.map((reminder) => reminder.loanId),
    ons: reminders.map((reminder) => reminder.on),
    now: toDate(clock.nowMs()),
  });
  return rows.map((row) => ({
    borrowerId: row.borrower_id,
    loanId: row.loan_id,
    on: row.on_day,
    because: row.because,
  }));
}
