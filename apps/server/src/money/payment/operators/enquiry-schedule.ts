import type { EnquirySchedule } from './operator.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** `firstGapSeconds`, twice that, four times that, and so on, but never more than a day. */
function doubling(firstGapSeconds: number, doublings: number): number {
  return Math.min(DAY_SECONDS, firstGapSeconds * 2 ** Math.max(0, doublings));
}

function afterUnansweredSeconds(unansweredInARow: number): number | undefined {
  return [5, 10, 20][unansweredInARow - 1];
}

const PROMPT_SECONDS = 5 * 60;
const MTN_ENQUIRIES_WITHIN_PROMPT = 7;

/** Between half the gap and the whole, so that payments that began together are not asked about together. */
function spread(gapSeconds: number, chance: number): number {
  return gapSeconds * (1 - chance / 2);
}

/** After the earliest time that an operator names, by half of the gap at most. */
function spreadAfter(earliestSeconds: number, chance: number, gapSeconds = earliestSeconds): number {
  return Math.min(DAY_SECONDS, earliestSeconds + (gapSeconds * chance) / 2);
}

export const mtnEnquirySchedule: EnquirySchedule = {
  nextEnquiryAfterSeconds({ enquiriesDone, secondsSinceSent, chance }) {
    const gapSeconds =
      secondsSinceSent < PROMPT_SECONDS
        ? Math.min(60, doubling(10, enquiriesDone))
        : doubling(120, enquiriesDone - MTN_ENQUIRIES_WITHIN_PROMPT);
    return spread(gapSeconds, chance);
  },
  afterUnansweredSeconds,
  notFoundAfterSeconds: 60,
  notFoundGapSeconds: 5,
};

const AIRTEL_FIRST_COLLECTION_ENQUIRY_SECONDS = 180;

const AIRTEL_COLLECTION_GAP_SECONDS = 30;

export const airtelEnquirySchedule: EnquirySchedule = {
  nextEnquiryAfterSeconds({ direction, enquiriesDone, secondsSinceSent, chance }) {
    if (direction === 'payout') return spreadAfter(doubling(10, enquiriesDone), chance);
    const gap = enquiriesDone === 0 ? 0 : doubling(AIRTEL_COLLECTION_GAP_SECONDS, enquiriesDone - 1);
    // Airtel wants no enquiry before this time, also after an early callback that changed nothing.
    const earliest = Math.max(gap, AIRTEL_FIRST_COLLECTION_ENQUIRY_SECONDS - secondsSinceSent);
    return spreadAfter(earliest, chance, gap || AIRTEL_COLLECTION_GAP_SECONDS);
  },
  afterUnansweredSeconds,
  notFoundAfterSeconds: 210,
  notFoundGapSeconds: 5,
};

/** For an operator that has no enquiry. Once a day the attempt is looked at, and staff may have ended it. */
export const unaskedEnquirySchedule: EnquirySchedule = {
  nextEnquiryAfterSeconds: () => DAY_SECONDS,
  afterUnansweredSeconds: () => undefined,
  notFoundAfterSeconds: DAY_SECONDS,
  notFoundGapSeconds: DAY_SECONDS,
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
