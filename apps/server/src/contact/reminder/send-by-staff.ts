import type { StaffReminder } from '@thumba/contract/staff/call-outcomes';
import type { Day } from '@thumba/lending/day';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import { nextSendingHours } from '../../platform/quiet-hours.ts';
import {
  BILL_COLUMNS,
  type Bill,
  type ReminderDeps,
  reminderOf,
  scheduleStatement,
} from './schedule-reminders.ts';

type Wanted = { borrowerId: number; loanId: number; kind: StaffReminder; lenderPhone: string };

const oldestBillStatement = statement<Bill, { borrowerId: number; loanId: number }>(
  'reminder: oldest unpaid bill of a loan',
  `select ${BILL_COLUMNS} from instalment n
   join loan l on l.borrower_id = n.borrower_id and l.loan_id = n.loan_id
   where n.borrower_id = $borrowerId and n.loan_id = $loanId and n.state <> 'settled'
   order by n.period limit 1`,
);

/** What a message of staff would name: the oldest unpaid bill. */
export async function billToRemindOf(
  { db }: Pick<ReminderDeps, 'db'>,
  of: { borrowerId: number; loanId: number },
): Promise<{ owedNgwee: number; dueOn: Day } | undefined> {
  const bill = await db.row(oldestBillStatement, of);
  return bill && { owedNgwee: bill.owed_ngwee, dueOn: bill.due_on };
}

/**
 * Sends the borrower a message about the oldest unpaid bill. It counts as the reminder of the day. False where the loan
 * has one of today already.
 */
export async function sendReminderByStaff(
  deps: ReminderDeps,
  { borrowerId, loanId, kind, lenderPhone }: Wanted,
): Promise<boolean> {
  const bill = await deps.db.row(oldestBillStatement, { borrowerId, loanId });
  if (!bill) return false;
  const on = deps.today();
  const nowMs = deps.clock.nowMs();
  const hours = nextSendingHours(nowMs, deps.quietHours);
  const written = await deps.db.rows(scheduleStatement, {
    reminders: JSON.stringify([{ ...reminderOf(deps.sealing, bill, on), kind }]),
    moreFigures: JSON.stringify({ lenderPhone }),
    on,
    now: toDate(nowMs),
    sendFrom: hours.from,
    sendUntil: hours.until,
  });
  if (written.length > 0) deps.onNewMessages();
  return written.length > 0;
}
