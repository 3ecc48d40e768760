import type { WalletMovement } from '@thumba/lending/payment-credit';
import { PAYMENT_EVENT_KINDS, REVERSAL_EVENT_KINDS } from '@thumba/lending/payment-event';
import { type Database, statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';

const walletMovementsStatement = statement<WalletMovement, { borrowerId: number; loanId: number }>(
  'loan: wallet movements',
  `select moved.ngwee as "amountNgwee", (
     select coalesce(e.detail ->> 'reversedReceiptNo', e.detail ->> 'receiptNo') from loan_event e
     where e.borrower_id = $borrowerId and e.loan_id = $loanId and e.entry_id = moved.entry_id
       and e.kind in ${sqlList([...PAYMENT_EVENT_KINDS, ...REVERSAL_EVENT_KINDS])}
     order by e.kind in ${sqlList(PAYMENT_EVENT_KINDS)} desc limit 1) as "receiptNo"
   from (
     select t.entry_id, min(t.recorded_at) as recorded_at,
       sum(case t.credit_account when 'wallet_credit' then t.amount_ngwee else -t.amount_ngwee end)::bigint as ngwee
     from ledger_transfer t
     where t.borrower_id = $borrowerId and 'wallet_credit' in (t.debit_account, t.credit_account)
     group by t.entry_id
   ) moved
   where moved.ngwee <> 0 order by moved.recorded_at, moved.ngwee < 0, moved.entry_id`,
);

/** What each entry gave to a borrower's wallet or took from it, oldest first, with the payment of one loan in it. */
export function readWalletMovements(
  db: Database,
  borrowerId: number,
  loanId: number,
): Promise<WalletMovement[]> {
  return db.rows(walletMovementsStatement, { borrowerId, loanId });
}
