import { allocate, allocateToPenalty } from './allocation.ts';
import { type BeforePayments, beforePayments } from './before-payments.ts';
import { addDays, type Day, laterOf } from './day.ts';
import type { HardshipPlan } from './hardship.ts';
import { firstMissOf } from './hardship-freeze.ts';
import {
  type CountedPayment,
  type Instalment,
  instalmentOf,
  isRunning,
  type Loan,
  type PenaltyRun,
} from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { instalmentTotal, isCleared, owedOnInstalment } from './owed.ts';
import {
  explainInterest,
  paidBeforeRebates,
  rebatesSince,
  repaymentInOrder,
  settlementInOrder,
  withAgreedInterest,
} from './payment-in-order.ts';
import { amountOfRuns, joinRuns, penaltyBase, runWithout } from './penalty.ts';
import { share } from './rate.ts';
import { givesInterestBack, type Rebate } from './rebate.ts';
import { daysLateOn, withPenaltyRuns } from './value-day.ts';

// A payment that comes after its attempt was given up counts from its value day. This file posts all payments of a loan
// again in the order of their value days: once without the late payment, to know what each later day was charged on, and
// once with it. Each payment gives back the interest of the plans that it clears early. Days are charged only if they were
// charged before, so grace days, days on which the loan was closed, and days beyond the charge cap stay free. Rule:
// docs/rules/value-day.md.

/** What the loan would look like if the late payment had been posted on its value day. */
export type PostedInOrder = {
  /** The instalments with the interest, paid amounts, penalties and days late that they would have. */
  instalments: readonly Instalment[];
  /** The same before the interest that they charge less was given back. */
  beforeRebates: readonly Instalment[];
  /** The rebates that were not given yet. `null` where they cannot be known: the interest then stays as it is given. */
  rebates: readonly Rebate[] | null;
  /** The fee of the extension that the late payment buys; zero for any other payment. */
  extensionFeeNgwee: Ngwee;
  /** The part of each other extension fee that would not have been charged. */
  returnedFees: readonly { payment: CountedPayment; period: number; amountNgwee: Ngwee }[];
  /** The hardship plan: it has not ended if the payments have missed none of its dates. */
  hardship: HardshipPlan | null;
  /** The value day of the payment that would have cleared the loan, or `null` while it owes something. */
  clearedOn: Day | null;
};

/** The course of a loan while its payments are posted in order. */
type Course = BeforePayments & {
  /** The interest given back so far; `null` in a course that gives none back. */
  rebates: Rebate[] | null;
  /** The amounts that each day was charged on, by instalment. */
  bases: Map<Day, readonly Ngwee[]>;
  /** The principal that each extension was bought for. */
  extended: Map<CountedPayment, Ngwee>;
  extensionFees: Map<CountedPayment, Ngwee>;
};

/**
 * Posts the payments of a loan again with a late payment among them. `before` is the loan as it is. `after` is the loan
 * with the charges and due dates that it has with the late payment; its penalty days are those that may still be
 * charged.
 */
export function postInOrder(before: Loan, after: Loan, late: CountedPayment): PostedInOrder {
  return postWithRebates(before, after, late) ?? postAsCharged(before, after, late);
}

/** The interest is what the loans charge, from the beginning. */
function postAsCharged(before: Loan, after: Loan, late: CountedPayment): PostedInOrder {
  const original = follow(before, before.countedPayments, null);
  const { inOrder } = place(before, after, { late, original });
  return {
    ...inOrder,
    beforeRebates: paidBeforeRebates(before.instalments, inOrder.instalments),
    rebates: null,
  };
}

/**
 * The interest is the agreed one, and each payment gives some of it back. `null` where the payments do not explain the
 * interest that the loan charges: one was made before rebates were given, or its day is not known. It is `null` too
 * where the loan would charge more than before, which no late payment may do.
 */
