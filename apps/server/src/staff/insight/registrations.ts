import { REGISTRATION_STAGES, type RegistrationStage } from '@thumba/contract/staff/monitoring-kinds';
import type { Day } from '@thumba/lending/day';
import { statement, type Transaction } from '../../platform/database.ts';
import { IS_APPROVED, knownChannel } from './applications.ts';
import { type CountedDays, countEach, READ_ONCE, sumEach } from './counts.ts';

/**
 * Borrowers who registered, each with the number of the furthest stage that they reached by now, in the order of
 * `REGISTRATION_STAGES`. A profile is complete with an identity, an income and a contact for emergencies.
 */
const BORROWERS = `select b.borrower_id, b.registered_on, ${knownChannel('b.registered_channel')} as channel_code,
     greatest(
       case when exists (select from borrower_identity i where i.borrower_id = b.borrower_id)
         and (select count(*) from borrower_form f where f.borrower_id = b.borrower_id) = 2 then 1 else 0 end,
       coalesce((select max(case
           when l.state in ('settled', 'recovered') then 5
           when l.disbursed_on is not null then 4
           when ${IS_APPROVED} then 3
           else 2 end)
         from loan l left join loan_decision d using (borrower_id, loan_id)
         where l.borrower_id = b.borrower_id), 0)) as reached
   from borrower b
   where b.registered_on between $from::date and $through::date`;

const STAGES = Object.fromEntries(
  REGISTRATION_STAGES.map((stage, number) => [stage, `reached >= ${number}`]),
) as Record<RegistrationStage, string>;

export type RegistrationCounts = Record<RegistrationStage | 'opened', number>;

/** Times at which the app was opened are rows of their own, because not each of them led to a registration. */
const funnelStatement = statement<
  RegistrationCounts & { on_day: Day; channel_code: string },
  CountedDays & { by: string; channel: string | null }
>(
  'insight: funnel of registrations',
  `select date_trunc($by, on_day::timestamp)::date as on_day, channel_code,
     ${sumEach(['opened', ...REGISTRATION_STAGES])}
   from (
     select registered_on as on_day, channel_code, 0 as opened,
       ${countEach(STAGES)}
     from (${BORROWERS} ${READ_ONCE}) b group by registered_on, channel_code
     union all
     select on_day, channel_code, openings, ${REGISTRATION_STAGES.map(() => '0').join(', ')}
     from app_opening_day where on_day between $from::date and $through::date
   ) days
   where $channel::text is null or channel_code = $channel
   group by 1, 2`,
);

export function readRegistrationFunnel(
  book: Transaction,
  wanted: CountedDays & { by: string; channel: string | null },
): Promise<(RegistrationCounts & { on_day: Day; channel_code: string })[]> {
  return book.rows(funnelStatement, wanted);
}

export type RegisteredBorrower = {
  borrower_id: number;
  registered_on: Day;
  channel_code: string;
  reached: number;
};

const listStatement = statement<
  RegisteredBorrower,
  CountedDays & {
    channel: string | null;
    leastReached: number;
    afterOn: Day;
    afterNumber: number;
    limit: number;
  }
>(
  'insight: borrowers who registered',
  `select borrower_id, registered_on, channel_code, reached
   from (${BORROWERS} and (b.registered_on, b.borrower_id) < ($afterOn::date, $afterNumber::bigint)) b
   where reached >= $leastReached::integer and ($channel::text is null or channel_code = $channel)
   order by registered_on desc, borrower_id desc limit $limit`,
);

export function listRegistered(
  book: Transaction,
  {
    stage,
    ...wanted
  }: CountedDays & {
    channel: string | null;
    stage: RegistrationStage;
    afterOn: Day;
    afterNumber: number;
    limit: number;
  },
): Promise<RegisteredBorrower[]> {
  return book.rows(listStatement, { ...wanted, leastReached: REGISTRATION_STAGES.indexOf(stage) });
}

const channelsStatement = statement<{ channel_code: string; name: string }>(
  'insight: names of channels',
  'select channel_code, name from channel order by not is_default, channel_code',
);

export async function readChannelNames(book: Transaction): Promise<(code: string) => string> {
  const names = new Map((await book.rows(channelsStatement, {})).map((row) => [row.channel_code, row.name]));
  return (code) => names.get(code) ?? code;
}
