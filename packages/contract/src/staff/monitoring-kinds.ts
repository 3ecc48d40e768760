/*
 * The closed lists of what the reports count. Each is a column of a report and the filter of the list of rows behind it.
 */

/** How far a borrower came who registered. Each contains the ones after it. */
export const REGISTRATION_STAGES = [
  'registered',
  'profile_complete',
  'applied',
  'approved',
  'paid_out',
  'repaid',
] as const;
export type RegistrationStage = (typeof REGISTRATION_STAGES)[number];

/** What became of an application. `judged`: paid out so long ago that it could be more than 30 days late. */
export const APPLICATION_STAGES = [
  'applied',
  'approved_by_rules',
  'referred',
  'declined_by_rules',
  'approved_by_person',
  'declined_by_person',
  'overridden',
  'waiting',
  'approved',
  'paid_out',
  'repaid',
  'judged',
  'bad',
] as const;
export type ApplicationStage = (typeof APPLICATION_STAGES)[number];

/** What is counted of the work of a person. */
export const OFFICER_WORK = [
  'approved',
  'declined',
  'sent_back',
  'overrides_asked',
  'overrides_done',
  'judged',
  'bad',
  'calls',
  'right_person',
  'promises',
  'promises_judged',
  'promises_kept',
  'complaints',
  'complaints_in_time',
  'pictures',
] as const;
export type OfficerWork = (typeof OFFICER_WORK)[number];

/** How a payment stands at its operator. `was_unknown`: its outcome was not known for a time. */
export const PAYMENT_OUTCOMES = [
  'attempts',
  'succeeded',
  'refused',
  'expired',
  'under_way',
  'unknown',
  'was_unknown',
] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** A rate of fewer than these says more about chance than about a person, so it is shown as counts. */
export const LEAST_FOR_A_RATE = 20;
