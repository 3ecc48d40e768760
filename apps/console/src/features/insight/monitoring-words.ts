import type {
  ApplicationStage,
  OfficerWork,
  PaymentOutcome,
  RegistrationStage,
} from '@thumba/contract/staff/monitoring-kinds';

export const REGISTRATION_TITLES: Record<RegistrationStage, string> = {
  registered: 'Registered',
  profile_complete: 'Profile complete',
  applied: 'Applied',
  approved: 'Approved',
  paid_out: 'Paid out',
  repaid: 'Repaid',
};

export const APPLICATION_TITLES: Record<ApplicationStage, string> = {
  applied: 'Applied',
  approved_by_rules: 'Approved by the rules',
  referred: 'Referred to a person',
  declined_by_rules: 'Declined by the rules',
  approved_by_person: 'Approved by a person',
  declined_by_person: 'Declined by a person',
  overridden: 'Approved against a rule',
  waiting: 'Waiting',
  approved: 'Approved',
  paid_out: 'Paid out',
  repaid: 'Repaid',
  judged: 'Old enough to judge',
  bad: 'Ever more than 30 days late',
};

export const WORK_TITLES: Record<OfficerWork, string> = {
  approved: 'Approved',
  declined: 'Declined',
  sent_back: 'Sent back or asked for more',
  overrides_asked: 'Overrides asked for',
  overrides_done: 'Overrides that were approved',
  judged: 'Approved loans old enough to judge',
  bad: 'Approved loans ever more than 30 days late',
  calls: 'Calls',
  right_person: 'Calls with the right person',
  promises: 'Promises taken',
  promises_judged: 'Promises whose day is over',
  promises_kept: 'Promises kept',
  complaints: 'Complaints answered',
  complaints_in_time: 'Complaints answered in time',
  pictures: 'Pictures opened',
};

export const OUTCOME_TITLES: Record<PaymentOutcome, string> = {
  attempts: 'Payments',
  succeeded: 'Succeeded',
  refused: 'Refused',
  expired: 'Expired',
  under_way: 'Under way',
  unknown: 'Unknown now',
  was_unknown: 'Unknown for a time',
};

/** The code of a closed list as words: "wrong_pin" as "wrong pin". */
export function wordsOf(code: string): string {
  return code.replaceAll('_', ' ');
}

const MINUTE = 60;
const HOUR = 3600;

/** A time from seconds: "2.4 s", "3 min", "5.1 h". */
export function secondsText(seconds: number | null): string {
  if (seconds === null) return 'none';
  if (seconds < MINUTE) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  return `${Math.round((seconds / HOUR) * 10) / 10} h`;
}

/** The address of the rows behind a number. Filters without a value are left out. */
export function rowsAddress(path: string, filters: Record<string, string | number | undefined>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  return `/insight/${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
