import { formatDay } from '@thumba/lending/day';
import type { ImpairmentRefusal } from './run-impairment.ts';
import type { TableFormRefusal } from './table-form.ts';
import type { TableRefusal } from './tables.ts';

/** One plain sentence for the accountant, with the name of the rule. */
export function describeImpairmentRefusal(refusal: ImpairmentRefusal): string {
  switch (refusal.kind) {
    case 'month_not_over':
      return `The month is over after ${formatDay(refusal.throughOn)} (month_not_over).`;
    case 'period_closed':
      return 'The month is closed (period_closed).';
    case 'already_run':
      return `The losses of ${refusal.month} were already run, as run ${refusal.runId} (already_run). They are run again after the month was opened again.`;
    case 'earlier_month_not_run':
      return `The losses of ${refusal.month} come first (earlier_month_not_run).`;
    case 'later_month_run':
      return `The losses of ${refusal.month} were run before (later_month_run).`;
  }
}

/** One plain sentence for the person who enters a table, with the name of the rule. */
export function describeTableRefusal(refusal: TableRefusal | TableFormRefusal): string {
  return `${sentenceOf(refusal)} (${refusal.kind}).`;
}

function sentenceOf(refusal: TableRefusal | TableFormRefusal): string {
  switch (refusal.kind) {
    case 'not_that_form':
      return refusal.message;
    case 'classes_incomplete':
      return 'The classes are pass, watch, substandard, doubtful and loss, in this order';
    case 'days_not_rising':
      return 'Days past due begin at 0, and each is more than the one before';
    case 'rates_not_rising':
      return 'A rate is never lower than the one before it';
    case 'rate_above_one':
      return 'A rate is at most 1';
    case 'charge_off_before_loss':
      return `Only a loan of the class loss is charged off: at ${refusal.fromDaysPastDue} days past due at the earliest`;
    case 'stage_1_is_zero':
      return 'Every loan may default: no probability is 0';
    case 'loss_is_zero':
      return 'A default always costs something: no loss is 0';
    case 'lifetime_below_twelve_months':
      return `The lifetime probability from ${refusal.fromDaysPastDue} days past due is lower than that of twelve months`;
    case 'stage_too_late':
      return `Stage ${refusal.stage} begins at ${refusal.latestDaysPastDue} days past due at the latest, and stage 2 before stage 3`;
    case 'stage_within_bucket':
      return `Stage ${refusal.stage} begins where a row of the table begins`;
  }
}
