import { allocate } from './allocation.ts';
import type { Day } from './day.ts';
import type { Instalment, Loan, PenaltyRun } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { isCleared } from './owed.ts';
import { amountOfRuns, splitRuns } from './penalty.ts';
import { type PenaltyWaiver, standingWaivers } from './penalty-waiver.ts';

/** A loan before its payments, where its course in the order of value days begins. Amounts are ngwee, by instalment. */
export type BeforePayments = {
  /** The loan with the penalty days that are still to come in the course. */
  loan: Loan;
  instalments: Instalment[];
  /** The penalty days that were charged before the course. */
  penaltyRuns: PenaltyRun[][];
  chargedNgwee: Ngwee[];
  /** The penalty that a coupon pays, or staff waived on a day that is not known. A course adds the waivers to it. */
  relieved: Ngwee[];
  /** The penalties that staff waived, by instalment. Each lowers what is owed from its day on. */
  waivers: readonly (readonly PenaltyWaiver[])[];
  clearedOn: (Day | null)[];
};

const NOTHING_PAID = {
  principalPaidNgwee: ZERO,
  interestPaidNgwee: ZERO,
  feePaidNgwee: ZERO,
  penaltyPaidNgwee: ZERO,
};

/**
 * The loan without the money of its payments. A coupon has paid its part of the fee and the interest from the beginning. A
 * loan that was taken on begins with what was paid and charged by then. Rules: docs/rules/value-day.md,
 * docs/rules/take-on.md.
 */
export function beforePayments(loan: Loan): BeforePayments {
  const byCoupon = loan.instalments.map((instalment, index) => partsByCoupon(loan, instalment, index));
  const waivers = loan.instalments.map((instalment) => standingWaivers(loan, instalment));
  const relieved = loan.instalments.map(({ discountNgwee, penaltyWaivedNgwee }, index) => {
    const ofDaysNgwee = sum((waivers[index] ?? []).map(({ amountNgwee }) => amountNgwee));
    const couponNgwee = subtract(discountNgwee, sum(Object.values(byCoupon[index] ?? {})));
    return add(subtract(penaltyWaivedNgwee, ofDaysNgwee), couponNgwee);
  });
  const runs = loan.instalments.map(({ penaltyRuns }) => splitAtTakeOn(loan, penaltyRuns));
  const chargedNgwee = runs.map(({ before }) => amountOfRuns(before));
  let freed = ZERO;
  const paid = loan.instalments.map((instalment, index) => {
    const earlier = paidEarlier(loan, index);
    const coupon = byCoupon[index] ?? { feePaidNgwee: ZERO, interestPaidNgwee: ZERO };
    // Interest that was paid before the take-on may have been given back since. It paid another plan.
    const keptNgwee = minimum(earlier.interestPaidNgwee, instalment.interestNgwee);
    freed = add(freed, subtract(earlier.interestPaidNgwee, keptNgwee));
    const owedPenaltyNgwee = (chargedNgwee[index] ?? ZERO) - (relieved[index] ?? ZERO);
    return {
      ...instalment,
      principalPaidNgwee: earlier.principalPaidNgwee,
      penaltyPaidNgwee: earlier.penaltyPaidNgwee,
      feePaidNgwee: add(earlier.feePaidNgwee, coupon.feePaidNgwee),
      interestPaidNgwee: add(keptNgwee, coupon.interestPaidNgwee),
      penaltyNgwee: ngwee(Math.max(earlier.penaltyPaidNgwee, owedPenaltyNgwee)),
    };
  });
  const instalments = [...allocate(paid, freed, loan.terms.repaymentOrder).instalments];
  const takenOn = loan.takenOn?.on ?? null;
  return {
    loan: { ...loan, instalments: withRuns(loan.instalments, runs) },
    instalments,
    penaltyRuns: runs.map(({ before }) => [...before]),
    chargedNgwee,
    relieved,
    waivers,
    clearedOn: instalments.map((plan) => (isCleared(plan) ? takenOn : null)),
  };
}

function partsByCoupon(loan: Loan, { feeNgwee, interestNgwee, discountNgwee }: Instalment, index: number) {
  const earlier = paidEarlier(loan, index);
  const feePaidNgwee = minimum(discountNgwee, subtract(feeNgwee, earlier.feePaidNgwee));
  const interestOwedNgwee = ngwee(Math.max(0, interestNgwee - earlier.interestPaidNgwee));
  const interestPaidNgwee = minimum(subtract(discountNgwee, feePaidNgwee), interestOwedNgwee);
  return { feePaidNgwee, interestPaidNgwee };
}

function withRuns(
  instalments: readonly Instalment[],
  runs: readonly { after: readonly PenaltyRun[] }[],
): Instalment[] {
  return instalments.map((instalment, index) => ({ ...instalment, penaltyRuns: runs[index]?.after ?? [] }));
}

/** What was paid on a plan, in ngwee, before its loan came into this book; nothing for a loan of this book. */
function paidEarlier({ takenOn }: Pick<Loan, 'takenOn'>, index: number): typeof NOTHING_PAID {
  return takenOn?.plans[index] ?? NOTHING_PAID;
}

/** The penalty days from before the take-on, and those of this book. */
function splitAtTakeOn(
  { takenOn }: Pick<Loan, 'takenOn'>,
  runs: readonly PenaltyRun[],
): { before: readonly PenaltyRun[]; after: readonly PenaltyRun[] } {
  return takenOn === null ? { before: [], after: runs } : splitRuns(runs, takenOn.on);
}
