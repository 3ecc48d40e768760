import { type ReminderDeps, reminderStep } from '../../contact/reminder/schedule-reminders.ts';
import { publishSecrets, type SecretDeps } from '../../contact/wheel/secrets.ts';
import type { DayEndStep } from '../../credit/end-of-day/end-of-day.ts';

/**
 * What each day brings beside what it does to loans: one line each, in the order in which it is done. A step is
 * set-based and may be done twice, by two processes at once, or days late.
 */
export function dayEndSteps(deps: ReminderDeps & SecretDeps): DayEndStep[] {
  return [reminderStep(deps), (on) => publishSecrets(deps, on)];
}
