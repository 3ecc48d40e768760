import { plannedInstalments } from './application.ts';
import { catchUp, instalmentStateOn } from './catch-up.ts';
import { unchanged } from './change.ts';
import { chargeCap, chargesSoFar, isAboveChargeCap } from './charge-cap.ts';
import { addDays, type Day, daysBetween, laterOf } from './day.ts';
import { dueDates } from './due-day.ts';
import { incomeOfDays } from './earning.ts';
import { type Transfer, transfer } from './ledger.ts';
import {
  CHARGE_KINDS,
  type Change,
  type ChargeKind,
  type Instalment,
  type Loan,
  type LoanTerms,
} from './loan.ts';
import { kwacha, type Ngwee, subtract, sum } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { instalmentTotal, owedOnLoan, paidOnLoan, serviceFeeOf } from './owed.ts';
import { penaltyBase } from './penalty.ts';
import { priceLoan } from './pricing.ts';
import { planSchedule, type Schedule } from './schedule.ts';
import { worstDaysLateOf } from './value-day.ts';

// Running loans of an earlier system. Rule: docs/rules/take-on.md.

/** A plan as the earlier system has it: its dates, what it charged and what was paid, in ngwee. */
export type RunningPlan = {
  dueOn: Day;
  /** The due date that was signed, where an extension moved it. */
  originalDueOn: Day | null;
  daysLate: number;
} & Record<`${ChargeKind}Ngwee` | `${ChargeKind}PaidNgwee`, Ngwee>;

/** A running loan at the end of the day `on`. */
export type RunningLoan = {
  loanId: number;
  borrowerId: number;
  earlierLoanNo: string;
  terms: LoanTerms;
  paidOutOn: Day;
  on: Day;
  plans: readonly RunningPlan[];
};

export type TakeOnRefusal =
  | { kind: 'wrong_number_of_plans'; needed: number }
  | { kind: 'principal_not_of_terms' }
  | { kind: 'nothing_paid_out' }
  | { kind: 'paid_out_later' }
  | { kind: 'due_dates_out_of_order'; period: number }
  | { kind: 'due_date_not_of_terms'; period: number; fromOn: Day; throughOn: Day }
  | { kind: 'paid_above_charged'; period: number; charge: ChargeKind }
  | { kind: 'penalty_before_due'; period: number }
  | { kind: 'wrong_days_late'; period: number; least: number; most: number }
  | { kind: 'fee_was_deducted'; period: number }
  | { kind: 'interest_above_terms'; mostNgwee: Ngwee }
  | { kind: 'fee_above_terms'; mostNgwee: Ngwee }
  | { kind: 'above_charge_cap'; chargedNgwee: Ngwee; mostNgwee: Ngwee }
  | { kind: 'owes_nothing' };

/** Another system may round each plan to whole kwacha. */
const ROUNDING_OF_A_PLAN = kwacha(1);

/** Another system may count months and not days, and may move a due date to the next pay day. */
const MOST_DAYS_FROM_TERMS = 31;

/**
 * Opens a loan that runs since `paidOutOn` in the state that it has at the end of the day `on`, so that the days after it
 * are applied as to every loan. What is owed, less what is not earned yet, is posted against the opening balances, in
 * ngwee. Refuses, in this order: plans that are not those of the terms, a loan that paid nothing out, dates and days late
 * that do not fit together or to the terms, payments above the charges, charges above the terms or the charge cap, and a
 * loan that owes nothing. Rule: docs/rules/take-on.md.
 */
export function takeOnLoan(given: RunningLoan): Outcome<Change, TakeOnRefusal> {
  const schedule = planSchedule(given.terms);
  const refusal =
    refusalOfPlans(given, schedule) ?? refusalOfDates(given) ?? refusalOfCharges(given, schedule);
  if (refusal !== null) return refuse(refusal);
  const loan = runningLoan(given, schedule);
  if (isAboveChargeCap(loan)) {
    const [chargedNgwee, mostNgwee] = [chargesSoFar(loan), chargeCap(loan.terms)];
    return refuse({ kind: 'above_charge_cap', chargedNgwee, mostNgwee });
  }
  const owedNgwee = owedOnLoan(loan).totalNgwee;
  if (owedNgwee === 0) return refuse({ kind: 'owes_nothing' });
  const { on, earlierLoanNo } = given;
  const paidNgwee = paidOnLoan(loan).totalNgwee;
  return allow({
    ...unchanged(catchUp(loan, on).loan),
    transfers: openingTransfers(loan),
    events: [{ kind: 'taken_on', on, earlierLoanNo, paidNgwee, owedNgwee }],
  });
}

