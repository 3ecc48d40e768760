import { expect, test } from 'vitest';
import { HANDOVER_FROM_DAYS, refusalOfHandover } from './agency-handover.ts';
import type { ContactQuestion } from './contact-limit.ts';
import { day } from './day.ts';

const on = day('2027-03-22');
const question: ContactQuestion = {
  ...{ on, stop: null, isLate: true, isDisputed: false, isWithAgency: false, isPaymentPending: false },
  ...{ promiseDueOn: null, isQuiet: true, contactsOn: [on, on, on], callsToday: 2 },
};

test('a loan may be handed to an agency from 91 days late on, at any hour and however often the borrower was reached', () => {
  expect(refusalOfHandover(question, HANDOVER_FROM_DAYS)).toBeNull();
  expect(refusalOfHandover(question, 90)).toEqual({ kind: 'not_late_enough', daysLate: 90 });
});

test.each<[string, Partial<ContactQuestion>]>([
  ['contact_stopped', { stop: 'vulnerable' }],
  ['not_late', { isLate: false }],
  ['loan_disputed', { isDisputed: true }],
  ['with_agency', { isWithAgency: true }],
  ['payment_pending', { isPaymentPending: true }],
  ['promise_open', { promiseDueOn: on }],
])('it is not handed over where contact is refused with %s', (kind, of) => {
  expect(refusalOfHandover({ ...question, ...of }, 100)).toMatchObject({ kind });
});
