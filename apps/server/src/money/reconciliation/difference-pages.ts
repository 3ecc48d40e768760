import type { ProbableEnd } from '@thumba/contract/staff/difference-kinds';
import type { AttemptState } from '@thumba/lending/attempt';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import { type Database, type Statement, statement } from '../../platform/database.ts';
import { CAME_AND_WENT, type DifferenceKind, type DifferenceState, type GivesBack } from './differences.ts';
import { type DifferenceFacts, type OwnerLoan, type Probable, probableOf } from './probable.ts';

/** A difference with what is known of its money. */
export type FoundDifference = {
  difference_id: number;
  statement_id: number;
  operator: OperatorName;
  kind: DifferenceKind;
  direction: PaymentDirection;
  state: DifferenceState;
  line: number | null;
  operator_reference: string | null;
  borrower_id: number | null;
  attempt_id: string | null;
  attempt_state: AttemptState | null;
  statement_ngwee: number | null;
  attempt_ngwee: number | null;
  happened_at: Date;
  found_at: Date;
  tickets: { ticketId: number; borrowerId: number }[];
  loans: OwnerLoan[];
  held_payout_ids: string[];
  is_at_edge: boolean;
  gives_back: GivesBack;
  is_given_back: boolean;
};

/** A loan into which money can still be paid. */
const RUNNING = `('active', 'overdue', 'written_off')`;

/** Operators date a payment at their own clock, and close a statement some time after its last row. */
const EDGE = `interval '1 hour'`;

/**
 * The differences `d` of a part of SQL with what is known of them. What only an open difference needs is not looked for in
 * others.
 */
export const foundDifferences = (
  from: string,
) => `select d.difference_id, d.statement_id, d.operator, d.kind, d.direction, d.state, r.line,
    coalesce(r.operator_reference, p.operator_reference) as operator_reference, d.borrower_id, d.attempt_id,
    p.state as attempt_state, d.statement_ngwee, d.attempt_ngwee, d.happened_at, d.found_at,
    ${CAME_AND_WENT},
    coalesce((select json_agg(json_build_object('ticketId', t.ticket_id, 'borrowerId', t.borrower_id) order by t.ticket_id)
      from claim_ticket t where t.reference_hash = r.reference_hash), '[]') as tickets,
    coalesce((select json_agg(json_build_object('loanId', l.loan_id, 'borrowerId', l.borrower_id, 'state', l.state,
        'because', o.because) order by l.loan_id)
      from (select borrower_id, min(because) as because from (
          select t.borrower_id, 'claim' as because from claim_ticket t where t.reference_hash = r.reference_hash
          union all select a.borrower_id, 'number' from repay_account a where a.mobile_hash = r.mobile_hash
          union all select d.borrower_id, 'number' where d.borrower_id is not null) named group by borrower_id) o
      join loan l on l.borrower_id = o.borrower_id and l.state in ${RUNNING}
      where d.state <> 'resolved' and d.kind in ('extra', 'duplicate') and d.direction = 'collection'), '[]') as loans,
    coalesce((select json_agg(h.attempt_id order by h.attempt_id) from payment_attempt h
      where h.borrower_id in (select a.borrower_id from repay_account a where a.mobile_hash = r.mobile_hash)
        and h.direction = 'payout' and h.operator = d.operator and h.amount_ngwee = d.statement_ngwee
        and h.state = 'created' and h.held_reason = 'book_restored'
        and d.state <> 'resolved' and d.kind in ('extra', 'duplicate') and d.direction = 'payout'), '[]') as held_payout_ids,
    d.kind = 'missing' and d.state <> 'resolved'
      and d.happened_at > (select max(c.covers_until) from operator_statement_cover c where c.statement_id = d.statement_id)
        - ${EDGE}
      and not exists (select from operator_statement n where n.operator = d.operator
        and n.covers_from <= d.happened_at + ${EDGE} and n.covers_until > d.happened_at + ${EDGE}) as is_at_edge
  from ${from}
  left join operator_statement_row r on r.operator = d.operator and r.row_hash = d.row_hash
  left join payment_attempt p on p.borrower_id = d.borrower_id and p.attempt_id = d.attempt_id`;

type Narrowed = { operator: OperatorName | null; kind: DifferenceKind | null; statementId: number | null };

const NARROWED_BY: Record<keyof Narrowed, string> = {
  operator: 'd.operator = $operator',
  kind: 'd.kind = $kind',
  statementId: 'd.statement_id = $statementId::bigint',
};

