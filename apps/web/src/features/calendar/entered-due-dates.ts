import type { Device } from '../../platform/device.ts';
import { browserStorage } from '../../platform/session.ts';
import type { KeyValueStorage } from '../../platform/storage.ts';

/** A date that stands in the calendar of this phone, and who entered it: a phone may have several borrowers. */
export type EnteredDueDate = { planId: number; on: string; userId: number | null };

const ENTERED_KEY = 'calendarDates';

/** The same for a plan whose date moves. */
export const keyOf = (planId: number) => `due-${planId}`;

/** What this app has entered into the phone's calendar and not taken out again. */
export function openEnteredDueDates(storage: KeyValueStorage) {
  const read = (): EnteredDueDate[] => {
    try {
      return JSON.parse(storage.getItem(ENTERED_KEY) ?? '[]') as EnteredDueDate[];
    } catch {
      return [];
    }
  };
  const othersThan = (planId: number) => read().filter((entered) => entered.planId !== planId);
  const write = (entered: EnteredDueDate[]) => storage.setItem(ENTERED_KEY, JSON.stringify(entered));
  return {
    remember: (entered: EnteredDueDate): void => write([...othersThan(entered.planId), entered]),
    /** Takes out what the borrower entered and does not owe on that day any more. What the phone keeps is tried again. */
    async takeOutAllBut(
      owed: { planId?: number | undefined; on?: string | undefined },
      userId: number,
      calendar: Pick<NonNullable<Device['calendar']>, 'remove'>,
    ): Promise<void> {
      const isOver = (entered: EnteredDueDate) =>
        entered.userId === userId && (entered.planId !== owed.planId || entered.on !== owed.on);
      for (const { planId } of read().filter(isOver)) {
        if (await calendar.remove(keyOf(planId))) write(othersThan(planId));
      }
    },
  };
}

export const enteredDueDates = openEnteredDueDates(browserStorage);
