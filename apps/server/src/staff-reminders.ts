import { STAFF_REMINDERS, type StaffReminder } from '@thumba/contract/staff/call-outcomes';
import type { Lender } from './book/lender.ts';
import { findBorrowerOfLoan } from './book/loan/queries.ts';
import type { LinkedLoan } from './book/loan/repay-link.ts';
import type { Config } from './book/settings/config.ts';
import type { ArrearsRouteDeps } from './contact/arrears/route-deps.ts';
import { type ComplaintDeps, writeComplaint } from './contact/complaint/commands.ts';
import { textsOfNow } from './contact/message/texts-of-now.ts';
import type { ReminderDeps } from './contact/reminder/schedule-reminders.ts';
import { billToRemindOf, sendReminderByStaff } from './contact/reminder/send-by-staff.ts';

type Deps = Omit<ReminderDeps, 'quietHours'> & {
  config: Pick<Config, 'quietHours'>;
  linkOf(loan: LinkedLoan): string;
};

/** What people who work on late loans need of the rooms of reminders and messages. */
export function remindersFor(
  deps: Deps,
): Pick<ArrearsRouteDeps, 'findBorrowerOfLoan' | 'sendReminder' | 'messagesOf' | 'quietHours'> {
  const { db, linkOf } = deps;
  const { quietHours } = deps.config;
  return {
    quietHours,
    findBorrowerOfLoan: (loanId) => findBorrowerOfLoan(db, loanId),
    sendReminder: (reminder) => sendReminderByStaff({ ...deps, quietHours }, reminder),
    async messagesOf({ lenderPhone, ...of }) {
      const bill = await billToRemindOf(deps, of);
      if (!bill) return [];
      const kinds = Object.keys(STAFF_REMINDERS) as StaffReminder[];
      const texts = await textsOfNow(db, kinds, { ...bill, lenderPhone, link: linkOf(of) });
      return kinds.map((kind) => ({ kind, text: texts[kind] }));
    },
  };
}

type ComplaintsDeps = ComplaintDeps & { lender: Pick<Lender, 'complaintAnswerDays'>; onNewMessages(): void };

/** What people who work on late loans need of the room of complaints. */
export function complaintsFor(deps: ComplaintsDeps): Pick<ArrearsRouteDeps, 'openComplaint'> {
  return {
    async openComplaint(complaint) {
      const answerDays = deps.lender.complaintAnswerDays;
      const written = await writeComplaint(deps, { ...complaint, topic: 'other', answerDays });
      if (!written.ok) return undefined;
      deps.onNewMessages();
      return { ticketId: written.value.ticketId };
    },
  };
}
