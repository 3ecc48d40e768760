import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { OperatorName } from '@thumba/lending/ledger';
import { toKwacha } from '@thumba/lending/money';
import { IS_HELD } from '../../book/payment-attempt/attempt-statements.ts';
import { holdAsTold } from '../../book/payment-attempt/hold-as-told.ts';
import { type Database, statement } from '../../platform/database.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';

type Attempt = NonNullable<StaffAnswer<'getLoan'>['payout']>;

type AttemptRow = {
  borrower_id: number;
  attempt_id: string;
  purpose: string;
  state: string;
  operator: OperatorName;
  msisdn_sealed: Buffer;
  amount_ngwee: number;
  failure_reason: string | null;
  held_for: string | null;
  created_at: Date;
  is_payout: boolean;
};

/** The newest payout of the loan, and the newest payment that has not ended. They can be one. */
const readStatement = statement<AttemptRow, { borrowerId: number; loanId: number }>(
  'staff loan: payout and payment under way',
  `with of_loan as (
     select borrower_id, attempt_id, purpose, state, operator, msisdn_sealed, amount_ngwee, failure_reason,
       case when ${IS_HELD} then held_reason end as held_for, created_at, purpose = 'loan_payout' as is_payout,
       state in ('created', 'sent', 'pending', 'unknown') as is_under_way
     from payment_attempt where borrower_id = $borrowerId and loan_id = $loanId
   )
   (select * from of_loan where is_payout order by created_at desc, attempt_id desc limit 1)
   union all
   (select * from of_loan where not is_payout and is_under_way order by created_at desc, attempt_id desc limit 1)`,
);

export async function payoutAndUnderWay(
  { db, sealing }: { db: Database; sealing: Sealing },
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
  person: StaffPerson,
): Promise<{ payout: Attempt | null; underWay: Attempt | null }> {
  const rows = await db.rows(readStatement, { borrowerId, loanId });
  const shown = (row: AttemptRow | undefined) => (row ? attemptOf(sealing, row, person) : null);
  return {
    payout: shown(rows.find((row) => row.is_payout)),
    underWay: shown(rows.find((row) => !row.is_payout)),
  };
}

const payersStatement = statement<AttemptRow, { borrowerId: number; loanId: number; limit: number }>(
  'staff loan: payments with their numbers',
  `select borrower_id, attempt_id, purpose, state, operator, msisdn_sealed, amount_ngwee, failure_reason, null as held_for,
     created_at, false as is_payout
   from payment_attempt
   where borrower_id = $borrowerId and loan_id = $loanId and direction = 'collection' and state = 'succeeded'
     and msisdn_sealed <> ''
   order by created_at desc, attempt_id desc limit $limit`,
);

const NEWEST_PAYMENTS = 20;

/** The numbers that paid the loan lately, each with its newest payment. */
export async function readPayers(
  { db, sealing }: { db: Database; sealing: Sealing },
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
  person: StaffPerson,
): Promise<Attempt[]> {
  const rows = await db.rows(payersStatement, { borrowerId, loanId, limit: NEWEST_PAYMENTS });
  const ofNumber = Map.groupBy(
    rows,
    (row) => `${row.operator} ${sealing.open('payment_attempt.msisdn_sealed', row, row.msisdn_sealed)}`,
  );
  return [...ofNumber.values()].map(([newest]) => attemptOf(sealing, newest!, person));
}

function attemptOf(sealing: Sealing, row: AttemptRow, person: StaffPerson): Attempt {
  return {
    paymentId: row.attempt_id,
    purpose: row.purpose,
    state: row.state,
    operator: row.operator,
    maskedMobile:
      row.msisdn_sealed.length === 0
        ? null
        : maskMobile(sealing.open('payment_attempt.msisdn_sealed', row, row.msisdn_sealed)),
    amount: toKwacha(row.amount_ngwee),
    failure: row.failure_reason,
    heldFor: holdAsTold(row.held_for, person),
    at: row.created_at.toISOString(),
  };
}
