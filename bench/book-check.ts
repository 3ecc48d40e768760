import { type Database, statement } from '../apps/server/src/platform/database.ts';

/** What must be true of the book whatever was posted, and how many wallet repayments are in it. */
const lookAtBook = statement<{
  loans: number;
  loans_that_differ: number;
  wallets: number;
  wallets_that_differ: number;
  wallets_below_zero: number;
  repaid_from_wallet: number;
  moved_ngwee: number;
}>(
  'bench: look at the book',
  `with entry as (
    select borrower_id, loan_id, debit_account as account, amount_ngwee from ledger_transfer
    union all
    select borrower_id, loan_id, credit_account, -amount_ngwee from ledger_transfer
  ),
  receivable as (
    select borrower_id, loan_id,
      coalesce(sum(amount_ngwee) filter (where account = 'principal_receivable'), 0) as principal,
      coalesce(sum(amount_ngwee) filter (where account = 'interest_receivable'), 0) as interest,
      coalesce(sum(amount_ngwee) filter (where account = 'fee_receivable'), 0) as fee,
      coalesce(sum(amount_ngwee) filter (where account = 'penalty_receivable'), 0) as penalty
    from entry group by borrower_id, loan_id
  ),
  plan as (
    select borrower_id, loan_id, sum(principal_ngwee - principal_paid_ngwee) as principal,
      sum(interest_ngwee - interest_paid_ngwee) as interest, sum(fee_ngwee - fee_paid_ngwee) as fee,
      sum(penalty_ngwee - penalty_paid_ngwee) as penalty
    from instalment group by borrower_id, loan_id
  ),
  wallet as (
    select borrower_id, -sum(amount_ngwee) as credit from entry where account = 'wallet_credit' group by borrower_id
  )
  select
    (select count(*) from plan) as loans,
    (select count(*) from plan p full join receivable r using (borrower_id, loan_id)
      where (p.principal, p.interest, p.fee, p.penalty)
        is distinct from (r.principal, r.interest, r.fee, r.penalty)) as loans_that_differ,
    (select count(*) from borrower_standing) as wallets,
    (select count(*) from borrower_standing s left join wallet w using (borrower_id)
      where s.wallet_ngwee <> coalesce(w.credit, 0)) as wallets_that_differ,
    (select count(*) from borrower_standing where wallet_ngwee < 0) as wallets_below_zero,
    (select count(*) from loan_event where kind = 'repaid' and detail ->> 'source' = 'wallet') as repaid_from_wallet,
    (select sum(amount_ngwee)::bigint from ledger_transfer) as moved_ngwee`,
);

export type BookCheck = { isSound: boolean; report: string };

/** Holds the book against itself and against the answers that the borrowers got. */
export async function checkBook(db: Database, accepted: number): Promise<BookCheck> {
  const book = (await db.row(lookAtBook, []))!;
  const isSound =
    book.loans_that_differ === 0 &&
    book.wallets_that_differ === 0 &&
    book.wallets_below_zero === 0 &&
    book.repaid_from_wallet === accepted;
  const report = [
    `every row moves one amount from one account to another, K${book.moved_ngwee / 100} in all`,
    `plans = receivables: ${book.loans - book.loans_that_differ} of ${book.loans} loans`,
    `wallets = the book: ${book.wallets - book.wallets_that_differ} of ${book.wallets}, below zero: ${book.wallets_below_zero}`,
    `repaid events ${book.repaid_from_wallet}, answers 200: ${accepted}`,
  ].join('\n  ');
  return { isSound, report: `${isSound ? 'The book is right' : 'THE BOOK IS WRONG'}\n  ${report}` };
}
