import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { OperatorName } from '@thumba/lending/ledger';
import { toKwacha } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';

type OfBorrower = { borrowerId: number; limit: number; offset: number };

const listPaymentsStatement = statement<
  {
    total: number;
    attempt_id: string;
    purpose: string;
    state: string;
    operator: OperatorName;
    amount_ngwee: number;
    loan_id: number | null;
    receipt_no: string | null;
    operator_reference: string | null;
    failure_reason: string | null;
    created_at: Date;
  },
  OfBorrower
>(
  'staff borrower: payments',
  `select count(*) over () as total, attempt_id, purpose, state, operator, amount_ngwee, loan_id, receipt_no,
     operator_reference, failure_reason, created_at
   from payment_attempt where borrower_id = $borrowerId
   order by created_at desc, attempt_id limit $limit offset $offset`,
);

/** Payments of a borrower and payouts to them, newest first. */
export async function listPayments(
  db: Database,
  borrowerId: number,
  page: Page,
): Promise<StaffAnswer<'listBorrowerPayments'>> {
  const valuesOf = ({ limit, offset }: Page) => ({ borrowerId, limit, offset });
  const { total, rows } = await readPage(db, listPaymentsStatement, valuesOf, page);
  const items = rows.map((row) => ({
    paymentId: row.attempt_id,
    purpose: row.purpose,
    state: row.state,
    operator: row.operator,
    amount: toKwacha(row.amount_ngwee),
    loanId: row.loan_id,
    receiptNo: row.receipt_no,
    operatorReference: row.operator_reference,
    failure: row.failure_reason,
    at: row.created_at.toISOString(),
  }));
  return { total, items };
}

const listEventsStatement = statement<
  {
    total: number;
    at: Date;
    kind: string;
    outcome: string;
    actor: Actor | null;
    approved_by: Actor | null;
    loan_id: number | null;
  },
  OfBorrower
>(
  'staff borrower: events',
  `select count(*) over () as total, e.* from (
     select happened_at as at, kind, outcome, actor, null as approved_by, null::bigint as loan_id from security_event
     where borrower_id = $borrowerId
     union all
     select recorded_at, kind, 'succeeded', actor, approved_by, null from borrower_block_event
     where borrower_id = $borrowerId
     union all
     select recorded_at, 'loan_' || kind, 'succeeded', actor, null, loan_id from loan_event where borrower_id = $borrowerId
   ) e order by at desc, kind limit $limit offset $offset`,
);

/** What happened to an account and its loans, newest first. */
export async function listEvents(
  db: Database,
  borrowerId: number,
  page: Page,
): Promise<StaffAnswer<'listBorrowerEvents'>> {
  const valuesOf = ({ limit, offset }: Page) => ({ borrowerId, limit, offset });
  const { total, rows } = await readPage(db, listEventsStatement, valuesOf, page);
  const nameOf = await readStaffNames(
    db,
    rows.flatMap((row) => [row.actor ?? [], row.approved_by ?? []].flat()),
  );
  const items = rows.map(({ at, kind, outcome, actor, approved_by: approvedBy, loan_id: loanId }) => ({
    at: at.toISOString(),
    kind,
    outcome,
    by: peopleOf(nameOf, actor, approvedBy),
    loanId,
  }));
  return { total, items };
}

/** The person who did it; for what needs two people, the one who asked and the one who approved. */
function peopleOf(nameOf: NameOf, actor: Actor | null, approvedBy: Actor | null): string {
  if (actor === null) return 'borrower';
  return approvedBy === null ? nameOf(actor) : `${nameOf(actor)}, approved by ${nameOf(approvedBy)}`;
}
