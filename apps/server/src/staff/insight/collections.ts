import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { statement, type Transaction } from '../../platform/database.ts';
import { type InsightDays, type InsightPeriod, pointsOf } from './period.ts';

type Sums = StaffAnswer<'getCollections'>['total'];

type Stretches = { from: Day[]; through: Day[] };

const sumCallsStatement = statement<
  { at: number; calls: number; called: number; reached: number },
  Stretches
>(
  'insight: calls about late loans',
  `select s.at::integer - 1 as at, count(*)::integer as calls, count(distinct c.loan_id)::integer as called,
     (count(distinct c.loan_id) filter (where c.identified_at is not null))::integer as reached
   from unnest($from::date[], $through::date[]) with ordinality as s (from_on, through_on, at)
   join arrears_call c on c.on_day between s.from_on and s.through_on
   group by s.at`,
);

const sumPromisesStatement = statement<
  {
    at: number;
    promises: number;
    promised_ngwee: number;
    kept: number;
    kept_ngwee: number;
    broken: number;
    open: number;
  },
  Stretches
>(
  'insight: promises',
  `select s.at::integer - 1 as at, count(*)::integer as promises, sum(p.amount_ngwee)::bigint as promised_ngwee,
     (count(*) filter (where p.state = 'kept'))::integer as kept,
     coalesce(sum(p.amount_ngwee) filter (where p.state = 'kept'), 0)::bigint as kept_ngwee,
     (count(*) filter (where p.state = 'broken'))::integer as broken,
     (count(*) filter (where p.state = 'open'))::integer as open
   from unnest($from::date[], $through::date[]) with ordinality as s (from_on, through_on, at)
   join arrears_promise p on p.promised_on between s.from_on and s.through_on
   group by s.at`,
);

/** What was done about late loans, what borrowers promised, and what became of the promises of these days. */
export async function readCollections(
  book: Transaction,
  { days, comparedDays }: InsightPeriod,
): Promise<StaffAnswer<'getCollections'>> {
  const points = pointsOf(days);
  // A loan that was called twice counts once in all, so the whole is counted and not added up.
  const [total, ...ofPoints] = await sumStretches(book, [days, ...points]);
  const compared = comparedDays && (await sumStretches(book, [comparedDays]))[0]!;
  return {
    days,
    comparedDays,
    total: total!,
    comparedTotal: compared,
    points: points.map((point, index) => ({ ...point, ...ofPoints[index]! })),
  };
}

async function sumStretches(
  book: Transaction,
  stretches: readonly Pick<InsightDays, 'from' | 'through'>[],
): Promise<Sums[]> {
  const values = {
    from: stretches.map(({ from }) => from),
    through: stretches.map(({ through }) => through),
  };
  const calls = await book.rows(sumCallsStatement, values);
  const promises = await book.rows(sumPromisesStatement, values);
  return stretches.map((_, index) => {
    const called = calls.find(({ at }) => at === index);
    const promised = promises.find(({ at }) => at === index);
    return {
      calls: called?.calls ?? 0,
      called: called?.called ?? 0,
      reached: called?.reached ?? 0,
      promises: promised?.promises ?? 0,
      promised: toKwacha(promised?.promised_ngwee ?? 0),
      kept: promised?.kept ?? 0,
      keptAmount: toKwacha(promised?.kept_ngwee ?? 0),
      broken: promised?.broken ?? 0,
      open: promised?.open ?? 0,
    };
  });
}
