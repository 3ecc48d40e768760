import type { OperatorName } from '@thumba/lending/ledger';
import { type Database, statement } from '../../platform/database.ts';
import type { StatementRow } from './statement-file.ts';

/** As `findMissingStatement` finds them once the rows are stored: all days that statements cover until then count too. */
const countMissingStatement = statement<
  { payments: number },
  {
    operator: OperatorName;
    from: Date;
    until: Date;
    attemptIds: string[];
    references: string[];
  }
>(
  'reconciliation: count missing',
  `with covered as (
     select range_agg(instants) as instants from (
       select instants from operator_statement_known_time where operator = $operator
       union all select tstzrange($from::timestamptz, $until::timestamptz)
     ) known
   )
   select count(*)::integer as payments
   from covered c
   join payment_attempt p on p.operator = $operator and p.state = 'succeeded'
     and p.created_at <= $until::timestamptz and p.finished_at >= $from::timestamptz
   where c.instants @> tstzrange(p.created_at - interval '5 minutes', p.finished_at + interval '5 minutes')
     and not exists (select from operator_statement_row r
       where r.borrower_id = p.borrower_id and r.attempt_id = p.attempt_id and r.outcome in ('succeeded', 'reversed'))
     and not exists (select from unnest($attemptIds::uuid[]) as named(attempt_id) where named.attempt_id = p.attempt_id)
     and not exists (select from unnest($references::text[]) as named(reference)
       where named.reference = p.operator_reference)`,
);

/**
 * How many payments of ours a statement that is not imported yet would show to be missing. Rows that name neither our id
 * nor the operator's reference of a payment may still be matched by amount, number and day, so these are the most.
 */
export async function countMissing(
  db: Database,
  { operator, rows }: { operator: OperatorName; rows: readonly StatementRow[] },
  covers: { from: Date; until: Date },
): Promise<number> {
  const ended = rows.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'reversed');
  const counted = await db.row(countMissingStatement, {
    operator,
    ...covers,
    attemptIds: ended.flatMap(({ namedAttemptId }) => namedAttemptId ?? []),
    references: ended.map(({ operatorReference }) => operatorReference),
  });
  return counted!.payments;
}
