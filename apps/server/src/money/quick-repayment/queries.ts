import type { Day } from '@thumba/lending/day';
import { isRepayCode, type LinkedLoan, repayCodeHashes } from '../../book/loan/repay-link.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { PaymentProgress } from '../payment/queries.ts';

const findLinkStatement = statement<
  { borrower_id: number; loan_id: number },
  { codeHashes: Buffer[]; today: Day }
>(
  'quick repayment: find link',
  `select borrower_id, loan_id from repay_link
   where code_hash = any ($codeHashes::bytea[]) and expires_on >= $today::date`,
);

export async function findLink(
  deps: { db: Database; sealing: Sealing; today(): Day },
  code: string,
): Promise<LinkedLoan | undefined> {
  if (!isRepayCode(code)) return undefined;
  const row = await deps.db.row(findLinkStatement, {
    codeHashes: repayCodeHashes(deps.sealing, code),
    today: deps.today(),
  });
  return row && { borrowerId: row.borrower_id, loanId: row.loan_id };
}

export type LinkPayment = PaymentProgress & { finished_at: Date | null };

const findLastPaymentStatement = statement<LinkPayment, { borrowerId: number; loanId: number }>(
  'quick repayment: last payment',
  `select attempt_id, state, amount_ngwee, operator, created_at, expires_at, finished_at, failure_reason, receipt_no
   from payment_attempt
   where borrower_id = $borrowerId and loan_id = $loanId and direction = 'collection' and payer <> 'account'
   order by created_at desc, attempt_id limit 1`,
);

/** The newest payment that was started through the link of a loan. */
export function findLastPayment(
  db: Database,
  { borrowerId, loanId }: LinkedLoan,
): Promise<LinkPayment | undefined> {
  return db.row(findLastPaymentStatement, { borrowerId, loanId });
}
