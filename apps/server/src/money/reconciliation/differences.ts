import type { AttemptState } from '@thumba/lending/attempt';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import type { Actor } from '../../book/actor.ts';
import { type Database, statement } from '../../platform/database.ts';

/**
 * How a statement and our payments differ. `missing`: only we have the payment. `extra`: only the operator has it.
 * `reversed`: the operator gave the money back. `status_differs`: it succeeded at the operator and not with us.
 * `duplicate`: the operator moved the money of one payment twice.
 */
export type DifferenceKind =
  | 'missing'
  | 'extra'
  | 'amount_differs'
  | 'reversed'
  | 'status_differs'
  | 'duplicate';

export type DifferenceState = 'open' | 'posting' | 'resolved';

export type DifferenceResolution =
  | 'posted_to_loan'
  | 'posted_to_payout'
  | 'put_into_suspense'
  | 'taken_back'
  | 'ignored'
  | 'agreed';

/**
 * What our book has of the money that a reversed row without a payment of ours gives back. `booked`: it has the row with
 * the same reference. `likely`: it has one from the same number with the same amount. `unbooked`: a statement has such a
 * row and our book does not have it, or has the reversal too. Null: no statement has one that was not left.
 */
export type GivesBack = 'booked' | 'likely' | 'unbooked' | null;

export type Difference = {
  difference_id: number;
  operator: OperatorName;
  kind: DifferenceKind;
  direction: PaymentDirection;
  state: DifferenceState;
  resolution: DifferenceResolution | null;
  reason: string | null;
  actor: Actor | null;
  line: number | null;
  operator_reference: string | null;
  borrower_id: number | null;
  attempt_id: string | null;
  attempt_state: AttemptState | null;
  statement_ngwee: number | null;
  attempt_ngwee: number | null;
  /** The loan that the money is posted to. It is set before the posting. */
  posting_loan_id: number | null;
  /** The payment that the money is posted to. */
  posting_attempt_id: string | null;
  happened_at: Date;
  /** The request by which a second person approved what was done. */
  request_id: number | null;
  gives_back: GivesBack;
  /** The operator gave this money back before it was in our book. */
  is_given_back: boolean;
  /** Tickets of borrowers who claim a payment with this reference. */
  ticket_ids: number[];
};

/** Of a difference `d` with its row `r`: whether its money came and went. */
export const CAME_AND_WENT = `case when d.kind = 'reversed' and d.attempt_id is null and d.state <> 'resolved'
      then money_given_back(d.operator, d.row_hash) end as gives_back,
    d.kind = 'extra' and d.state = 'open' and exists (select from operator_statement_row back
      where back.operator = d.operator and back.reference_hash = r.reference_hash and back.outcome = 'reversed'
        and back.amount_ngwee >= d.statement_ngwee) as is_given_back`;

const DIFFERENCE = `select d.difference_id, d.operator, d.kind, d.direction, d.state, d.resolution, d.reason, d.actor,
    r.line, coalesce(r.operator_reference, p.operator_reference) as operator_reference, d.borrower_id, d.attempt_id,
    p.state as attempt_state, d.statement_ngwee, d.attempt_ngwee, d.posting_loan_id, d.posting_attempt_id, d.happened_at, d.request_id,
    ${CAME_AND_WENT},
    coalesce((select json_agg(t.ticket_id order by t.ticket_id) from claim_ticket t
      where t.reference_hash = r.reference_hash), '[]') as ticket_ids
  from reconciliation_difference d
  left join operator_statement_row r on r.operator = d.operator and r.row_hash = d.row_hash
  left join payment_attempt p on p.borrower_id = d.borrower_id and p.attempt_id = d.attempt_id`;

const differencesOfStatementStatement = statement<Difference, { statementId: number }>(
  'reconciliation: differences of a statement',
  `${DIFFERENCE} where d.statement_id = $statementId order by d.kind, d.difference_id`,
);

const openFromEarlierStatement = statement<Difference, { statementId: number }>(
  'reconciliation: open from earlier statements',
  `${DIFFERENCE} join operator_statement s on s.statement_id = $statementId and s.operator = d.operator
   where d.statement_id <> s.statement_id and d.state <> 'resolved'
     and exists (select from operator_statement_cover c where c.statement_id = s.statement_id
       and d.happened_at >= c.covers_from and d.happened_at < c.covers_until) order by d.difference_id`,
);

const openDifferencesStatement = statement<Difference, { operator: OperatorName | null }>(
  'reconciliation: open differences',
  `${DIFFERENCE} where d.operator = coalesce($operator, d.operator) and d.state <> 'resolved' order by d.difference_id`,
);

const findDifferenceStatement = statement<Difference, { differenceId: number }>(
  'reconciliation: find difference',
  `${DIFFERENCE} where d.difference_id = $differenceId`,
);

export function differencesOfStatement(db: Database, statementId: number): Promise<Difference[]> {
  return db.rows(differencesOfStatementStatement, { statementId });
}

/** The differences of the days of a statement that other statements showed and that are not resolved. */
export function openFromEarlier(db: Database, statementId: number): Promise<Difference[]> {
  return db.rows(openFromEarlierStatement, { statementId });
}

/** The differences that staff have to resolve, of one operator or of all. */
export function openDifferences(db: Database, operator?: OperatorName): Promise<Difference[]> {
  return db.rows(openDifferencesStatement, { operator: operator ?? null });
}

export function findDifference(db: Database, differenceId: number): Promise<Difference | undefined> {
  return db.row(findDifferenceStatement, { differenceId });
}

export type StatementSummary = {
  rows: number;
  /** Rows that an earlier statement had too. */
  known: number;
  matched: number;
  failed: number;
  otherMovements: number;
  /** Rows for which an earlier statement has another charge. The earlier charge stands. */
  other_charges: number;
  covers_from: Date;
  covers_until: Date;
};

const summaryStatement = statement<StatementSummary, { statementId: number }>(
  'reconciliation: summary',
  `select s.row_count as rows, s.row_count - count(r.row_hash) as known,
     count(r.row_hash) filter (where r.attempt_id is not null) as matched,
     count(r.row_hash) filter (where r.direction is not null and r.outcome in ('failed', 'pending')) as failed,
     count(r.row_hash) filter (where r.direction is null) as "otherMovements",
     (select count(*) from operator_other_charge o where o.statement_id = s.statement_id)::integer as other_charges,
     (select min(covers_from) from operator_statement_cover c where c.statement_id = s.statement_id) as covers_from,
     (select max(covers_until) from operator_statement_cover c where c.statement_id = s.statement_id) as covers_until
   from operator_statement s left join operator_statement_row r on r.statement_id = s.statement_id
   where s.statement_id = $statementId group by s.statement_id`,
);

export async function summaryOf(db: Database, statementId: number): Promise<StatementSummary> {
  return (await db.row(summaryStatement, { statementId }))!;
}

const countsStatement = statement<{ differences: number; open: number }, { statementId: number }>(
  'reconciliation: differences of a statement, counted',
  `select count(*)::integer as differences, (count(*) filter (where state <> 'resolved'))::integer as open
   from reconciliation_difference where statement_id = $statementId`,
);

export async function differenceCounts(
  db: Database,
  statementId: number,
): Promise<{ differences: number; open: number }> {
  return (await db.row(countsStatement, { statementId }))!;
}
