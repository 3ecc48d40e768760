import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day } from '@thumba/lending/day';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { readFloat } from '../../accounting/bank/read-float.ts';
import { COUNTS_TO_DAY, readCeiling } from '../../book/lending/payout-ceiling.ts';
import { DAY_MS, HOUR_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';

type Today = StaffAnswer<'getToday'>;

const HOURS = 24;
const WEEKS = 8;
const FAILED_DAYS = 7;
/** A message that was tried more often than this is failing. */
const USUAL_TRIES = 2;

const sumHoursStatement = statement<{ on_day: Day; hour: number; ngwee: number }, { days: Day[] }>(
  'today: collected by hour',
  `select submitted_on as on_day, extract(hour from finished_at at time zone 'Africa/Lusaka')::integer as hour,
     sum(amount_ngwee)::bigint as ngwee
   from payment_attempt where direction = 'collection' and state = 'succeeded' and submitted_on = any ($days::date[])
   group by 1, 2`,
);

const sumDueStatement = statement<{ due_on: Day; ngwee: number }, { days: Day[] }>(
  'today: due',
  `select due_on, sum(principal_ngwee + interest_ngwee + fee_ngwee + penalty_ngwee)::bigint as ngwee
   from instalment where due_on = any ($days::date[]) group by due_on`,
);

/** What was collected on this business day, on the same weekday before, and on the mean of eight weeks. */
export async function readCollected(
  db: Database,
  on: Day,
  hourNow: number,
): Promise<Pick<Today, 'collected' | 'hours'>> {
  const before = Array.from({ length: WEEKS }, (_, week) => addDays(on, -7 * (week + 1)));
  const [hours, due] = await Promise.all([
    db.rows(sumHoursStatement, { days: [on, ...before] }),
    db.rows(sumDueStatement, { days: [on, before[0]!] }),
  ]);
  const throughHour = (day: Day, hour: number) =>
    hours
      .filter((row) => row.on_day === day && row.hour <= hour)
      .reduce((total, { ngwee }) => total + ngwee, 0);
  const dayShown = (day: Day) => ({
    on: day,
    due: toKwacha(due.find(({ due_on }) => due_on === day)?.ngwee ?? 0),
    collectedSoFar: toKwacha(throughHour(day, hourNow)),
    collected: toKwacha(throughHour(day, HOURS)),
  });
  return {
    collected: { today: dayShown(on), sameWeekdayBefore: dayShown(before[0]!) },
    hours: Array.from({ length: HOURS }, (_, hour) => ({
      hour,
      today: hour <= hourNow ? toKwacha(throughHour(on, hour)) : null,
      sameWeekdayBefore: toKwacha(throughHour(before[0]!, hour)),
      mean: toKwacha(Math.round(before.reduce((total, day) => total + throughHour(day, hour), 0) / WEEKS)),
    })),
  };
}

const countPaidOutStatement = statement<{ count: number }, { on: Day }>(
  'today: payouts',
  `select count(*)::integer as count from payment_attempt where counted_on = $on::date and ${COUNTS_TO_DAY}`,
);

export async function readPaidOut(db: Database, on: Day): Promise<Today['paidOut']> {
  const [{ ceilingNgwee, paidOutNgwee }, row] = await Promise.all([
    readCeiling(db, on),
    db.row(countPaidOutStatement, { on }),
  ]);
  return {
    amount: toKwacha(paidOutNgwee),
    count: row!.count,
    ceiling: ceilingNgwee === null ? null : toKwacha(ceilingNgwee),
  };
}

const readLateStatement = statement<{
  business_on: Day;
  principal_ngwee: Ngwee;
  par1_ngwee: number;
  par30_ngwee: number;
}>(
  'today: portfolio at risk',
  `select business_on, principal_ngwee, par1_ngwee, par30_ngwee from portfolio_at_risk
   where business_on = (select max(business_on) from portfolio_snapshot)`,
);

export async function readLate(db: Database): Promise<Today['late']> {
  const row = await db.row(readLateStatement, {});
  if (!row) return null;
  const share = (ngwee: number) => (row.principal_ngwee === 0 ? 0 : ngwee / row.principal_ngwee);
  return {
    on: row.business_on,
    principal: toKwacha(row.principal_ngwee),
    shareLate1: share(row.par1_ngwee),
    shareLate30: share(row.par30_ngwee),
  };
}

/** The float of each operator as our book has it, and for how long it lasts at the pace of the last days. */
export async function readFloatShown(db: Database, on: Day): Promise<NonNullable<Today['float']>> {
  const float = await readFloat(db, on);
  return float.map(({ operator, payoutNgwee, collectionNgwee, heldPayouts, heldNgwee, hoursCovered }) => ({
    operator,
    payoutBalance: toKwacha(payoutNgwee),
    collectionBalance: toKwacha(collectionNgwee),
    heldPayouts,
    heldAmount: toKwacha(heldNgwee),
    hoursCovered,
  }));
}

const readFailedWorkStatement = statement<
  { messages: number; requests: number; overdue_steps: number; day_ended_through: Day },
  { overdueSince: Date; failedSince: Date }
>(
  'today: failed work',
  `select
     (select count(*)::integer from (select from message
        where next_try_at is not null and tries > ${USUAL_TRIES} limit 10001) m) as messages,
     (select count(*)::integer from staff_request where state = 'failed' and ended_at > $failedSince::timestamptz)
       as requests,
     (select count(*)::integer from (select from payment_attempt
        where next_step_at < $overdueSince::timestamptz limit 10001) p) as overdue_steps,
     c.day_ended_through
   from business_calendar c`,
);

const OVERDUE_MS = 10 * 60_000;

export async function readFailedWork(db: Database, nowMs: number): Promise<Today['failedWork']> {
  const row = (await db.row(readFailedWorkStatement, {
    overdueSince: toDate(nowMs - OVERDUE_MS),
    failedSince: toDate(nowMs - FAILED_DAYS * DAY_MS),
  }))!;
  const { messages, requests, overdue_steps: overdueSteps, day_ended_through: dayEndedThrough } = row;
  return { messages, requests, overdueSteps, dayEndedThrough };
}

const sumCodesStatement = statement<{ sent: number; verified: number }, { since: Date }>(
  'today: codes',
  `select coalesce(sum(sent), 0)::integer as sent, coalesce(sum(verified), 0)::integer as verified
   from code_hour where hour >= $since::timestamptz`,
);

/** Codes by SMS since midnight in Lusaka. */
export async function readCodes(db: Database, nowMs: number, hourNow: number): Promise<Today['codes']> {
  const since = toDate(nowMs - (nowMs % HOUR_MS) - hourNow * HOUR_MS);
  return (await db.row(sumCodesStatement, { since }))!;
}

const readVerdictStatement = statement<{
  examined_at: Date;
  is_sound: boolean;
  faults: number;
  notices: number;
}>(
  'today: verdict of the doctor',
  `select examined_at, is_sound, faults, notices from examination_verdict order by verdict_id desc limit 1`,
);

export async function readVerdict(db: Database, nowMs: number): Promise<Today['doctor']> {
  const row = await db.row(readVerdictStatement, {});
  return row
    ? {
        examinedAt: row.examined_at.toISOString(),
        isSound: row.is_sound,
        faults: row.faults,
        notices: row.notices,
        isOlderThanADay: nowMs - row.examined_at.getTime() > DAY_MS,
      }
    : null;
}
