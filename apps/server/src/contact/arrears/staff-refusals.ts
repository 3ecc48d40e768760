import { DISPUTE_LEAST_LETTERS } from '@thumba/contract/staff/call-outcomes';
import type { ContactRefusal } from '@thumba/lending/contact-limit';
import { contactLimit } from '@thumba/lending/contact-limit';
import { formatDay } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { PROMISE_MOST_DAYS, type PromiseRefusal } from '@thumba/lending/promise-to-pay';
import { type Reply, refused } from '../../platform/reply.ts';

const STOPS = {
  deceased: 'Contact is stopped: the borrower has died.',
  wrong_number: 'Contact is stopped: the number belongs to another person.',
  vulnerable: 'Contact is stopped: the borrower is vulnerable.',
};

/** Why the borrower may not be contacted now. */
export function contactSentence(refusal: ContactRefusal): string {
  switch (refusal.kind) {
    case 'contact_stopped':
      return STOPS[refusal.stop];
    case 'not_late':
      return 'The loan is not late any more.';
    case 'loan_disputed':
      return 'The borrower disputes the loan. Answer the complaint first.';
    case 'with_agency':
      return 'An agency collects this loan. Our people do not contact the borrower about it.';
    case 'payment_pending':
      return 'A payment is under way.';
    case 'promise_open':
      return `The borrower promised to pay by ${formatDay(refusal.dueOn)}.`;
    case 'quiet_hours':
      return 'Borrowers are not contacted at this time of the day.';
    case 'called_enough_today':
      return `The borrower was called ${contactLimit.mostCallsInDay} times today. That is the most in a day.`;
    case 'contacted_enough':
      return `The borrower had ${contactLimit.mostContacts} contacts in ${contactLimit.inDays} days: calls, SMS and notifications together. The next one may be on ${formatDay(refusal.againOn)}.`;
  }
}

export function contactRefused(refusal: ContactRefusal): Reply<never> {
  return refused(409, contactSentence(refusal), { reason: refusal.kind });
}

export function promiseRefused(refusal: PromiseRefusal): Reply<never> {
  return refused(400, promiseSentence(refusal), { reason: refusal.kind });
}

function promiseSentence(refusal: PromiseRefusal): string {
  switch (refusal.kind) {
    case 'not_late':
      return 'The loan is not late any more.';
    case 'payment_pending':
      return 'A payment is under way. A promise can be written down once it has ended.';
    case 'promise_day_over':
      return 'The day of the promise is over.';
    case 'promise_too_far':
      return `A promise is for at most ${PROMISE_MOST_DAYS} days ahead: until ${formatDay(refusal.latestOn)}.`;
    case 'promise_of_nothing':
      return 'Enter the amount that the borrower promised.';
    case 'promise_above_owed':
      return `The loan owes only ${formatKwacha(refusal.owedNgwee)}.`;
  }
}

export const TAKEN = refused(409, 'Another person has this loan by now, or it is not late any more.', {
  reason: 'taken',
});
export function collectedBy(agency: string): Reply<never> {
  return refused(409, `${agency} collects this loan. Take it back from the agency first.`, {
    reason: 'with_agency',
  });
}
/** Who has the loan. A collector takes no loan from another person. */
export function takenBy(name: string): Reply<never> {
  return refused(409, `${name} has this loan.`, { reason: 'taken' });
}
export const CALL_OVER = refused(
  409,
  'This call has ended, it began half an hour ago or earlier, or another person made it.',
  { reason: 'call_over' },
);
export const NO_TRIES = refused(409, 'Facts cannot be compared any more in this call.', {
  reason: 'no_tries',
});
export const NOT_IDENTIFIED = refused(
  409,
  'Check first that it is the right person. Without that, no outcome about the debt can be written down.',
  { reason: 'not_identified' },
);
export const PROMISE_MISSING = refused(400, 'Enter what was promised, and by when.', {
  reason: 'promise_missing',
});
export const REMINDED_TODAY = refused(409, 'The borrower has a reminder of today already.', {
  reason: 'reminded_today',
});
export const STOPPED_ALREADY = refused(409, 'Contact is stopped for this reason already.', {
  reason: 'stopped_already',
});
export const NOT_STOPPED = refused(409, 'Contact is not stopped for this reason any more.', {
  reason: 'not_stopped',
});
export const OWN_STOP = refused(409, 'You stopped contact yourself. Another person has to end it.', {
  reason: 'own_stop',
});
export const NOT_A_COLLECTOR = refused(400, 'This person does not work on late loans.', {
  reason: 'not_a_collector',
});
export const NOT_WITH_AGENCY = refused(409, 'No agency has this loan any more.', {
  reason: 'not_with_agency',
});
export const AGENCY_NOT_NAMED = 'The settings of the lender do not name this agency.';
export const NO_SUCH_AGENCY = refused(409, AGENCY_NOT_NAMED, { reason: 'no_such_agency' });
const WRITE_DISPUTE = `Write what the borrower disputes, in ${DISPUTE_LEAST_LETTERS} letters or more. It becomes a complaint.`;
export const DISPUTE_MISSING = refused(400, WRITE_DISPUTE, {
  reason: 'dispute_missing',
  fields: { note: WRITE_DISPUTE },
});
export const TOO_MANY_COMPLAINTS = refused(
  409,
  'The borrower has as many complaints of today as one day allows. Answer the open ones first.',
  { reason: 'too_many_complaints' },
);
