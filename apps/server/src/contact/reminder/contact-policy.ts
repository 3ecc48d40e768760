import { type Day, daysBetween } from '@thumba/lending/day';

/**
 * When a borrower is reminded of a bill: on `daysBeforeDue` (0 is the due date), then every `everyDaysLate` days until
 * it is `maxDaysLate` late; and at most `maxReminders` times in `inDays` days.
 */
export const contactPolicy = {
  daysBeforeDue: [3, 1, 0],
  everyDaysLate: 3,
  maxDaysLate: 366,
  maxReminders: 3,
  inDays: 7,
} as const;

/** The link of a reminder stays valid after the due date, because people pay late. */
export const LINK_DAYS = 30;

export type ReminderKind =
  | 'reminder_before_due'
  | 'reminder_due_day'
  | 'reminder_overdue'
  | 'reminder_overdue_frozen';

/** A bill whose late charges are frozen by a hardship plan does not cost more each day. */
export function reminderKind(dueOn: Day, on: Day, isFrozen: boolean): ReminderKind {
  const daysLate = daysBetween(dueOn, on);
  if (daysLate === 0) return 'reminder_due_day';
  if (daysLate < 0) return 'reminder_before_due';
  return isFrozen ? 'reminder_overdue_frozen' : 'reminder_overdue';
}
