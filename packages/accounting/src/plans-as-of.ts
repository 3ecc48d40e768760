import { originalDueOn } from '@thumba/lending/ageing';
import { addDays, type Day, daysBetween } from '@thumba/lending/day';
import type { Instalment } from '@thumba/lending/loan';

/** What the ledger says that a loan owes at the end of a day, in ngwee. */
export type OwedInLedger = {
  principalNgwee: number;
  interestNgwee: number;
  feeNgwee: number;
  penaltyNgwee: number;
};

/** The changes in ngwee of one event to one instalment. Amounts that did not change are left out. */
export type PlanMove = { period: number } & Partial<
  Record<
    | 'principalNgwee'
    | 'interestNgwee'
    | 'feeNgwee'
    | 'penaltyNgwee'
    | 'principalPaidNgwee'
    | 'interestPaidNgwee'
    | 'feePaidNgwee'
    | 'penaltyPaidNgwee',
    number
  >
>;

/** An extension moves the due dates from an instalment on, by a number of days. A hardship plan moves those that it names. */
export type DateMove = { fromPeriod: number; days: number } | { periods: readonly number[] };

/**
 * What an event that was booked after the day did to the plans: its amounts and its due dates. `direction` is -1 for an
 * event that was taken back after the day, so that it counts again. Later events stand in the order in which they happened.
 */
export type LaterEvent = {
  direction: 1 | -1;
  moves: readonly PlanMove[];
  dateMove: DateMove | null;
};

export type PlanAsOf = { period: number; originalDueOn: Day; dueOn: Day; isOwing: boolean };

/** `recomputed`: the plans of the day agree with the ledger. `allocated`: they do not, and the ledger decides. */
export type PlansAsOf = { plans: readonly PlanAsOf[]; basis: 'recomputed' | 'allocated' };

const CHARGES = ['principal', 'interest', 'fee', 'penalty'] as const;
type Charge = (typeof CHARGES)[number];

type Amounts = Required<Omit<PlanMove, 'period'>>;
type PlanAmounts = { period: number; originalDueOn: Day; dueOn: Day; amounts: Amounts };

const AMOUNTS = [
  'principalNgwee',
  'interestNgwee',
  'feeNgwee',
  'penaltyNgwee',
  'principalPaidNgwee',
  'interestPaidNgwee',
  'feePaidNgwee',
  'penaltyPaidNgwee',
] as const satisfies readonly (keyof Amounts)[];

/**
 * The plans of a loan at the end of a day, from its instalments of now less the events that were booked after the day.
 * The result is compared with what the ledger says for that day. Where they differ, the principal in the ledger is laid
 * on the plans from the last one back, because plans are paid in the order of their dates. `owed` is null for a loan that
 * is written off: the ledger has no receivable of it. Rule: docs/running/reports.md.
 */
export function plansAsOf(
  instalments: readonly Instalment[],
  laterEvents: readonly LaterEvent[],
  owed: OwedInLedger | null,
): PlansAsOf {
  const plans = instalments.map((instalment) => amountsAsOf(instalment, laterEvents));
  if (owed !== null && CHARGES.some((charge) => totalOwed(plans, charge) !== owed[`${charge}Ngwee`])) {
    return { plans: allocated(plans, owed), basis: 'allocated' };
  }
  return { plans: plans.map((plan) => ({ ...datesOf(plan), isOwing: isOwing(plan) })), basis: 'recomputed' };
}

/** The days that the oldest plan which owes something is past due at the end of a day; 0 for a loan on time. */
export function daysPastDueOf(
  plans: readonly PlanAsOf[],
  on: Day,
  dueDate: 'dueOn' | 'originalDueOn',
): number {
  return Math.max(0, ...plans.filter(({ isOwing }) => isOwing).map((plan) => daysBetween(plan[dueDate], on)));
}

function amountsAsOf(instalment: Instalment, laterEvents: readonly LaterEvent[]): PlanAmounts {
  const { period } = instalment;
  const amounts: Amounts = { ...instalment };
  for (const { direction, moves } of laterEvents) {
    for (const move of moves) {
      if (move.period !== period) continue;
      for (const amount of AMOUNTS) amounts[amount] -= direction * (move[amount] ?? 0);
    }
  }
  return {
    period,
    originalDueOn: originalDueOn(instalment),
    dueOn: dueOnAsOf(instalment, laterEvents),
    amounts,
  };
}

/**
 * The due date before the later events, from the last one back. An instalment keeps each date that an extension replaced,
 * and one that was taken back had replaced the date that is valid after it.
 */
function dueOnAsOf({ period, dueOn, earlierDueDates }: Instalment, laterEvents: readonly LaterEvent[]): Day {
  const replaced = earlierDueDates.map((earlier) => earlier.dueOn);
  let validOn = dueOn;
  for (const { direction, dateMove } of laterEvents.toReversed()) {
    if (dateMove === null || !movesPeriod(dateMove, period)) continue;
    if (direction === 1) {
      validOn = replaced.pop() ?? validOn;
    } else if ('days' in dateMove) {
      replaced.push(validOn);
      validOn = addDays(validOn, dateMove.days);
    }
  }
  return validOn;
}

function movesPeriod(dateMove: DateMove, period: number): boolean {
  return 'periods' in dateMove ? dateMove.periods.includes(period) : period >= dateMove.fromPeriod;
}

function owedOf({ amounts }: PlanAmounts, charge: Charge): number {
  return amounts[`${charge}Ngwee`] - amounts[`${charge}PaidNgwee`];
}

function totalOwed(plans: readonly PlanAmounts[], charge: Charge): number {
  return plans.reduce((total, plan) => total + owedOf(plan, charge), 0);
}

function isOwing(plan: PlanAmounts): boolean {
  return CHARGES.some((charge) => owedOf(plan, charge) > 0);
}

function allocated(plans: readonly PlanAmounts[], owed: OwedInLedger): PlanAsOf[] {
  const total = owed.principalNgwee + owed.interestNgwee + owed.feeNgwee + owed.penaltyNgwee;
  let left = owed.principalNgwee;
  const fromLast = plans.toReversed().map((plan, index) => {
    const isLastPlan = index === 0;
    const isPlanOwing = left > 0 || (isLastPlan && total > 0);
    left -= plan.amounts.principalNgwee;
    return { ...datesOf(plan), isOwing: isPlanOwing };
  });
  return fromLast.toReversed();
}

function datesOf({ period, originalDueOn, dueOn }: PlanAmounts): Omit<PlanAsOf, 'isOwing'> {
  return { period, originalDueOn, dueOn };
}
