import type { Device } from '../../platform/device.ts';
import { browserStorage } from '../../platform/session.ts';
import type { KeyValueStorage } from '../../platform/storage.ts';

/** A date in the phone's calendar and the borrower who entered it, because a phone may have several borrowers. */
export type EnteredDueDate = { planId: number; on: string; userId: number | null };

const ENTERED_KEY = 'calendarDates';

/** One entry for each plan, also when its date moves. */
export const keyOf = (planId: number) => `due-${planId}`;

/** The entries of this app in the phone's calendar. */
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
    /**
     * Removes the borrower's entries except the current due date. An entry that the phone did not remove is tried
     * again later.
     */
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
