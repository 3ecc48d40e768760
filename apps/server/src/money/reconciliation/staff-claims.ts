import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { AttemptState } from '@thumba/lending/attempt';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, pageOf, readPage } from '../../platform/page.ts';
import { done, NOT_FOUND } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import type { MovementOutcome } from './statement-formats.ts';

export type StaffClaimDeps = { db: Database; sealing: Sealing };

type ClaimRow = {
  ticket_id: number;
  borrower_id: number;
  state: 'open' | 'found' | 'settled';
  claimed_at: Date;
  settled_at: Date | null;
};

const COLUMNS = 'ticket_id, borrower_id, state, claimed_at, settled_at';

/** What borrowers say they paid. Each statement has an index of its own. */
const listStatements = {
  waiting: statement<ClaimRow & { total: number }, Page>(
    'claims: list waiting',
    `select count(*) over () as total, ${COLUMNS} from claim_ticket where state <> 'settled'
     order by claimed_at, ticket_id limit $limit offset $offset`,
  ),
  settled: statement<ClaimRow & { total: number }, Page>(
    'claims: list settled',
    `select count(*) over () as total, ${COLUMNS} from claim_ticket where state = 'settled'
     order by settled_at desc, ticket_id desc limit $limit offset $offset`,
  ),
};

const findStatement = statement<
  ClaimRow & { reference_hash: Buffer; reference_sealed: Buffer; attempt_id: string | null },
  { ticketId: number }
>(
  'claims: find for staff',
  `select ${COLUMNS}, reference_hash, reference_sealed, attempt_id from claim_ticket where ticket_id = $ticketId`,
);

/** A payment is made before its borrower says so. Operators can be slow. */
const DAYS_BEFORE = 7;
const MOST_PAYMENTS = 20;

const paymentsStatement = statement<
  {
    attempt_id: string;
    state: AttemptState;
    operator: OperatorName;
    amount_ngwee: Ngwee;
    loan_id: number | null;
    operator_reference: string | null;
    receipt_no: string | null;
    created_at: Date;
    is_named: boolean;
  },
  { borrowerId: number; attemptId: string | null; claimedAt: Date }
>(
  'claims: payments that it may be',
  `select attempt_id, state, operator, amount_ngwee, loan_id, operator_reference, receipt_no, created_at,
     attempt_id is not distinct from $attemptId::uuid as is_named
   from payment_attempt where borrower_id = $borrowerId and direction = 'collection'
     and (attempt_id = $attemptId::uuid or created_at between $claimedAt::timestamptz - interval '${DAYS_BEFORE} days'
       and $claimedAt::timestamptz + interval '1 day')
   order by is_named desc, created_at desc limit ${MOST_PAYMENTS}`,
);

const rowsStatement = statement<
  {
    statement_id: number;
    line: number;
    operator: OperatorName;
    outcome: MovementOutcome;
    amount_ngwee: Ngwee;
    happened_at: Date;
    difference_id: number | null;
    piece_id: number | null;
    is_from_borrower: boolean;
  },
  { borrowerId: number; referenceHash: Buffer }
>(
  'claims: rows of statements that it may be',
  `select r.statement_id, r.line, r.operator, r.outcome, r.amount_ngwee, r.happened_at, d.difference_id,
     d.entry_id as piece_id,
     coalesce(r.borrower_id = $borrowerId, false) or (r.borrower_id is null and exists (select from repay_account a
       where a.borrower_id = $borrowerId and a.mobile_hash = r.mobile_hash)) as is_from_borrower
   from operator_statement_row r
   left join reconciliation_difference d on d.operator = r.operator and d.row_hash = r.row_hash
   where r.reference_hash = $referenceHash order by r.happened_at, r.line limit ${MOST_PAYMENTS}`,
);

/** "I paid": what borrowers say, beside what the books and the operators have. */
export function registerStaffClaimRoutes(server: StaffServer, { db, sealing }: StaffClaimDeps): void {
  serveStaff(server, 'listClaims', async ({ query }) => {
    const { total, rows } = await readPage(db, listStatements[query.state], (page) => page, pageOf(query));
    return done({ total, items: rows.map(shown) });
  });

  serveStaff(server, 'getClaim', async ({ params: { ticketId } }) => {
    const claim = await db.row(findStatement, { ticketId });
    if (!claim) return NOT_FOUND;
    const { borrower_id: borrowerId, reference_hash: referenceHash, reference_sealed: sealed } = claim;
    const [payments, rows] = await Promise.all([
      db.rows(paymentsStatement, {
        borrowerId,
        attemptId: claim.attempt_id,
        claimedAt: claim.claimed_at,
      }),
      db.rows(rowsStatement, { borrowerId, referenceHash }),
    ]);
    return done({
      ...shown(claim),
      reference:
        sealed.length === 0
          ? ''
          : sealing.open(
              'claim_ticket.reference_sealed',
              { borrower_id: borrowerId, ticket_id: ticketId },
              sealed,
            ),
      payments: payments.map((one) => ({
        paymentId: one.attempt_id,
        state: one.state,
        operator: one.operator,
        amount: toKwacha(one.amount_ngwee),
        loanId: one.loan_id,
        operatorReference: one.operator_reference,
        receiptNo: one.receipt_no,
        madeAt: one.created_at.toISOString(),
        isNamed: one.is_named,
      })),
      statementRows: rows.map((row) => ({
        statementId: row.statement_id,
        line: row.line,
        operator: row.operator,
        outcome: row.outcome,
        amount: toKwacha(row.amount_ngwee),
        happenedAt: row.happened_at.toISOString(),
        differenceId: row.difference_id,
        pieceId: row.piece_id,
        isFromBorrower: row.is_from_borrower,
      })),
    });
  });
}

function shown(row: ClaimRow): StaffAnswer<'listClaims'>['items'][number] {
  return {
    ticketId: row.ticket_id,
    borrowerId: row.borrower_id,
    state: row.state,
    claimedAt: row.claimed_at.toISOString(),
    settledAt: row.settled_at === null ? null : row.settled_at.toISOString(),
  };
}
