import { billNumber } from '../../platform/bill-number.ts';
import { type CalendarEvent, device } from '../../platform/device.ts';
import { startDownload } from '../../platform/download.ts';
import { dayText, serverNowMs } from '../../platform/lusaka-time.ts';
import { session } from '../../platform/session.ts';
import { showFailure, showSuccess } from '../../platform/toast.ts';
import { dueDateWords } from '../../words/due-date.ts';
import type { DueDate } from './due-date.ts';
import { enteredDueDates, keyOf } from './entered-due-dates.ts';
import { icsFile } from './ics-file.ts';

const FILE_KEPT_MS = 60_000;

/** Writes into the phone's calendar where the app may, and otherwise makes a file that any calendar opens. */
export async function enterDueDate({ orderId, planId, dueDate }: DueDate): Promise<void> {
  const { userId } = session.getState();
  const event: CalendarEvent = {
    key: keyOf(planId),
    title: dueDateWords.title,
    description: dueDateWords.description(billNumber(orderId), `${location.origin}/home`),
    on: dueDate,
  };
  if (!device.calendar) {
    handOver(event);
    showSuccess(dueDateWords.openFile);
    return;
  }
  if (!(await device.calendar.add(event))) return showFailure(dueDateWords.notAdded);
  enteredDueDates.remember({ planId, on: dueDate, userId });
  showSuccess(dueDateWords.added(dayText(dueDate)));
}

function handOver(event: CalendarEvent): void {
  const url = URL.createObjectURL(new Blob([icsFile(event, serverNowMs())], { type: 'text/calendar' }));
  startDownload({ url, fileName: `thumba-${event.on}.ics` });
  setTimeout(() => URL.revokeObjectURL(url), FILE_KEPT_MS);
}