function postWithRebates(before: Loan, after: Loan, late: CountedPayment): PostedInOrder | null {
  const canGiveBack = isRunning(before) || before.state === 'settled';
  if (!canGiveBack || !givesInterestBack(before.terms)) return null;
  const original = follow(withAgreedInterest(before), before.countedPayments, null, []);
  if (!explainInterest(original.instalments, before.instalments)) return null;
  const { inOrder, rebates } = place(before, withAgreedInterest(after), { late, original });
  const { instalments } = inOrder;
  const isDearer =
    instalmentTotal(instalments, 'interestNgwee') > instalmentTotal(before.instalments, 'interestNgwee');
  if (isDearer || (before.state === 'settled' && !instalments.every(isCleared))) return null;
  return {
    ...inOrder,
    beforeRebates: paidBeforeRebates(before.instalments, instalments),
    rebates: rebatesSince(before.instalments, instalments, rebates ?? []),
  };
}

type InOrder = Omit<PostedInOrder, 'beforeRebates' | 'rebates'>;

/** Posts the payments of `before` with a late one among them. `original` is their course without it. */
function place(
  before: Loan,
  after: Loan,
  { late, original }: { late: CountedPayment; original: Course },
): { inOrder: InOrder; rebates: readonly Rebate[] | null } {
  const earlier = before.countedPayments.filter(({ valueOn }) => valueOn <= late.valueOn);
  const later = before.countedPayments.filter(({ valueOn }) => valueOn > late.valueOn);
  const payments = [...earlier, late, ...later];
  const rebates = original.rebates === null ? null : [];
  const course = follow(after, payments, { original, afterOn: late.valueOn }, rebates);
  const instalments = course.instalments.map((paid, index) =>
    finished(
      after.instalments[index] ?? paid,
      { ...paid, penaltyRuns: joinRuns(course.penaltyRuns[index] ?? []) },
      course.clearedOn[index] ?? null,
    ),
  );
  const isWhole = instalments.every(isCleared) && course.clearedOn.every((on) => on !== null);
  const inOrder: InOrder = {
    instalments,
    extensionFeeNgwee: course.extensionFees.get(late) ?? ZERO,
    returnedFees: [...course.extensionFees].flatMap(([payment, feeNgwee]) => {
      if (payment === late) return [];
      const { period, feeNgwee: chargedNgwee } = payment.extension ?? { period: 0, feeNgwee };
      return chargedNgwee > feeNgwee
        ? [{ payment, period, amountNgwee: subtract(chargedNgwee, feeNgwee) }]
        : [];
    }),
    hardship: hardshipAfter(course, before.accruedThroughOn ?? late.valueOn),
    clearedOn: isWhole
      ? course.clearedOn.reduce((last, on) => laterOf(last ?? late.valueOn, on ?? late.valueOn))
      : null,
  };
  return { inOrder, rebates };
}

type Comparison = { original: Course; afterOn: Day };

function follow(
  loan: Loan,
  payments: readonly CountedPayment[],
  compared: Comparison | null,
  rebates: Rebate[] | null = null,
): Course {
  const course = beginning(loan, rebates);
  // What was paid before a take-on is there from the beginning.
  const own = loan.takenOn === null ? payments : payments.filter(({ receiptNo }) => receiptNo !== null);
  for (const on of daysOf(course, own)) {
    chargeDay(course, on, compared);
    waivePenalties(course, on);
    for (const [index, payment] of own.entries()) {
      if (payment.valueOn !== on) continue;
      course.instalments = startedBefore(course, own.slice(index + 1));
      pay(course, payment, compared);
    }
    course.instalments.forEach((instalment, index) => {
      if (course.clearedOn[index] === null && isCleared(instalment)) course.clearedOn[index] = on;
    });
  }
  return course;
}

/** The loan before its payments. One that was taken on begins with what was paid and charged before. */
function beginning(loan: Loan, rebates: Rebate[] | null): Course {
  return {
    ...beforePayments(loan),
    rebates,
    bases: new Map(),
    extended: new Map(),
    extensionFees: new Map(),
  };
}

/**
 * The instalments with the first days that their periods had before some later extensions moved them: a payment gives
 * interest back by the days that were valid on its own day. Rule: docs/rules/value-day.md.
 */
function startedBefore({ loan, instalments }: Course, later: readonly CountedPayment[]): Instalment[] {
  return instalments.map((instalment, index) => {
    const movedDays = later
      .filter(({ extension }) => extension !== null && extension.period < instalment.period)
      .reduce((days, { extension }) => days + (extension?.movedDays ?? 0), 0);
    const { startsOn } = loan.instalments[index] ?? instalment;
    return { ...instalment, startsOn: addDays(startsOn, -movedDays) };
  });
}

