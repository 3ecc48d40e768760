import { describe, expect, test } from 'vitest';
import { type ContactQuestion, type ContactRefusal, refusalOfContact } from './contact-limit.ts';
import { addDays, day } from './day.ts';

const on = day('2026-11-20');
const free: ContactQuestion = {
  on,
  stop: null,
  isLate: true,
  isDisputed: false,
  isWithAgency: false,
  isPaymentPending: false,
  promiseDueOn: null,
  isQuiet: false,
  contactsOn: [],
  callsToday: 0,
};
const before = (...days: number[]) => days.map((count) => addDays(on, -count));

test('a borrower who is late and was not contacted may be called', () => {
  expect(refusalOfContact(free)).toBeNull();
});

// Each row also has everything that the rows below it have, so the rows say the order.
const wrongs: [ContactRefusal, Partial<ContactQuestion>][] = [
  [{ kind: 'contact_stopped', stop: 'deceased' }, { stop: 'deceased' }],
  [{ kind: 'not_late' }, { isLate: false }],
  [{ kind: 'loan_disputed' }, { isDisputed: true }],
  [{ kind: 'with_agency' }, { isWithAgency: true }],
  [{ kind: 'payment_pending' }, { isPaymentPending: true }],
  [{ kind: 'promise_open', dueOn: addDays(on, 3) }, { promiseDueOn: addDays(on, 3) }],
  [{ kind: 'quiet_hours' }, { isQuiet: true }],
  [{ kind: 'called_enough_today' }, { callsToday: 2 }],
  [{ kind: 'contacted_enough', againOn: addDays(on, 1) }, { contactsOn: before(6, 3, 1) }],
];

test.each(wrongs.map(([refusal], place) => [refusal.kind, place] as const))('refuses: %s', (_kind, place) => {
  const question = Object.assign({ ...free }, ...wrongs.slice(place).map(([, changed]) => changed));
  expect(refusalOfContact(question)).toEqual(wrongs[place]![0]);
});

describe('of three contacts in seven days', () => {
  test.each([
    ['two leave room for a third', before(6, 1), null],
    ['one of the eighth day does not count', before(7, 3, 1), null],
    ['three allow the next when the first is seven days ago', before(5, 3, 1), addDays(on, 2)],
    ['four allow the next when the second is seven days ago', before(6, 5, 3, 1), addDays(on, 2)],
    ['three on one day allow the next seven days later', before(0, 0, 0), addDays(on, 7)],
    ['the order of the days says nothing', before(1, 5, 3), addDays(on, 2)],
  ])('%s', (_how, contactsOn, againOn) => {
    expect(refusalOfContact({ ...free, contactsOn })).toEqual(
      againOn && { kind: 'contacted_enough', againOn },
    );
  });
});
