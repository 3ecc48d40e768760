import { addDays, type Day } from './day.ts';

// How often and when the lender may reach a borrower about a late loan. Rule: docs/rules/contact-policy.md.

/** Calls, SMS and notifications count together. A call that was not answered counts for the calls of a day alone. */
export const contactLimit = { mostContacts: 3, inDays: 7, mostCallsInDay: 2 } as const;

export type ContactStop = 'deceased' | 'wrong_number' | 'vulnerable';

/** What is known when staff want to call. `contactsOn` are the days of the reached contacts, in any order. */
export type ContactQuestion = {
  on: Day;
  stop: ContactStop | null;
  isLate: boolean;
  isDisputed: boolean;
  isPaymentPending: boolean;
  promiseDueOn: Day | null;
  isQuiet: boolean;
  contactsOn: readonly Day[];
  callsToday: number;
};

export type ContactRefusal =
  | { kind: 'contact_stopped'; stop: ContactStop }
  | { kind: 'not_late' }
  | { kind: 'loan_disputed' }
  | { kind: 'payment_pending' }
  | { kind: 'promise_open'; dueOn: Day }
  | { kind: 'quiet_hours' }
  | { kind: 'called_enough_today' }
  | { kind: 'contacted_enough'; againOn: Day };

/** Null where the borrower may be called now. The refusals come in the order of `ContactRefusal`. */
export function refusalOfContact(question: ContactQuestion): ContactRefusal | null {
  const { on, stop, promiseDueOn, callsToday } = question;
  if (stop !== null) return { kind: 'contact_stopped', stop };
  if (!question.isLate) return { kind: 'not_late' };
  if (question.isDisputed) return { kind: 'loan_disputed' };
  if (question.isPaymentPending) return { kind: 'payment_pending' };
  if (promiseDueOn !== null) return { kind: 'promise_open', dueOn: promiseDueOn };
  if (question.isQuiet) return { kind: 'quiet_hours' };
  if (callsToday >= contactLimit.mostCallsInDay) return { kind: 'called_enough_today' };
  const againOn = contactableFrom(question.contactsOn, on);
  return againOn > on ? { kind: 'contacted_enough', againOn } : null;
}

/** The first day from `on` on which fewer than `mostContacts` contacts lie in the last `inDays` days. */
function contactableFrom(contactsOn: readonly Day[], on: Day): Day {
  const { mostContacts, inDays } = contactLimit;
  const recent = contactsOn.filter((day) => day > addDays(on, -inDays) && day <= on).toSorted();
  const oldestThatCounts = recent.at(-mostContacts);
  return oldestThatCounts === undefined ? on : addDays(oldestThatCounts, inDays);
}
