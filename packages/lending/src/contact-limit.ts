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
  isWithAgency: boolean;
  isPaymentPending: boolean;
  promiseDueOn: Day | null;
  isQuiet: boolean;
  contactsOn: readonly Day[];
  callsToday: number;
};

/** What holds contact back whatever the hour is and however often the borrower was reached. */
export type LastingRefusal =
  | { kind: 'contact_stopped'; stop: ContactStop }
  | { kind: 'not_late' }
  | { kind: 'loan_disputed' }
  | { kind: 'with_agency' }
  | { kind: 'payment_pending' }
  | { kind: 'promise_open'; dueOn: Day };

export type ContactRefusal =
  | LastingRefusal
  | { kind: 'quiet_hours' }
  | { kind: 'called_enough_today' }
  | { kind: 'contacted_enough'; againOn: Day };

/** Null where the borrower may be called now. The refusals come in the order of `ContactRefusal`. */
export function refusalOfContact(question: ContactQuestion): ContactRefusal | null {
  const { on, callsToday } = question;
  const lasting = lastingRefusal(question);
  if (lasting) return lasting;
  if (question.isQuiet) return { kind: 'quiet_hours' };
  if (callsToday >= contactLimit.mostCallsInDay) return { kind: 'called_enough_today' };
  const againOn = contactableFrom(question.contactsOn, on);
  return againOn > on ? { kind: 'contacted_enough', againOn } : null;
}

export function lastingRefusal(question: ContactQuestion): LastingRefusal | null {
  const { stop, promiseDueOn } = question;
  if (stop !== null) return { kind: 'contact_stopped', stop };
  if (!question.isLate) return { kind: 'not_late' };
  if (question.isDisputed) return { kind: 'loan_disputed' };
  if (question.isWithAgency) return { kind: 'with_agency' };
  if (question.isPaymentPending) return { kind: 'payment_pending' };
  return promiseDueOn === null ? null : { kind: 'promise_open', dueOn: promiseDueOn };
}

/** The first day from `on` on which fewer than `mostContacts` contacts lie in the last `inDays` days. */
function contactableFrom(contactsOn: readonly Day[], on: Day): Day {
  const { mostContacts, inDays } = contactLimit;
  const recent = contactsOn.filter((day) => day > addDays(on, -inDays) && day <= on).toSorted();
  const oldestThatCounts = recent.at(-mostContacts);
  return oldestThatCounts === undefined ? on : addDays(oldestThatCounts, inDays);
}
