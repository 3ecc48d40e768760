import { expect, test } from 'vitest';
import type { ContactRefusal } from './contact-limit.ts';
import { day } from './day.ts';
import { nextArrearsAction } from './next-arrears-action.ts';

const on = day('2026-12-01');
const dueOn = day('2026-12-05');

test.each<[ContactRefusal | null, number, string, string | null]>([
  [null, 30, 'call', null],
  [null, 31, 'offer_hardship', null],
  [null, 90, 'offer_hardship', null],
  [null, 91, 'hand_over', null],
  [{ kind: 'contact_stopped', stop: 'deceased' }, 40, 'contact_stopped', null],
  [{ kind: 'not_late' }, 0, 'nothing', null],
  [{ kind: 'loan_disputed' }, 40, 'answer_dispute', null],
  [{ kind: 'with_agency' }, 100, 'with_agency', null],
  [{ kind: 'payment_pending' }, 40, 'wait_for_payment', null],
  [{ kind: 'promise_open', dueOn }, 40, 'wait_for_promise', '2026-12-05'],
  [{ kind: 'quiet_hours' }, 40, 'wait_for_hours', null],
  [{ kind: 'called_enough_today' }, 40, 'wait_for_contact', '2026-12-02'],
  [{ kind: 'contacted_enough', againOn: dueOn }, 40, 'wait_for_contact', '2026-12-05'],
])('with the refusal %o and %i days late the next action is %s', (refusal, daysLate, kind, untilOn) => {
  expect(nextArrearsAction(refusal, { daysLate, on, hasAgencies: true })).toEqual({ kind, untilOn });
});

test('where the lender names no agency, new dates are offered from 31 days late on for good', () => {
  const next = nextArrearsAction(null, { daysLate: 91, on, hasAgencies: false });
  expect(next).toEqual({ kind: 'offer_hardship', untilOn: null });
});
