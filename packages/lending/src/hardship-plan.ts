import { type LoanStateRefusal, wrongState } from './application.ts';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { addDays, type Day, laterOf } from './day.ts';
import type { MovedDueDate } from './hardship.ts';
import { type Change, type Instalment, isRunning, type Loan } from './loan.ts';
import type { Ngwee } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { isCleared, owedOnInstalment } from './owed.ts';
import { type PaymentPendingRefusal, refusalWhilePending } from './pending.ts';
import { daysLateOn, worstDaysLateOf } from './value-day.ts';

/** A date of a plan counts as missed when it is past due for more than this many days. */
export const HARDSHIP_MISS_AFTER_DAYS = 7;
/** The last date of a plan is at most this many days away, so that a mistyped year freezes no penalty for years. */
export const HARDSHIP_MAX_DAYS = 366;

export type HardshipRefusal =
  | LoanStateRefusal
  | PaymentPendingRefusal
  | { kind: 'hardship_without_reason' }
  | { kind: 'hardship_date_count'; unpaidPlans: number }
  | { kind: 'hardship_date_too_early'; period: number; earliestOn: Day }
  | { kind: 'hardship_date_too_late'; latestOn: Day };

/** The new due dates of the unpaid instalments, in their order. */
export type HardshipRequest = { dueDates: readonly Day[]; reason: string; on: Day };

/** One unpaid instalment in a plan: its date before and after, and the amount in ngwee owed on it. */
export type HardshipStep = MovedDueDate & { owedNgwee: Ngwee };

/**
 * What a plan would do to a loan at the end of `on`. Refuses, in this order: a loan that does not run; a pending payment;
 * another number of dates than there are unpaid instalments; a date that has passed, that is before the present one of
 * its instalment or not after the one before it; a last date that is too far away. Rule: docs/rules/hardship.md.
 */
export function previewHardship(
  loan: Loan,
  { dueDates, on }: Omit<HardshipRequest, 'reason'>,
): Outcome<HardshipStep[], HardshipRefusal> {
  const planned = planDates(loan, { dueDates, on });
  return planned.ok ? allow(planned.value.filter((step) => step.owedNgwee > 0)) : planned;
}

/** The dates of a plan, also of paid instalments that have to follow an unpaid one. */
function planDates(
  loan: Loan,
  { dueDates, on }: Omit<HardshipRequest, 'reason'>,
): Outcome<HardshipStep[], HardshipRefusal> {
  if (!isRunning(loan)) return refuse(wrongState(loan));
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  const { instalments } = catchUp(loan, on).loan;
  const unpaidPlans = instalments.filter((instalment) => !isCleared(instalment)).length;
  if (dueDates.length !== unpaidPlans) return refuse({ kind: 'hardship_date_count', unpaidPlans });
  const latestOn = addDays(on, HARDSHIP_MAX_DAYS);
  const wanted = dueDates.values();
  const steps: HardshipStep[] = [];
  let previousOn: Day | null = null;
  for (const instalment of instalments) {
    const { period, dueOn: beforeDueOn } = instalment;
    const inOrderOn: Day = previousOn === null ? beforeDueOn : laterOf(beforeDueOn, addDays(previousOn, 1));
    const earliestOn = isCleared(instalment) ? inOrderOn : laterOf(inOrderOn, addDays(on, 1));
    const afterDueOn: Day = isCleared(instalment) ? inOrderOn : (wanted.next().value ?? earliestOn);
    if (afterDueOn < earliestOn) return refuse({ kind: 'hardship_date_too_early', period, earliestOn });
    if (afterDueOn > latestOn) return refuse({ kind: 'hardship_date_too_late', latestOn });
    steps.push({ period, beforeDueOn, afterDueOn, owedNgwee: owedOnInstalment(instalment).totalNgwee });
    previousOn = afterDueOn;
  }
  return allow(steps);
}

/**
 * Agrees a hardship plan at the end of `on`: new due dates, at no cost. Interest and amounts stay. From the next day on
 * no penalty is charged until a date of the plan is missed. A second plan takes the place of the first one. Refuses what
 * `previewHardship` refuses, and a plan without a reason. Rule: docs/rules/hardship.md.
 */
export function agreeHardship(loan: Loan, request: HardshipRequest): Outcome<Change, HardshipRefusal> {
  const { reason, on } = request;
  const planned = planDates(loan, request);
  if (!planned.ok) return planned;
  if (reason.trim() === '') return refuse({ kind: 'hardship_without_reason' });
  const steps = planned.value;
  const agreed = followedBy(catchUp(loan, on), (before) => moveDates(before, steps, request));
  return allow(followedBy(agreed, (before) => catchUp(before, on)));
}

/** Whether a loan has a hardship plan, for the classes of accounting: since when, and since when penalties count again. */
export type Hardship = { isHardship: boolean; agreedOn: Day | null; endedOn: Day | null };

/**
 * The hardship of a loan. It is forbearance: the original due dates stay known (`originalDueOn` and
 * `daysPastDueByOriginalDate`). A plan that has ended stays a hardship until the loan is closed; a rule of accounting says
 * when it is cured. Rule: docs/rules/hardship.md.
 */
export function hardshipOf(loan: Loan): Hardship {
  const { hardship } = loan;
  return {
    isHardship: hardship !== null && (isRunning(loan) || loan.state === 'written_off'),
    agreedOn: hardship?.agreedOn ?? null,
    endedOn: hardship?.endedOn ?? null,
  };
}

function moveDates(
  loan: Loan,
  steps: readonly HardshipStep[],
  { reason, on }: Pick<HardshipRequest, 'reason' | 'on'>,
): Change {
  const instalments = loan.instalments.map((instalment) => {
    const step = steps.find(({ period }) => period === instalment.period);
    return step === undefined ? instalment : movedTo(instalment, step.afterDueOn, on);
  });
  const missAfterDays = HARDSHIP_MISS_AFTER_DAYS;
  const dueDates = steps
    .filter((step) => step.owedNgwee > 0 || step.afterDueOn !== step.beforeDueOn)
    .map(({ period, beforeDueOn, afterDueOn }) => ({ period, beforeDueOn, afterDueOn }));
  const first = steps.find((step) => step.owedNgwee > 0);
  return {
    ...unchanged({
      ...loan,
      instalments,
      worstDaysLate: worstDaysLateOf(instalments),
      hardship: { agreedOn: on, missAfterDays, endedOn: null },
    }),
    events: [{ kind: 'hardship_agreed', on, dueDates, missAfterDays, reason }],
    messages:
      first === undefined
        ? []
        : [{ kind: 'hardship_agreed', amountNgwee: first.owedNgwee, dueOn: first.afterDueOn }],
  };
}

function movedTo(instalment: Instalment, dueOn: Day, on: Day): Instalment {
  if (dueOn === instalment.dueOn) return instalment;
  const { earlierDueDates } = instalment;
  const throughOn = laterOf(on, earlierDueDates.at(-1)?.throughOn ?? on);
  const moved = {
    ...instalment,
    dueOn,
    earlierDueDates: [...earlierDueDates, { dueOn: instalment.dueOn, throughOn }],
  };
  // The days late so far stay: a plan does not make a late borrower punctual.
  const daysLate = isCleared(moved) ? moved.daysLate : Math.max(moved.daysLate, daysLateOn(moved, on));
  return { ...moved, daysLate };
}
