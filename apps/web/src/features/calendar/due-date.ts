import { DEVICE_TYPE } from '@thumba/contract/codes';
import { useEffect } from 'react';
import { device } from '../../platform/device.ts';
import { type LoanInfo, useSession } from '../../platform/session.ts';

/** What is to be paid next on a bill, and by when. */
export type DueDate = { orderId: number; planId: number; dueDate: string };

/** A browser gets a file. The Android app cannot take files, and may have no access to a calendar. */
export const canEnterDueDates = () => device.type === DEVICE_TYPE.browser || device.calendar !== undefined;

type LoanInfoAnswer = { data: LoanInfo | undefined; isSuccess: boolean; isFetching: boolean };

/** When home shows that a bill is paid or its date has moved, the old date is removed from the phone's calendar. */
export function useTidyCalendar({ data, isSuccess, isFetching }: LoanInfoAnswer): void {
  const userId = useSession((state) => state.userId);
  const isTrueNow = isSuccess && !isFetching;
  useEffect(() => {
    const { calendar } = device;
    if (!calendar || !isTrueNow || userId === null) return;
    const { planId, dueDate } = data?.order ?? {};
    import('./entered-due-dates.ts').then(
      ({ enteredDueDates }) => enteredDueDates.takeOutAllBut({ planId, on: dueDate }, userId, calendar),
      () => undefined,
    );
  }, [data?.order, isTrueNow, userId]);
}
