import { type Day, day, earlierOf, formatDayCount } from '@thumba/lending/day';
import { formatKwacha, subtract } from '@thumba/lending/money';
import type { BadgeText, OpenLoanSummary } from './card.ts';
import { dayText, longDayText } from './days.ts';
import { offerWords } from './offers-words.ts';
import { ownHomeWords } from './own-home-words.ts';
import { fromKwacha, moneyText } from './wire-money.ts';

/** What stands above the buttons of a loan that is being repaid, in time or late. */
export type OpenLoanText = { label: string; badge: BadgeText; money: string; lines: readonly string[] };

export function openLoanText(loan: OpenLoanSummary, today: Day): OpenLoanText {
  const words = ownHomeWords.openLoan;
  const isLate = loan.overdueDays > 0;
  return {
    label: isLate ? words.toRepayToday : words.toRepay,
    badge: isLate
      ? { tone: 'bad', text: words.late(formatDayCount(loan.overdueDays)) }
      : { tone: 'warn', text: dueText(loan.daysUntilDue ?? 0) },
    money: moneyText(loan.dueAmount ?? loan.remaining),
    lines: isLate ? lateLines(loan, today) : dueLines(loan, today),
  };
}

type LoanWithCoupon = Pick<OpenLoanSummary, 'coupon' | 'dueAmount' | 'dueDate' | 'overdueDays'>;

/** What is paid with the coupon of the next plan, and until when; undefined without one, or when the plan is late. */
export function withCouponText(
  { coupon, dueAmount, dueDate, overdueDays }: LoanWithCoupon,
  today: Day,
): string | undefined {
  if (coupon === undefined || dueAmount === undefined || dueDate === undefined || overdueDays > 0) {
    return undefined;
  }
  const sum = formatKwacha(subtract(fromKwacha(dueAmount), fromKwacha(coupon.discount)));
  const lastDay = earlierOf(day(coupon.validTo), day(dueDate));
  return ownHomeWords.openLoan.orWithCoupon(sum, dayText(lastDay, today));
}

/** What is owed of the next plan without its late charges. */
export function billText({ dueAmount, remaining, duePenalty = 0 }: OpenLoanSummary): string {
  return formatKwacha(fromKwacha(dueAmount ?? remaining) - fromKwacha(duePenalty));
}

type PayableBill = {
  settlement?: OpenLoanSummary['settlement'] | undefined;
  /** The plans that are not paid yet. */
  plansLeft: number;
};

export type PayOfferText = { pays: 'bill' | 'whole_loan'; text: string; detail?: string };

/**
 * What the buttons of a bill offer, the main button first. While nothing is due and the whole loan costs less than its
 * plans, that is the whole loan. The next plan alone can then be paid too, if there are several.
 */
export function payOfferTexts({ settlement, plansLeft }: PayableBill): [PayOfferText, ...PayOfferText[]] {
  const bill: PayOfferText = { pays: 'bill', text: offerWords.pay };
  if (settlement === undefined || !settlement.comesFirst) return [bill];
  const wholeLoan: PayOfferText = {
    pays: 'whole_loan',
    text: offerWords.payOff(moneyText(settlement.amount)),
    detail: offerWords.youSave(moneyText(settlement.saving)),
  };
  return plansLeft > 1 ? [wholeLoan, bill] : [wholeLoan];
}

/**
 * What the buttons below an open loan say besides paying: undefined where the button is not there. While a payment is open
 * it takes the place of them all, so that no second one is made.
 */
export function otherOfferTexts({ pendingPaymentId, planId, extension, overdueDays }: OpenLoanSummary): {
  seePayment?: string;
  defer?: string;
  payPart?: string;
} {
  const words = ownHomeWords.openLoan;
  if (pendingPaymentId !== undefined) return { seePayment: words.seePayment };
  const mayDefer = overdueDays === 0 && extension !== undefined && planId !== undefined;
  return {
    ...(mayDefer ? { defer: words.needMoreTime(formatDayCount(extension.days).replace(' ', '\u00a0')) } : {}),
    payPart: words.payPart,
  };
}

function dueText(daysUntilDue: number): string {
  const words = ownHomeWords.openLoan;
  if (daysUntilDue <= 0) return words.dueToday;
  return daysUntilDue === 1 ? words.dueTomorrow : words.dueIn(daysUntilDue);
}

function dueLines(loan: OpenLoanSummary, today: Day): string[] {
  const { dueDate, plansLeft } = loan;
  const words = ownHomeWords.openLoan;
  const by = dueDate === undefined ? '' : words.by(longDayText(dueDate, today));
  const withCoupon = withCouponText(loan, today);
  return [plansLeft > 1 ? words.both(by, words.nextOf(plansLeft)) : by, ...(withCoupon ? [withCoupon] : [])];
}

/** What the sum is made of, and what each further day adds. */
function lateLines(loan: OpenLoanSummary, today: Day): string[] {
  const words = ownHomeWords.openLoan;
  const { duePenalty = 0, dueDate, penaltyDays } = loan;
  const bill = dueDate === undefined ? billText(loan) : words.wasDue(billText(loan), dayText(dueDate, today));
  const charges = moneyText(duePenalty);
  const sum =
    duePenalty === 0
      ? bill
      : penaltyDays === undefined
        ? words.withLateCharges(bill, charges)
        : words.withLateChargesOfDays(bill, charges, formatDayCount(penaltyDays));
  const free = hasFreeDays(loan) ? [words.firstDaysFree(loan.penaltyFreeDays ?? 0)] : [];
  return [sum, ...free, dayChargeText(loan)].filter((line) => line !== '');
}

/** Whether the free days are the whole difference between the days late and the days charged. */
function hasFreeDays({ duePenalty = 0, overdueDays, penaltyDays, penaltyFreeDays = 0 }: OpenLoanSummary) {
  return (
    duePenalty > 0 &&
    penaltyDays !== undefined &&
    penaltyFreeDays > 0 &&
    penaltyDays + penaltyFreeDays === overdueDays
  );
}

function dayChargeText({ duePenalty = 0, penaltyPerDay, extension }: OpenLoanSummary): string {
  const words = ownHomeWords.openLoan;
  const perDay = moneyText(penaltyPerDay);
  if (penaltyPerDay === 0) return duePenalty > 0 ? '' : words.noLateCharges;
  if (duePenalty === 0) return words.lateFromTomorrow(perDay);
  return extension ? words.aDayUntilDeferred(perDay) : words.aDay(perDay);
}
