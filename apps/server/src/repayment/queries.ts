import type { Answer } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { type Database, statement } from '../platform/database.ts';

const MOVEMENTS_SHOWN = 50;

const readWalletStatement = statement<{
  wallet_ngwee: number;
  movements: { at: string; on: Day; signed_ngwee: number; loan_id: number | null }[] | null;
}>(
  'repayment: read wallet',
  `select s.wallet_ngwee, (
     select json_agg(m) from (
       select t.recorded_at as at, t.business_on as on, t.loan_id,
         sum(case when t.credit_account = 'wallet_credit' then t.amount_ngwee else -t.amount_ngwee end) as signed_ngwee
       from ledger_transfer t
       where t.borrower_id = s.borrower_id and 'wallet_credit' in (t.debit_account, t.credit_account)
       group by t.entry_id, t.recorded_at, t.business_on, t.loan_id, t.credit_account = 'wallet_credit'
       order by t.recorded_at desc, t.entry_id, signed_ngwee limit ${MOVEMENTS_SHOWN}
     ) m
   ) as movements
   from borrower_standing s where s.borrower_id = $1`,
);

/** The wallet and its last movements, newest first. What the book keeps by charge was one payment to its borrower. */
export async function readWallet(db: Database, borrowerId: number): Promise<Answer<'getWallet'>> {
  const row = await db.row(readWalletStatement, [borrowerId]);
  return {
    balance: toKwacha(row?.wallet_ngwee ?? 0),
    movements: (row?.movements ?? []).map((movement) => ({
      at: new Date(movement.at).toISOString(),
      on: movement.on,
      amount: toKwacha(movement.signed_ngwee),
      ...(movement.loan_id === null ? {} : { orderId: movement.loan_id }),
      title: movement.signed_ngwee > 0 ? 'Paid more than was owed' : 'Used for a bill',
    })),
  };
}
