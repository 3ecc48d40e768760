import { expect, test } from 'vitest';
import { memoryStorage } from '../../platform/storage.ts';
import { openEnteredDueDates } from './entered-due-dates.ts';

const ME = 7;
const mine = { planId: 1000011, on: '2026-12-22', userId: ME };
const theirs = { planId: 1000021, on: '2026-12-24', userId: 8 };

/** The calendar of a phone: what was removed from it, and whether it allows that. */
function phoneCalendar({ allows = true } = {}) {
  const removed: string[] = [];
  return {
    removed,
    async remove(key: string) {
      if (allows) removed.push(key);
      return allows;
    },
  };
}

function entered(...dates: (typeof mine)[]) {
  const dueDates = openEnteredDueDates(memoryStorage());
  for (const date of dates) dueDates.remember(date);
  return dueDates;
}

test.each([
  ['is paid', {}],
  ['is paid and the next one is owed', { planId: 1000012, on: '2027-01-22' }],
  ['has moved', { planId: mine.planId, on: '2026-12-29' }],
])('a date leaves the calendar when its plan %s, and nobody else’s does', async (_what, owed) => {
  const calendar = phoneCalendar();
  const dueDates = entered(mine, theirs);
  await dueDates.takeOutAllBut(owed, ME, calendar);
  await dueDates.takeOutAllBut(owed, ME, calendar);
  expect(calendar.removed).toEqual(['due-1000011']);
});

test('a date that is still owed stays, also when it was entered twice', async () => {
  const calendar = phoneCalendar();
  await entered({ ...mine, on: '2026-12-15' }, mine).takeOutAllBut(mine, ME, calendar);
  expect(calendar.removed).toEqual([]);
});

test('what the phone did not take out is tried again', async () => {
  const dueDates = entered(mine);
  await dueDates.takeOutAllBut({}, ME, phoneCalendar({ allows: false }));
  const calendar = phoneCalendar();
  await dueDates.takeOutAllBut({}, ME, calendar);
  expect(calendar.removed).toEqual(['due-1000011']);
});
