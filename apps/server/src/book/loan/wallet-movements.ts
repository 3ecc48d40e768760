import type { WalletMovement } from '@thumba/lending/payment-credit';
import { PAYMENT_EVENT_KINDS, REVERSAL_EVENT_KINDS } from '@thumba/lending/payment-event';
import { type Database, statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';

const walletMovementsStatement = statement<WalletMovement, { borrowerId: number; loanId: number }>(
  'loan: wallet movements',
  `with moved as (
     select t.entry_id, min(t.recorded_at) as recorded_at,
       sum(case t.credit_account when 'wallet_credit' then t.amount_ngwee else -t.amount_ngwee end)::bigint as ngwee
     from ledger_transfer t
     where t.borrower_id = $borrowerId and 'wallet_credit' in (t.debit_account, t.credit_account)
     group by t.entry_id
   ),
   -- What a reversal led to on other payments.
   of_other as (
     select e.entry_id, e.detail ->> 'ofReceiptNo' as receipt_no,
       (e.detail -> 'posting' ->> 'walletNgwee')::bigint as ngwee
     from loan_event e
     where e.borrower_id = $borrowerId and e.loan_id = $loanId and e.detail ? 'ofReceiptNo' and e.detail ? 'posting'
   ),
   of_payment as (
     select m.entry_id, m.recorded_at, m.ngwee - coalesce((select sum(o.ngwee) from of_other o
         where o.entry_id = m.entry_id), 0)::bigint as ngwee,
       (select coalesce(e.detail ->> 'reversedReceiptNo', e.detail ->> 'receiptNo') from loan_event e
         where e.borrower_id = $borrowerId and e.loan_id = $loanId and e.entry_id = m.entry_id
           and e.kind in ${sqlList([...PAYMENT_EVENT_KINDS, ...REVERSAL_EVENT_KINDS])}
         order by e.kind in ${sqlList(PAYMENT_EVENT_KINDS)} desc limit 1) as receipt_no
     from moved m
   )
   select ngwee as "amountNgwee", receipt_no as "receiptNo" from (
     select entry_id, recorded_at, ngwee, receipt_no from of_payment
     union all
     select o.entry_id, m.recorded_at, o.ngwee, o.receipt_no from of_other o join moved m using (entry_id)
   ) movement
   where ngwee <> 0 order by recorded_at, ngwee < 0, entry_id`,
);

/** What each entry gave to a borrower's wallet or took from it, oldest first, by the payments of one loan in it. */
export function readWalletMovements(
  db: Database,
  borrowerId: number,
  loanId: number,
): Promise<WalletMovement[]> {
  return db.rows(walletMovementsStatement, { borrowerId, loanId });
}
