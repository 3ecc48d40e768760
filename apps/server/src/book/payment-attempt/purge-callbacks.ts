import { ENDED_STATES } from '@thumba/lending/attempt';
import { DAY_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';

/** For how long the words of an operator are kept after the payment ended, so that a dispute can be looked into. */
const KEPT_DAYS = 30;

/** So many callbacks are looked at by one statement. */
const PORTION = 500;

/**
 * Looks at the next callbacks whose days may be over. One whose payment ended later is kept from that end on, and one whose
 * payment is still open is looked at again after a day. So those that stay are not looked at each time.
 */
const purgeStatement = statement<{ looked_at: number }, { until: Date; lookAgainSince: Date }>(
  'payment: purge callbacks',
  `with over as materialized (
     select c.callback_id, c.attempt_id from operator_callback c
     where coalesce(c.kept_since, c.received_at) < $until::timestamptz
     order by coalesce(c.kept_since, c.received_at) limit ${PORTION}
   ),
   looked_at as materialized (
     select over.callback_id, case when p.state not in ${sqlList(ENDED_STATES)} then $lookAgainSince::timestamptz
       when p.finished_at >= $until::timestamptz then p.finished_at end as kept_since
     from over
     left join payment_by_attempt b on b.attempt_id = over.attempt_id
     left join payment_attempt p on p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
   ),
   kept as (
     update operator_callback c set kept_since = l.kept_since from looked_at l
     where c.callback_id = l.callback_id and l.kept_since is not null
   ),
   gone as (
     delete from operator_callback c using looked_at l where c.callback_id = l.callback_id and l.kept_since is null
   )
   select count(*)::integer as looked_at from over`,
);

/** Removes what operators reported of payments that ended a while ago, and of payments that are not ours. */
export async function purgeCallbacks(db: Database, now: Date): Promise<void> {
  const untilMs = now.getTime() - KEPT_DAYS * DAY_MS;
  const values = { until: toDate(untilMs), lookAgainSince: toDate(untilMs + DAY_MS) };
  while ((await db.row(purgeStatement, values))!.looked_at === PORTION);
}