type PageStatement = Statement<FoundDifference, Narrowed & { after: number; limit: number }>;
const pageStatements = new Map<string, PageStatement>();

/**
 * A statement for each choice of filters, so that each is read by its own index. The rows of the page are found before
 * anything is looked up for them.
 */
function pageStatement(isResolved: boolean, { operator, kind, statementId }: Narrowed): PageStatement {
  const filters = Object.entries({ operator, kind, statementId }).flatMap(([name, value]) =>
    value === null ? [] : [name as keyof Narrowed],
  );
  const name = ['reconciliation: page of', isResolved ? 'resolved' : 'open', 'differences', ...filters].join(
    ' ',
  );
  const known = pageStatements.get(name);
  if (known) return known;
  const [state, isAfter, order] = isResolved
    ? ["d.state = 'resolved'", '<', 'd.difference_id desc']
    : ["d.state <> 'resolved'", '>', 'd.difference_id'];
  const conditions = [
    state,
    `d.difference_id ${isAfter} $after::bigint`,
    ...filters.map((one) => NARROWED_BY[one]),
  ];
  const page = `(select * from reconciliation_difference d where ${conditions.join(' and ')}
    order by ${order} limit $limit) d`;
  const made: PageStatement = statement(name, `${foundDifferences(page)} order by ${order}`);
  pageStatements.set(name, made);
  return made;
}

export type WantedPage = Narrowed & {
  isResolved: boolean;
  probable: ProbableEnd | null;
  /** The last difference of the page before. */
  after: number | null;
  pageSize: number;
};

export type DifferencePage = {
  differences: { row: FoundDifference; probable: Probable | null }[];
  /** The last one that was looked at, where there may be more. */
  next: number | null;
};

/** How many differences are looked at for a page of those with one probable end: the next page goes on behind them. */
const LOOKED_AT_ONCE = 500;
const MOST_LOOKS = 4;

/** A page of differences: the open ones from the oldest, the resolved ones from the newest. */
export async function readDifferencePage(db: Database, wanted: WantedPage): Promise<DifferencePage> {
  const { isResolved, probable, pageSize } = wanted;
  const isSifted = probable !== null && !isResolved;
  const found: DifferencePage['differences'] = [];
  let after = wanted.after ?? (isResolved ? Number.MAX_SAFE_INTEGER : 0);
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const limit = isSifted ? LOOKED_AT_ONCE : pageSize + 1;
    const narrowed = { operator: wanted.operator, kind: wanted.kind, statementId: wanted.statementId };
    const rows = await db.rows(pageStatement(isResolved, narrowed), { ...narrowed, after, limit });
    for (const row of rows) {
      if (found.length === pageSize) return { differences: found, next: after };
      after = row.difference_id;
      const fits = isResolved ? null : probableOf(factsOf(row));
      if (!isSifted || fits?.end === probable) found.push({ row, probable: fits });
    }
    if (rows.length < limit) return { differences: found, next: null };
  }
  return { differences: found, next: after };
}

export function factsOf(row: FoundDifference): DifferenceFacts {
  return {
    ...{ kind: row.kind, direction: row.direction, attemptState: row.attempt_state, loans: row.loans },
    ...{ statementNgwee: row.statement_ngwee, attemptNgwee: row.attempt_ngwee },
    ...{ heldPayoutIds: row.held_payout_ids, isAtEdge: row.is_at_edge },
    ...{ givesBack: row.gives_back, isGivenBack: row.is_given_back },
  };
}

export type KindTotal = {
  kind: DifferenceKind;
  count: number;
  statement_ngwee: number;
  attempt_ngwee: number;
};

const openTotalsStatement = statement<
  KindTotal,
  { operator: OperatorName | null; statementId: number | null }
>(
  'reconciliation: totals of open differences',
  `select d.kind, count(*)::integer as count, coalesce(sum(d.statement_ngwee), 0)::bigint as statement_ngwee,
     coalesce(sum(d.attempt_ngwee), 0)::bigint as attempt_ngwee
   from reconciliation_difference d
   where d.state <> 'resolved' and d.operator = coalesce($operator, d.operator)
     and d.statement_id = coalesce($statementId::bigint, d.statement_id)
   group by d.kind order by d.kind`,
);

/** How many differences of each kind are open, and what the operator and we have in them. */
export function readOpenTotals(
  db: Database,
  of: { operator: OperatorName | null; statementId: number | null },
): Promise<KindTotal[]> {
  return db.rows(openTotalsStatement, of);
}
