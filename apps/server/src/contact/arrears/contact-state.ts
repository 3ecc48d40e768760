import { type ContactQuestion, type ContactStop, contactLimit } from '@thumba/lending/contact-limit';
import type { Day } from '@thumba/lending/day';
import { contactDays, isWithAgency } from '../../book/loan/contact-holds.ts';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { nextSendingHours, type QuietHours } from '../../platform/quiet-hours.ts';
import type { Sealing } from '../../platform/sealing.ts';

export type ContactDeps = { db: Database; clock: Clock; quietHours: QuietHours | null; today(): Day };

export type CallDeps = ContactDeps & { sealing: Sealing };
export type Caller = { staffId: number; userName: string };
export type OfLoan = { borrowerId: number; loanId: number };

export type ContactRow = {
  stop: ContactStop | null;
  is_late: boolean;
  is_disputed: boolean;
  is_with_agency: boolean;
  is_payment_pending: boolean;
  promise_due_on: Day | null;
  contacts_on: Day[];
  calls_today: number;
};

/** What decides whether the borrower of a loan `l` may be contacted on `$on`. Rule: docs/rules/contact-policy.md. */
export const CONTACT_COLUMNS = `(select s.kind from contact_stop s
       where s.borrower_id = l.borrower_id and s.ended_at is null order by s.stop_id limit 1) as stop,
     l.state = 'overdue' as is_late,
     ${isDisputed({ borrowerId: 'l.borrower_id', loanId: 'l.loan_id' })} as is_disputed,
     ${isWithAgency({ borrowerId: 'l.borrower_id', loanId: 'l.loan_id' })} as is_with_agency,
     l.pending_attempt_id is not null as is_payment_pending,
     (select p.due_on from arrears_promise p
       where p.borrower_id = l.borrower_id and p.loan_id = l.loan_id and p.state = 'open') as promise_due_on,
     array(select d.on_day::text from (${contactDays({ borrowerId: 'l.borrower_id', on: '$on::date', inDays: contactLimit.inDays })}) d) as contacts_on,
     (select count(*)::integer from arrears_call c
       where c.borrower_id = l.borrower_id and c.on_day = $on::date) as calls_today`;

export function questionOf(
  row: ContactRow,
  { clock, quietHours, today }: Omit<ContactDeps, 'db'>,
): ContactQuestion {
  const nowMs = clock.nowMs();
  return {
    on: today(),
    stop: row.stop,
    isLate: row.is_late,
    isDisputed: row.is_disputed,
    isWithAgency: row.is_with_agency,
    isPaymentPending: row.is_payment_pending,
    promiseDueOn: row.promise_due_on,
    isQuiet: nextSendingHours(nowMs, quietHours).from.getTime() > nowMs,
    contactsOn: row.contacts_on,
    callsToday: row.calls_today,
  };
}

const readContactStatement = statement<ContactRow, OfLoan & { on: Day }>(
  'arrears: read whether a borrower may be contacted',
  `select ${CONTACT_COLUMNS} from loan l where l.borrower_id = $borrowerId and l.loan_id = $loanId`,
);

export async function readContact(
  deps: ContactDeps,
  { borrowerId, loanId }: OfLoan,
): Promise<ContactQuestion> {
  const row = await deps.db.row(readContactStatement, { borrowerId, loanId, on: deps.today() });
  return questionOf(row!, deps);
}
