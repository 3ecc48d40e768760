import type { Day } from './day.ts';
import { minimum, type Ngwee, subtract } from './money.ts';

/** A penalty in ngwee that staff waived on a day. Its receipt tells whether the waiver was reversed. */
export type PenaltyWaiver = { receiptNo: string; on: Day; amountNgwee: Ngwee };

/**
 * The penalty waivers of an instalment that were not reversed, in all up to what is waived of its penalty now: a late
 * payment can have made a part of them unneeded. Rule: docs/rules/waiver.md.
 */
export function standingWaivers(
  { reversedPostings }: { reversedPostings: readonly string[] },
  waived: { penaltyWaivers: readonly PenaltyWaiver[]; penaltyWaivedNgwee: Ngwee },
): PenaltyWaiver[] {
  let left = waived.penaltyWaivedNgwee;
  return waived.penaltyWaivers
    .filter(({ receiptNo }) => !reversedPostings.includes(receiptNo))
    .map((waiver) => {
      const amountNgwee = minimum(left, waiver.amountNgwee);
      left = subtract(left, amountNgwee);
      return { ...waiver, amountNgwee };
    });
}
