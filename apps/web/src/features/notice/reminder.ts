import type { Answer } from '@thumba/contract/wire';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { call } from '../../platform/call.ts';
import { browserStorage, session } from '../../platform/session.ts';

export type Reminder = Answer<'getReminder'>;
export type Holiday = Reminder['holidaysList'][number];

/** Read again, because the app may stay open for days. */
const GOOD_FOR_MS = 10 * 60_000;
const SHOWN_ON_KEY = 'holidayShownOn';

const reminders = createStore<{ reminder: Reminder | null }>(() => ({ reminder: null }));
let asked: { at: number; answer: Promise<Reminder | null> } | undefined;

/** The current notices; null without a network. */
export function loadReminder(): Promise<Reminder | null> {
  const now = Date.now();
  if (!asked || now - asked.at > GOOD_FOR_MS) asked = { at: now, answer: ask() };
  return asked.answer;
}

async function ask(): Promise<Reminder | null> {
  try {
    const reminder = await call('getReminder', {}, { failureShownBy: 'background' });
    reminders.setState({ reminder });
    session.setState({ holidaysList: reminder.holidaysList });
    return reminder;
  } catch {
    asked = undefined;
    return null;
  }
}

export function useReminder(): Reminder | null {
  return useStore(reminders, (state) => state.reminder);
}

/** Today's holiday by the lender's calendar, not by the phone's date. */
export function holidayOfToday({ today, holidaysList }: Reminder): Holiday | undefined {
  return holidaysList.find(({ date }) => date === today);
}

/** Shown once a day for each phone, also without a sign-in. */
export async function remindOfHoliday(): Promise<void> {
  const reminder = await loadReminder();
  if (!reminder?.remind) return;
  if (browserStorage.getItem(SHOWN_ON_KEY) === reminder.today) return;
  browserStorage.setItem(SHOWN_ON_KEY, reminder.today);
  session.setState({ isHolidaysOpen: true, remind: true });
}
