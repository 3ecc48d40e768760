import type { OperatorName } from '@thumba/lending/ledger';
import type { Actor } from '../../book/actor.ts';
import { type Database, statement } from '../../platform/database.ts';

export type ListedStatement = {
  statement_id: number;
  operator: OperatorName;
  covers_from: Date;
  covers_until: Date;
  row_count: number;
  imported_at: Date;
  actor: Actor;
  differences: number;
  open: number;
  other_charges: number;
};

const listStatement = statement<
  ListedStatement,
  { operator: OperatorName | null; before: number | null; limit: number }
>(
  'reconciliation: list statements',
  `select s.statement_id, s.operator, c.covers_from, c.covers_until, s.row_count, s.imported_at, s.actor,
     f.differences, f.open,
     (select count(*) from operator_other_charge o where o.statement_id = s.statement_id)::integer as other_charges
   from operator_statement s
   cross join lateral (select min(covers_from) as covers_from, max(covers_until) as covers_until
     from operator_statement_cover c where c.statement_id = s.statement_id) c
   cross join lateral (select count(*)::integer as differences,
       (count(*) filter (where d.state <> 'resolved'))::integer as open
     from reconciliation_difference d where d.statement_id = s.statement_id) f
   where s.operator = coalesce($operator, s.operator) and ($before::bigint is null or s.statement_id < $before::bigint)
   order by s.statement_id desc limit $limit`,
);

/** The statements that were imported, newest first. */
export function listStatements(
  db: Database,
  of: { operator: OperatorName | null; before: number | null; limit: number },
): Promise<ListedStatement[]> {
  return db.rows(listStatement, of);
}
