import type { Direction } from './operator.ts';

export type EnquiriesSoFar = {
  direction: Direction;
  /** Those that were answered; an enquiry without an answer does not use up the schedule. */
  enquiriesDone: number;
  secondsSinceSent: number;
};

export type EnquirySchedule = {
  /** The wait from now until the next enquiry. */
  nextEnquiryAfterSeconds(soFar: EnquiriesSoFar): number;
  /** A second "not found" counts from this long after sending; before it the operator may only be slow. */
  notFoundAfterSeconds: number;
  afterCallbackSeconds: number;
};

const daySeconds = 24 * 60 * 60;

/** `firstGap`, twice that, four times that, and so on, but never more than a day. */
function doubling(firstGapSeconds: number, doublings: number): number {
  return Math.min(daySeconds, firstGapSeconds * 2 ** Math.max(0, doublings));
}

const promptSeconds = 5 * 60;
const mtnEnquiriesWithinPrompt = 7;

export const mtnEnquirySchedule: EnquirySchedule = {
  nextEnquiryAfterSeconds({ enquiriesDone, secondsSinceSent }) {
    if (secondsSinceSent < promptSeconds) return Math.min(60, doubling(10, enquiriesDone));
    return doubling(120, enquiriesDone - mtnEnquiriesWithinPrompt);
  },
  notFoundAfterSeconds: 60,
  afterCallbackSeconds: 0,
};

const airtelFirstCollectionEnquirySeconds = 180;

export const airtelEnquirySchedule: EnquirySchedule = {
  nextEnquiryAfterSeconds({ direction, enquiriesDone, secondsSinceSent }) {
    if (direction === 'payout') return doubling(10, enquiriesDone);
    const gap = enquiriesDone === 0 ? 0 : doubling(30, enquiriesDone - 1);
    // Also after an early callback that turned out to be no news: Airtel asks not to be asked sooner.
    return Math.max(gap, airtelFirstCollectionEnquirySeconds - secondsSinceSent);
  },
  notFoundAfterSeconds: 210,
  afterCallbackSeconds: 0,
};

/** The wait after an enquiry without an answer; `undefined`: back to the operator's schedule. */
export function unansweredEnquiryAfterSeconds(unansweredInARow: number): number | undefined {
  return [5, 10, 20][unansweredInARow - 1];
}
