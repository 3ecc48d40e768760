import { afterEach, expect, test, vi } from 'vitest';
import { device, runOn } from '../../platform/device.ts';
import { session, signIn } from '../../platform/session.ts';
import { enterDueDate } from './enter-due-date.ts';
import { enteredDueDates } from './entered-due-dates.ts';

const browser = device;
afterEach(() => {
  vi.unstubAllGlobals();
  runOn(browser);
  session.setState(session.getInitialState());
});

test('a date is of whoever entered it, also when the phone lets somebody else sign in meanwhile', async () => {
  const removed: string[] = [];
  const calendar = {
    async add() {
      signIn(session, 'his', 8);
      return true;
    },
    async remove(key: string) {
      removed.push(key);
      return true;
    },
  };
  runOn({ ...browser, calendar });
  vi.stubGlobal('location', { origin: 'https://app.example.zm' });
  signIn(session, 'hers', 7);
  await enterDueDate({ orderId: 100_001, planId: 1_000_011, dueDate: '2026-12-22' });
  await enteredDueDates.takeOutAllBut({}, 8, calendar);
  expect(removed).toEqual([]);
  await enteredDueDates.takeOutAllBut({}, 7, calendar);
  expect(removed).toEqual(['due-1000011']);
});
