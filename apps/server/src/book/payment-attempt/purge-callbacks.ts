import { ENDED_STATES } from '@thumba/lending/attempt';
import { DAY_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';

/** For how long the words of an operator are kept after the payment ended, so that a dispute can be looked into. */
const KEPT_DAYS = 30;

const purgeStatement = statement<never, { until: Date }>(
  'payment: purge callbacks',
  `delete from operator_callback c where c.received_at < $until
     and not exists (
       select from payment_by_attempt b
       join payment_attempt p on p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
       where b.attempt_id = c.attempt_id
         and (p.state not in ${sqlList(ENDED_STATES)} or p.finished_at >= $until)
     )`,
);

/** Removes what operators reported of payments that ended a while ago, and of payments that are not ours. */
export async function purgeCallbacks(db: Database, now: Date): Promise<void> {
  await db.rows(purgeStatement, { until: toDate(now.getTime() - KEPT_DAYS * DAY_MS) });
}