function refusalOfPlans({ terms, plans }: RunningLoan, { receivedNgwee }: Schedule): TakeOnRefusal | null {
  if (plans.length !== terms.instalmentCount)
    return { kind: 'wrong_number_of_plans', needed: terms.instalmentCount };
  if (sum(plans.map(({ principalNgwee }) => principalNgwee)) !== terms.principalNgwee)
    return { kind: 'principal_not_of_terms' };
  return receivedNgwee === 0 ? { kind: 'nothing_paid_out' } : null;
}

function refusalOfDates({ terms, paidOutOn, on, plans }: RunningLoan): TakeOnRefusal | null {
  if (paidOutOn > on) return { kind: 'paid_out_later' };
  const datesOfTerms = dueDates(terms, paidOutOn);
  let before = { dueOn: paidOutOn, signedOn: paidOutOn };
  for (const [index, { dueOn, originalDueOn }] of plans.entries()) {
    const signedOn = originalDueOn ?? dueOn;
    const isInOrder = dueOn > before.dueOn && signedOn > before.signedOn;
    const isMovedLater = originalDueOn === null || (originalDueOn < dueOn && originalDueOn <= on);
    if (!isInOrder || !isMovedLater) return { kind: 'due_dates_out_of_order', period: index + 1 };
    const fromOn = addDays(datesOfTerms[index]!, -mostDaysEarly(terms));
    const throughOn = addDays(datesOfTerms[index]!, MOST_DAYS_FROM_TERMS);
    if (signedOn < fromOn || signedOn > throughOn)
      return { kind: 'due_date_not_of_terms', period: index + 1, fromOn, throughOn };
    before = { dueOn, signedOn };
  }
  return null;
}

/**
 * Half of a plan's days: a loan that is due earlier has other terms. With a due day the first one may be the due day
 * before, a month earlier.
 */
function mostDaysEarly({ termDays, instalmentCount, dueDay }: LoanTerms): number {
  return dueDay === undefined ? Math.floor(termDays / instalmentCount / 2) : MOST_DAYS_FROM_TERMS;
}

function refusalOfCharges({ terms, on, plans }: RunningLoan, schedule: Schedule): TakeOnRefusal | null {
  for (const [index, plan] of plans.entries()) {
    const period = index + 1;
    const charge = CHARGE_KINDS.find((kind) => plan[`${kind}PaidNgwee`] > plan[`${kind}Ngwee`]);
    if (charge !== undefined) return { kind: 'paid_above_charged', period, charge };
    const most = Math.max(0, daysBetween(plan.originalDueOn ?? plan.dueOn, on));
    const least = isPaid(plan) ? 0 : Math.max(0, daysBetween(plan.dueOn, on));
    if (plan.penaltyNgwee > 0 && most === 0) return { kind: 'penalty_before_due', period };
    if (plan.daysLate < least || plan.daysLate > most)
      return { kind: 'wrong_days_late', period, least, most };
    if (terms.feeMode === 'deducted' && plan.feeNgwee > 0) return { kind: 'fee_was_deducted', period };
  }
  const total = (charge: 'interestNgwee' | 'feeNgwee') => sum(plans.map((plan) => plan[charge]));
  const most = (ofTerms: Ngwee) => sum([ofTerms, ...plans.map(() => ROUNDING_OF_A_PLAN)]);
  const mostInterestNgwee = most(schedule.interestNgwee);
  if (total('interestNgwee') > mostInterestNgwee)
    return { kind: 'interest_above_terms', mostNgwee: mostInterestNgwee };
  const mostFeeNgwee = most(schedule.feeNgwee);
  return total('feeNgwee') > mostFeeNgwee ? { kind: 'fee_above_terms', mostNgwee: mostFeeNgwee } : null;
}

function isPaid(plan: RunningPlan): boolean {
  return CHARGE_KINDS.every((kind) => plan[`${kind}PaidNgwee`] === plan[`${kind}Ngwee`]);
}