/** The days on which a penalty was charged or waived, or money came, in order. */
function daysOf({ loan, waivers }: Course, payments: readonly CountedPayment[]): Day[] {
  const days = new Set([...payments.map(({ valueOn }) => valueOn), ...waivers.flat().map(({ on }) => on)]);
  for (const { fromOn, throughOn } of loan.instalments.flatMap(({ penaltyRuns }) => penaltyRuns)) {
    for (let on = fromOn; on <= throughOn; on = addDays(on, 1)) days.add(on);
  }
  return [...days].sort();
}

function chargeDay(course: Course, on: Day, compared: Comparison | null): void {
  const bases = course.instalments.map(penaltyBase);
  course.bases.set(on, bases);
  course.loan.instalments.forEach(({ penaltyRuns }, index) => {
    const instalment = course.instalments[index];
    const run = penaltyRuns.find(({ fromOn, throughOn }) => fromOn <= on && on <= throughOn);
    if (run === undefined || instalment === undefined) return;
    const ofDay = { ...run, fromOn: on, throughOn: on };
    const runs = runsOfDay(course, ofDay, { compared, index, baseNgwee: bases[index] ?? ZERO });
    course.penaltyRuns[index]?.push(...runs);
    const chargedNgwee = add(course.chargedNgwee[index] ?? ZERO, amountOfRuns(runs));
    course.chargedNgwee[index] = chargedNgwee;
    const owedNgwee = ngwee(
      Math.max(instalment.penaltyPaidNgwee, chargedNgwee - (course.relieved[index] ?? ZERO)),
    );
    course.instalments[index] = { ...instalment, penaltyNgwee: owedNgwee };
  });
}

/**
 * Takes what staff waived on a day off what is owed. The money of a late payment can have paid it before: this money then
 * pays the rest of the loan. Rule: docs/rules/waiver.md.
 */
function waivePenalties(course: Course, on: Day): void {
  let freedNgwee = ZERO;
  course.waivers.forEach((waivers, index) => {
    const ofDay = waivers.filter((waiver) => waiver.on === on);
    const instalment = course.instalments[index];
    if (ofDay.length === 0 || instalment === undefined) return;
    const waivedNgwee = sum(ofDay.map(({ amountNgwee }) => amountNgwee));
    const relievedNgwee = add(course.relieved[index] ?? ZERO, waivedNgwee);
    const penaltyNgwee = ngwee(Math.max(0, (course.chargedNgwee[index] ?? ZERO) - relievedNgwee));
    const penaltyPaidNgwee = minimum(instalment.penaltyPaidNgwee, penaltyNgwee);
    freedNgwee = add(freedNgwee, subtract(instalment.penaltyPaidNgwee, penaltyPaidNgwee));
    course.relieved[index] = relievedNgwee;
    course.instalments[index] = { ...instalment, penaltyNgwee, penaltyPaidNgwee };
  });
  if (freedNgwee > 0) payOwed(course, { valueOn: on }, freedNgwee);
}

/**
 * What a charged day costs with the late payment. The stored base of a day includes what was waived, or paid by a
 * coupon, only later. So a day on which nothing is owed is free, whatever its stored base is.
 */
function runsOfDay(
  course: Course,
  ofDay: PenaltyRun,
  { compared, index, baseNgwee }: { compared: Comparison | null; index: number; baseNgwee: Ngwee },
): PenaltyRun[] {
  if (compared === null || ofDay.fromOn <= compared.afterOn) return [ofDay];
  if (baseNgwee === 0 || isFrozen(course, ofDay.fromOn)) return [];
  const originalNgwee = compared.original.bases.get(ofDay.fromOn)?.[index];
  return runWithout(course.loan, ofDay, paidBefore(originalNgwee, baseNgwee));
}

/** True for a day since a hardship plan ended on which it would not have ended. Rule: docs/rules/hardship.md. */
function isFrozen(course: Course, on: Day): boolean {
  const endedOn = course.loan.hardship?.endedOn ?? null;
  return endedOn !== null && on >= endedOn && hardshipAfter(course, on)?.endedOn === null;
}

