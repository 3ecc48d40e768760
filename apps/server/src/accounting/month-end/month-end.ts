import type { Month } from '@thumba/accounting/month';
import { formatCount } from '@thumba/lending/count';
import type { Day } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import { type AccrualDeps, type AccrualRefusal, accrueMonth } from './accrual.ts';
import { adjustToEffectiveInterest, type EffectiveInterestRefusal } from './effective-interest.ts';

/** What one step of the end of a month did, in lines for the terminal; or why it did not, which ends the run. */
export type MonthEndAnswer = { done: boolean; lines: string[] };

/** A further step of the end of a month, after the income is in the book. It may run twice. */
export type MonthEndStep = (month: Month, actor: Actor) => Promise<MonthEndAnswer>;

/**
 * Ends a month: income earned, the effective interest adjustment, and then the steps that were handed in, in their
 * order. A step that is refused ends the run; what came before it stays, and the next run continues there.
 */
export async function runMonthEnd(
  deps: AccrualDeps & { steps: readonly MonthEndStep[] },
  { month, actor }: { month: Month; actor: Actor },
): Promise<MonthEndAnswer> {
  const lines: string[] = [];
  const steps: readonly MonthEndStep[] = [
    () => accrue(deps, month, actor),
    () => adjust(deps, month, actor),
    ...deps.steps,
  ];
  for (const step of steps) {
    if (deps.signal?.aborted) return { done: false, lines: [...lines, STOPPED] };
    const answer = await step(month, actor);
    lines.push(...answer.lines);
    if (!answer.done) return { done: false, lines };
  }
  return { done: true, lines };
}

const STOPPED = 'The run was stopped. The next one continues where it stands.';

async function accrue(deps: AccrualDeps, month: Month, actor: Actor): Promise<MonthEndAnswer> {
  const accrued = await accrueMonth(deps, { month, actor });
  if (!accrued.ok) return { done: false, lines: [describeAccrualRefusal(accrued.refusal)] };
  const { loansSeen, loansMoved, interestNgwee, feeNgwee, finishedAt } = accrued.value;
  if (finishedAt === null) return { done: false, lines: [STOPPED] };
  return {
    done: true,
    lines: [
      `Income of ${month}: interest ${formatKwacha(interestNgwee)} and fees ${formatKwacha(feeNgwee)} of ${loanCount(loansMoved)} (${formatCount(loansSeen)} ${loansSeen === 1 ? 'was' : 'were'} running).`,
    ],
  };
}

async function adjust(deps: AccrualDeps, month: Month, actor: Actor): Promise<MonthEndAnswer> {
  const adjusted = await adjustToEffectiveInterest(deps, { month, actor });
  if (!adjusted.ok) {
    // The adjustment is one amount for the whole book, so after a later month nothing is left to post for this one.
    const isBehind = adjusted.refusal.kind === 'later_month_run';
    return { done: isBehind, lines: [describeEffectiveInterestRefusal(adjusted.refusal)] };
  }
  const { policy, loans, adjustmentNgwee, movementNgwee } = adjusted.value;
  const posted = movementNgwee === 0 ? 'nothing to post' : `${formatKwacha(movementNgwee)} posted`;
  return {
    done: true,
    lines: [
      policy === 'effective'
        ? `Effective interest: adjustment ${formatKwacha(adjustmentNgwee)} of ${loanCount(loans)}, ${posted}.`
        : `Straight-line income: no effective interest adjustment, ${posted}.`,
    ],
  };
}

/** "1 loan", "1,250 loans". */
export function loanCount(loans: number): string {
  return `${formatCount(loans)} ${loans === 1 ? 'loan' : 'loans'}`;
}

function describeAccrualRefusal(refusal: AccrualRefusal): string {
  switch (refusal.kind) {
    case 'month_not_over':
      return `Nothing was changed. The month is over after ${refusal.throughOn}.`;
    case 'days_not_ended':
      return `Nothing was changed. ${endedText(refusal.endedThroughOn)}, and the month needs ${refusal.throughOn}: npm run day`;
    case 'month_out_of_order':
      return `Nothing was changed. Months are run in order, and the next one is ${refusal.expected}.`;
    case 'period_closed':
      return 'Nothing was changed. The month is closed.';
  }
}

function endedText(endedThroughOn: Day | null): string {
  return endedThroughOn === null ? 'No day was ended yet' : `Days are ended up to ${endedThroughOn}`;
}

function describeEffectiveInterestRefusal(refusal: EffectiveInterestRefusal): string {
  switch (refusal.kind) {
    case 'later_month_run':
      return `The effective interest was not changed. It was already run for ${refusal.month}.`;
    case 'period_closed':
      return 'The effective interest was not changed. The month is closed.';
    default:
      throw new Error(`the journal of the effective interest was refused: ${refusal.kind}`);
  }
}
