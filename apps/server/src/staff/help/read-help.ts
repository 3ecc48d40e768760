import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Answer } from '@thumba/contract/wire';
import { daysBetween } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { type BillSource, readBill } from '../../credit/bill/read-bill.ts';
import { findPayoutHold } from '../../people/borrower/payout-hold.ts';
import { lusakaDay } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';

export type HelpSource = BillSource & {
  readHomeOf(borrowerId: number, channelCode: string): Promise<Answer<'getMyLoanInfo'>>;
};

type Help = StaffAnswer<'helpCaller'>;

const readAccountStatement = statement<
  {
    language: string;
    registered_channel: string;
    wallet_ngwee: Ngwee;
    newest_loan_id: number | null;
    claims: { ticketId: number; at: string }[] | null;
  },
  { borrowerId: number }
>(
  'staff help: account',
  `select b.language, b.registered_channel, s.wallet_ngwee,
     (select max(l.loan_id) from loan l where l.borrower_id = b.borrower_id) as newest_loan_id,
     (select jsonb_agg(jsonb_build_object('ticketId', c.ticket_id, 'at', c.claimed_at) order by c.ticket_id desc)
      from claim_ticket c where c.borrower_id = b.borrower_id and c.state in ('open', 'found')) as claims
   from borrower b join borrower_standing s using (borrower_id)
   where b.borrower_id = $borrowerId and s.deleted_at is null`,
);

const LATEST = 5;

const listLatestStatement = statement<
  {
    attempt_id: string;
    purpose: string;
    state: string;
    operator: OperatorName;
    amount_ngwee: Ngwee;
    created_at: Date;
    receipt_no: string | null;
    failure_reason: string | null;
  },
  { borrowerId: number; direction: 'payout' | 'collection'; limit: number }
>(
  'staff help: latest payments',
  `select attempt_id, purpose, state, operator, amount_ngwee, created_at, receipt_no, failure_reason
   from payment_attempt where borrower_id = $borrowerId and direction = $direction
   order by created_at desc, attempt_id limit $limit`,
);

/** What support needs while a borrower is on the telephone; undefined for a deleted account. */
export async function readHelp(source: HelpSource, borrowerId: number): Promise<Help | undefined> {
  const { db, clock, today } = source;
  const account = await db.row(readAccountStatement, { borrowerId });
  if (!account) return undefined;
  const { newest_loan_id: loanId } = account;
  const [home, bill, hold, sent, paid] = await Promise.all([
    source.readHomeOf(borrowerId, account.registered_channel),
    loanId === null ? undefined : readBill(source, { borrowerId, loanId }),
    findPayoutHold(source, borrowerId),
    listLatest(db, borrowerId, 'payout'),
    listLatest(db, borrowerId, 'collection'),
  ]);
  return {
    language: account.language,
    home,
    businessDaysAhead: daysBetween(lusakaDay(clock.nowMs()), today()),
    bill: bill ?? null,
    wallet: toKwacha(account.wallet_ngwee),
    arePayoutsHeld: hold !== undefined,
    sent,
    paid,
    claims: (account.claims ?? []).map(({ ticketId, at }) => ({ ticketId, at: new Date(at).toISOString() })),
  };
}

async function listLatest(
  db: Database,
  borrowerId: number,
  direction: 'payout' | 'collection',
): Promise<Help['sent']> {
  const rows = await db.rows(listLatestStatement, { borrowerId, direction, limit: LATEST });
  return rows.map((row) => ({
    paymentId: row.attempt_id,
    purpose: row.purpose,
    state: row.state,
    operator: row.operator,
    amount: toKwacha(row.amount_ngwee),
    at: row.created_at.toISOString(),
    receiptNo: row.receipt_no,
    failure: row.failure_reason,
  }));
}
