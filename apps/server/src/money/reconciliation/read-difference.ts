import type { Actor } from '../../book/actor.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type FoundDifference, factsOf, foundDifferences } from './difference-pages.ts';
import type { DifferenceResolution } from './differences.ts';
import { type Probable, probableOf } from './probable.ts';

type EndRow = {
  resolution: DifferenceResolution | null;
  reason: string | null;
  actor: Actor | null;
  approved_by: Actor | null;
  resolved_at: Date | null;
  request_id: number | null;
  posting_loan_id: number | null;
  row_mobile_sealed: Buffer | null;
  attempt_mobile_sealed: Buffer | null;
};

const findFoundStatement = statement<FoundDifference, { differenceId: number }>(
  'reconciliation: find difference with its facts',
  `${foundDifferences('reconciliation_difference d')} where d.difference_id = $differenceId`,
);

const findEndStatement = statement<EndRow, { differenceId: number }>(
  'reconciliation: find end of difference',
  `select d.resolution, d.reason, d.actor, d.approved_by, d.resolved_at, d.request_id, d.posting_loan_id,
     r.mobile_sealed as row_mobile_sealed, p.msisdn_sealed as attempt_mobile_sealed
   from reconciliation_difference d
   left join operator_statement_row r on r.operator = d.operator and r.row_hash = d.row_hash
   left join payment_attempt p on p.borrower_id = d.borrower_id and p.attempt_id = d.attempt_id
   where d.difference_id = $differenceId`,
);

export type WholeDifference = {
  row: FoundDifference;
  /** Null once it is resolved. */
  probable: Probable | null;
  /** The number at the operator, else that of our payment. */
  mobile: string | null;
  end: Omit<EndRow, 'row_mobile_sealed' | 'attempt_mobile_sealed'>;
};

export async function readDifference(
  { db, sealing }: { db: Database; sealing: Sealing },
  differenceId: number,
): Promise<WholeDifference | undefined> {
  const [row, found] = await Promise.all([
    db.row(findFoundStatement, { differenceId }),
    db.row(findEndStatement, { differenceId }),
  ]);
  if (!row || !found) return undefined;
  const { row_mobile_sealed: ofRow, attempt_mobile_sealed: ofAttempt, ...end } = found;
  const place = { statement_id: row.statement_id, line: row.line! };
  const attempt = { borrower_id: row.borrower_id!, attempt_id: row.attempt_id! };
  return {
    row,
    probable: row.state === 'resolved' ? null : probableOf(factsOf(row)),
    mobile: ofRow
      ? sealing.open('operator_statement_row.mobile_sealed', place, ofRow)
      : ofAttempt && sealing.open('payment_attempt.msisdn_sealed', attempt, ofAttempt),
    end,
  };
}
