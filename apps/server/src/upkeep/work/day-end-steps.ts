import { addDays } from '@thumba/lending/day';
import { totalDays } from '../../accounting/daily-total/day-totals.ts';
import { arrearsStep } from '../../contact/arrears/arrears-step.ts';
import { bureauStep, type WarnDeps } from '../../contact/bureau/warn-step.ts';
import { type ReminderDeps, reminderStep } from '../../contact/reminder/schedule-reminders.ts';
import { publishSecrets, type SecretDeps } from '../../contact/wheel/secrets.ts';
import type { DayEndStep } from '../../credit/end-of-day/end-of-day.ts';
import { type UnusedCreditDeps, unusedCreditStep } from '../../money/wallet/return-unused-credit.ts';
import { LONGEST_ANSWER_MS } from '../../platform/database.ts';

/**
 * The steps at the end of each day, after the loans, in their order. A step works on all rows with few statements. It
 * can run twice, in two processes at once or days late.
 */
export function dayEndSteps(deps: ReminderDeps & SecretDeps & UnusedCreditDeps & WarnDeps): DayEndStep[] {
  return [
    unusedCreditStep(deps),
    // A promise that was broken at the end of the day before holds no reminder back.
    arrearsStep(deps),
    reminderStep(deps),
    bureauStep(deps),
    (on) => publishSecrets(deps, on),
    async (on) => {
      // A run that meets a ledger without a pause leaves the days to the next one. A month of sums takes a while.
      await totalDays(deps.db.withAnswerLimit(LONGEST_ANSWER_MS), addDays(on, -1));
    },
  ];
}
