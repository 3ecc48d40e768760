import type { EnquirySchedule } from './operator.ts';

const daySeconds = 24 * 60 * 60;

/** `firstGap`, twice that, four times that, and so on, but never more than a day. */
function doubling(firstGapSeconds: number, doublings: number): number {
  return Math.min(daySeconds, firstGapSeconds * 2 ** Math.max(0, doublings));
}

function afterUnansweredSeconds(unansweredInARow: number): number | undefined {
  return [5, 10, 20][unansweredInARow - 1];
}

const promptSeconds = 5 * 60;
const mtnEnquiriesWithinPrompt = 7;

export const mtnEnquirySchedule: EnquirySchedule = {
  nextEnquiryAfterSeconds({ enquiriesDone, secondsSinceSent }) {
    if (secondsSinceSent < promptSeconds) return Math.min(60, doubling(10, enquiriesDone));
    return doubling(120, enquiriesDone - mtnEnquiriesWithinPrompt);
  },
  afterUnansweredSeconds,
  notFoundAfterSeconds: 60,
  notFoundGapSeconds: 5,
};

const airtelFirstCollectionEnquirySeconds = 180;

export const airtelEnquirySchedule: EnquirySchedule = {
  nextEnquiryAfterSeconds({ direction, enquiriesDone, secondsSinceSent }) {
    if (direction === 'payout') return doubling(10, enquiriesDone);
    const gap = enquiriesDone === 0 ? 0 : doubling(30, enquiriesDone - 1);
    // Also after an early callback that turned out to be no news: Airtel asks not to be asked sooner.
    return Math.max(gap, airtelFirstCollectionEnquirySeconds - secondsSinceSent);
  },
  afterUnansweredSeconds,
  notFoundAfterSeconds: 210,
  notFoundGapSeconds: 5,
};

/** The same steps on a clock that runs `1 / scale` times as fast, for operators that are simulated. */
export function scaledSchedule(schedule: EnquirySchedule, scale: number): EnquirySchedule {
  return {
    nextEnquiryAfterSeconds: (soFar) =>
      scale *
      schedule.nextEnquiryAfterSeconds({ ...soFar, secondsSinceSent: soFar.secondsSinceSent / scale }),
    afterUnansweredSeconds(unansweredInARow) {
      const seconds = schedule.afterUnansweredSeconds(unansweredInARow);
      return seconds === undefined ? undefined : seconds * scale;
    },
    notFoundAfterSeconds: schedule.notFoundAfterSeconds * scale,
    notFoundGapSeconds: schedule.notFoundGapSeconds * scale,
  };
}