/** The hardship plan of the loan at the end of `on`. */
function hardshipAfter({ loan, instalments, clearedOn }: Course, on: Day): HardshipPlan | null {
  const { hardship } = loan;
  if (hardship === null || hardship.endedOn === null) return hardship;
  const { endedOn } = hardship;
  return {
    ...hardship,
    endedOn: firstMissOf({ ...hardship, endedOn }, instalments, { clearedOn, throughOn: on }),
  };
}

/** The amount in ngwee by which the late payment had lowered what a day is charged on. */
function paidBefore(originalBase: Ngwee | undefined, base: Ngwee): Ngwee {
  return ngwee(Math.max(0, (originalBase ?? ZERO) - base));
}

/** Pays what is owed. An extension takes its fee first and then the penalty of the instalment that it moves. */
function pay(course: Course, payment: CountedPayment, compared: Comparison | null): void {
  const { extension, amountNgwee } = payment;
  let left = amountNgwee;
  if (extension !== null) {
    const feeNgwee = minimum(feeOf(course, payment, compared), left);
    course.extensionFees.set(payment, feeNgwee);
    const ofPenalty = allocateToPenalty(course.instalments, extension.period, subtract(left, feeNgwee));
    course.instalments = [...ofPenalty.instalments];
    left = ofPenalty.remainderNgwee;
  }
  payOwed(course, payment, left);
}

function payOwed(
  course: Course,
  { valueOn, isSettlement }: Pick<CountedPayment, 'valueOn' | 'isSettlement'>,
  amountNgwee: Ngwee,
): void {
  const { instalments, rebates } = course;
  const loan = { ...course.loan, instalments };
  if (rebates === null) {
    course.instalments = [...allocate(instalments, amountNgwee, loan.terms.repaymentOrder).instalments];
    return;
  }
  const paid = isSettlement
    ? settlementInOrder(loan, amountNgwee, valueOn)
    : repaymentInOrder(loan, amountNgwee, valueOn);
  course.instalments = [...paid.instalments];
  rebates.push(...paid.rebates);
}

/**
 * The fee of an extension, in ngwee: less what it would have cost less because less principal was owed. Rule:
 * docs/rules/extension.md.
 */
function feeOf(course: Course, payment: CountedPayment, compared: Comparison | null): Ngwee {
  const { loan, instalments } = course;
  const { period, feeNgwee } = payment.extension ?? { period: 0, feeNgwee: ZERO };
  const plan = instalmentOf({ ...loan, instalments }, period);
  const principalNgwee = plan === undefined ? ZERO : owedOnInstalment(plan).principalNgwee;
  course.extended.set(payment, principalNgwee);
  const rate = loan.terms.extension?.rate;
  if (compared === null || rate === undefined) return feeNgwee;
  const original = compared.original.extended.get(payment);
  // The late payment itself: an earlier one may have paid principal since the fee was quoted.
  if (original === undefined) return minimum(feeNgwee, share(principalNgwee, rate));
  const notNeeded = share(original, rate) - share(principalNgwee, rate);
  return ngwee(Math.max(0, feeNgwee - Math.max(0, notNeeded)));
}

/** An instalment at the end of its course. Its days late are counted to the day on which it was cleared. */
function finished(stored: Instalment, instalment: Instalment, clearedOn: Day | null): Instalment {
  const {
    penaltyPaidNgwee,
    penaltyRuns,
    discountNgwee,
    feePaidNgwee,
    interestPaidNgwee,
    principalPaidNgwee,
    interestNgwee,
    rebateNgwee,
    creditedInterestNgwee,
  } = instalment;
  const ofCharges = minimum(discountNgwee, add(instalment.feeNgwee, instalment.interestNgwee));
  const paid = {
    ...stored,
    interestNgwee,
    rebateNgwee,
    creditedInterestNgwee,
    feePaidNgwee,
    interestPaidNgwee,
    principalPaidNgwee,
    penaltyPaidNgwee: add(penaltyPaidNgwee, subtract(discountNgwee, ofCharges)),
  };
  const counted = withPenaltyRuns(paid, penaltyRuns);
  if (clearedOn === null || !isCleared(counted)) return counted;
  return { ...counted, daysLate: Math.max(0, Math.min(stored.daysLate, daysLateOn(stored, clearedOn))) };
}
