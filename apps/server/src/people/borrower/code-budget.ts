import { type Clock, HOUR_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';

/*
 * The codes of an hour cost the lender money. At the budget of all numbers, or of the numbers with the same first three
 * digits, numbers that never signed in wait first, then numbers that did, and known devices last.
 */

export type CodeBudget = {
  perHour: number;
  perPrefixPerHour: number;
  /** An alarm is raised where a smaller share of the codes of an hour is entered rightly. */
  leastVerifiedShare: number;
};

const SHARDS = 16;
const LEAST_SENDS_TO_JUDGE = 100;
const SHARE_OF_UNVERIFIED = 0.7;
const SHARE_OF_VERIFIED = 0.9;

export type CodeHour = { hour: Date; prefix: string; shard: number };

/** The row in which a code is counted. The shard keeps simultaneous sends from waiting for one row. */
export function codeHour(mobile: string, mobileHash: Buffer, now: Date): CodeHour {
  return {
    hour: toDate(now.getTime() - (now.getTime() % HOUR_MS)),
    prefix: mobile.slice(0, 3),
    shard: mobileHash[0]! % SHARDS,
  };
}

/** A CTE query: what was sent in the hour, and whether the budget of this asker is reached. `device` says who asks. */
export const BUDGET_OF_HOUR = `select sent, verified, sent >= $perHour::integer * share as is_reached,
    sent_to_prefix >= $perPrefixPerHour::integer * share as is_reached_by_prefix
  from (
    select coalesce(sum(sent), 0)::integer as sent, coalesce(sum(verified), 0)::integer as verified,
      coalesce(sum(sent) filter (where prefix = $prefix), 0)::integer as sent_to_prefix
    from code_hour where hour = $hour::timestamptz
  ) as sums cross join (
    select case when is_known then 1 when is_verified then ${SHARE_OF_VERIFIED} else ${SHARE_OF_UNVERIFIED} end as share
    from device
  ) as shares`;

/** An insert, as a CTE: counts one in the hour for each row of `from`. */
export function countInHour(column: 'sent' | 'verified', from: string): string {
  return `insert into code_hour as h (hour, prefix, shard, sent, verified)
    select $hour::timestamptz, $prefix::text, $shard::integer, ${column === 'sent' ? '1, 0' : '0, 1'} from ${from}
    on conflict (hour, prefix, shard) do update set ${column} = h.${column} + 1`;
}

export const FORGET_IN_HOUR = `update code_hour set sent = greatest(sent - 1, 0)
  where hour = $hour and prefix = $prefix and shard = $shard`;

type AlarmKind = 'budget' | 'prefix_budget' | 'few_verified';

const ALARMS: Record<AlarmKind, string> = {
  budget: 'the budget of codes for this hour is reached',
  prefix_budget: 'the budget of codes to numbers with this prefix is reached for this hour',
  few_verified: 'few of the codes that were sent this hour are entered',
};

const raiseStatement = statement<{ kind: AlarmKind }, { hour: Date; kind: AlarmKind; prefix: string }>(
  'code budget: raise alarm',
  `insert into code_alarm (hour, kind, prefix) values ($hour, $kind, $prefix)
   on conflict do nothing returning kind`,
);

/** The sums of the hour, as the send of a code found them. */
export type HourOfSend = {
  sent: number;
  verified: number;
  is_reached: boolean;
  is_reached_by_prefix: boolean;
};

/** Writes one line in the log for each alarm of an hour, however many servers run. */
export async function raiseAlarms(
  deps: { db: Database; log: Log; codeBudget: CodeBudget },
  { hour, prefix }: CodeHour,
  sums: HourOfSend,
): Promise<void> {
  const { sent, verified } = sums;
  const isFewVerified = sent >= LEAST_SENDS_TO_JUDGE && verified < sent * deps.codeBudget.leastVerifiedShare;
  const raised: { kind: AlarmKind; prefix: string }[] = [
    ...(sums.is_reached ? [{ kind: 'budget' as const, prefix: '' }] : []),
    ...(sums.is_reached_by_prefix ? [{ kind: 'prefix_budget' as const, prefix }] : []),
    ...(isFewVerified ? [{ kind: 'few_verified' as const, prefix: '' }] : []),
  ];
  for (const alarm of raised) {
    const row = await deps.db.row(raiseStatement, { hour, ...alarm });
    if (row) deps.log.warn({ alarm: alarm.kind, prefix: alarm.prefix, sent, verified }, ALARMS[alarm.kind]);
  }
}

export type CodesOfHour = { sent: number; verified: number; alarms: number };

const readHourStatement = statement<CodesOfHour, { hour: Date }>(
  'code budget: read hour',
  `select coalesce(sum(sent), 0)::integer as sent, coalesce(sum(verified), 0)::integer as verified,
     (select count(*) from code_alarm where hour = $hour)::integer as alarms
   from code_hour where hour = $hour`,
);

export async function codesOfThisHour(db: Database, clock: Clock): Promise<CodesOfHour> {
  const nowMs = clock.nowMs();
  return (await db.row(readHourStatement, { hour: toDate(nowMs - (nowMs % HOUR_MS)) }))!;
}

/** The hours become part of their day, which stays. */
const purgeHoursStatement = statement<never, { now: Date }>(
  'code budget: purge hours',
  `with gone as (
     delete from code_hour where hour <= $now::timestamptz - interval '7 days'
     returning hour, prefix, sent, verified
   )
   insert into code_day as d (on_day, prefix, sent, verified)
   select (hour at time zone 'Africa/Lusaka')::date as on_day, prefix, sum(sent), sum(verified)
   from gone group by 1, 2 order by 1, 2
   on conflict (on_day, prefix) do update set sent = d.sent + excluded.sent, verified = d.verified + excluded.verified`,
);

const purgeAlarmsStatement = statement<never, { now: Date }>(
  'code budget: purge alarms',
  `delete from code_alarm where hour <= $now::timestamptz - interval '7 days'`,
);

export async function purgeCodeHours(db: Database, now: Date): Promise<void> {
  await db.rows(purgeHoursStatement, { now });
  await db.rows(purgeAlarmsStatement, { now });
}