function runningLoan(given: RunningLoan, { receivedNgwee }: Schedule): Loan {
  const { loanId, borrowerId, terms, paidOutOn, on, earlierLoanNo } = given;
  const instalments = instalmentsOf(given);
  const earned = incomeOfDays({ terms, receivedNgwee, instalments }, on);
  const paidNgwee = sum(CHARGE_KINDS.flatMap((kind) => instalments.map((plan) => plan[`${kind}PaidNgwee`])));
  return {
    loanId,
    borrowerId,
    version: 0,
    state: 'active',
    // The right to give the money back ended with the contract of the earlier system.
    terms: { ...terms, coolingOffHours: 0 },
    appliedOn: paidOutOn,
    disbursedOn: paidOutOn,
    closedOn: null,
    receivedNgwee,
    instalments,
    accruedThroughOn: on,
    interestEarnedNgwee: earned.interestNgwee,
    feeEarnedNgwee: earned.feeNgwee,
    extensionsUsed: given.plans.some(({ originalDueOn }) => originalDueOn !== null) ? 1 : 0,
    extensionFeesNgwee: kwacha(0),
    worstDaysLate: worstDaysLateOf(instalments),
    pending: null,
    coupon: null,
    ladderMove: null,
    limitNgwee: null,
    reversedPostings: [],
    countedPayments:
      paidNgwee === 0 ? [] : [{ receiptNo: null, valueOn: on, amountNgwee: paidNgwee, extension: null }],
    hardship: null,
    takenOn: {
      on,
      earlierLoanNo,
      interestEarnedNgwee: earned.interestNgwee,
      feeEarnedNgwee: earned.feeNgwee,
      penaltyNgwee: instalmentTotal(instalments, 'penaltyNgwee'),
      plans: instalments.map((plan) => ({
        interestNgwee: plan.interestNgwee,
        principalPaidNgwee: plan.principalPaidNgwee,
        interestPaidNgwee: plan.interestPaidNgwee,
        feePaidNgwee: plan.feePaidNgwee,
        penaltyPaidNgwee: plan.penaltyPaidNgwee,
      })),
    },
    nextEventOn: null,
  };
}

function instalmentsOf({ terms, paidOutOn, on, plans }: RunningLoan): Instalment[] {
  const schedule = plannedInstalments(priceLoan(terms, paidOutOn));
  return schedule.map((planned, index) => {
    const { originalDueOn, ...plan } = plans[index]!;
    const instalment: Instalment = {
      ...planned,
      ...plan,
      startsOn: laterOf(
        paidOutOn,
        addDays(planned.startsOn, daysMoved(schedule[index - 1], plans[index - 1])),
      ),
      earlierDueDates: originalDueOn === null ? [] : [{ dueOn: originalDueOn, throughOn: on }],
    };
    const charged = { ...instalment, penaltyRuns: penaltyRunsOf(instalment) };
    return { ...charged, state: instalmentStateOn(charged, on) };
  });
}

/** The days by which the earlier system has moved a plan. The period after it begins so many days later. */
function daysMoved(planned: Instalment | undefined, given: RunningPlan | undefined): number {
  return planned && given ? daysBetween(planned.dueOn, given.dueOn) : 0;
}

/** The penalty that was charged so far, in one amount: the earlier system does not say for which days. */
function penaltyRunsOf(plan: Instalment): Instalment['penaltyRuns'] {
  if (plan.penaltyNgwee === 0) return [];
  const firstOn = addDays(plan.earlierDueDates[0]?.dueOn ?? plan.dueOn, 1);
  const baseNgwee = penaltyBase(plan);
  return [{ fromOn: firstOn, throughOn: firstOn, baseNgwee, perDayNgwee: plan.penaltyNgwee }];
}

function openingTransfers(loan: Loan): Transfer[] {
  const owed = owedOnLoan(loan);
  const interestNgwee = instalmentTotal(loan.instalments, 'interestNgwee');
  return [
    ...transfer('principal_receivable', 'opening_balance', owed.principalNgwee),
    ...transfer('interest_receivable', 'opening_balance', owed.interestNgwee),
    ...transfer('fee_receivable', 'opening_balance', owed.feeNgwee),
    ...transfer('penalty_receivable', 'opening_balance', owed.penaltyNgwee),
    ...transfer('opening_balance', 'unearned_interest', subtract(interestNgwee, loan.interestEarnedNgwee)),
    ...transfer('opening_balance', 'unearned_fee', subtract(serviceFeeOf(loan), loan.feeEarnedNgwee)),
  ];
}
