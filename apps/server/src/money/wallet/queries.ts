import type { Answer } from '@thumba/contract/wire';
import { ENDED_STATES } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { toKwacha } from '@thumba/lending/money';
import { REVERSAL_EVENT_KINDS } from '@thumba/lending/payment-event';
import { type Database, statement } from '../../platform/database.ts';
import type { Page } from '../../platform/page.ts';
import { sqlList } from '../../platform/sql-list.ts';
import { walletMovementWords } from './movement-words.ts';

type Movement = {
  at: string;
  on: Day;
  loan_id: number | null;
  signed_ngwee: number;
  balance_after_ngwee: number;
  other_accounts: LedgerAccount[];
  event_kinds: string[] | null;
  payout_attempt_id: string | null;
  /** True for a payout that the borrower did not ask for. */
  is_of_unused_credit: boolean;
};

/**
 * The balance after each movement is the sum of the transfers so far. Of movements at the same instant, credits come
 * before debits.
 */
const readWalletStatement = statement<
  {
    wallet_ngwee: number;
    total: number;
    pending_attempt_id: string | null;
    movements: Movement[] | null;
  },
  { borrowerId: number; limit: number; offset: number }
>(
  'repayment: read wallet',
  `with movements as (
     select t.entry_id, t.recorded_at, t.business_on, t.loan_id, w.is_credit,
       sum(case when w.is_credit then t.amount_ngwee else -t.amount_ngwee end) as signed_ngwee,
       array_agg(distinct case when w.is_credit then t.debit_account else t.credit_account end) as other_accounts
     from ledger_transfer t, lateral (select t.credit_account = 'wallet_credit' as is_credit) w
     where t.borrower_id = $borrowerId and 'wallet_credit' in (t.debit_account, t.credit_account)
     group by t.entry_id, t.recorded_at, t.business_on, t.loan_id, w.is_credit
   ),
   numbered_movements as (
     select m.*, sum(m.signed_ngwee) over (order by m.recorded_at, m.is_credit desc, m.entry_id) as balance_after_ngwee,
       row_number() over (order by m.recorded_at desc, m.is_credit, m.entry_id desc) as place
     from movements m
   )
   select s.wallet_ngwee, (select count(*) from movements) as total,
     (select p.attempt_id from payment_attempt p
      where p.borrower_id = s.borrower_id and p.purpose = 'wallet_payout'
        and p.state not in ${sqlList(ENDED_STATES)}
      order by p.created_at desc limit 1) as pending_attempt_id,
     (select json_agg(json_build_object('at', d.recorded_at, 'on', d.business_on, 'loan_id', d.loan_id,
         'signed_ngwee', d.signed_ngwee, 'balance_after_ngwee', d.balance_after_ngwee,
         'other_accounts', d.other_accounts, 'event_kinds', (select json_agg(e.kind) from loan_event e
           where e.borrower_id = s.borrower_id and e.entry_id = d.entry_id),
         'payout_attempt_id', (select e.attempt_id from wallet_payout_event e
           where e.borrower_id = s.borrower_id and e.entry_id = d.entry_id),
         'is_of_unused_credit', exists (select from wallet_payout_event e join payment_attempt p
           on p.borrower_id = e.borrower_id and p.attempt_id = e.attempt_id
           where e.borrower_id = s.borrower_id and e.entry_id = d.entry_id and p.quoted is not null)) order by d.place)
      from numbered_movements d where d.place > $offset and d.place <= $offset + $limit) as movements
   from borrower_standing s where s.borrower_id = $borrowerId`,
);

/** The wallet and its movements, newest first. The transfers of one entry are one movement for the borrower. */
export async function readWallet(db: Database, borrowerId: number, page: Page): Promise<Answer<'getWallet'>> {
  const row = await db.row(readWalletStatement, { borrowerId, limit: page.limit, offset: page.offset });
  return {
    balance: toKwacha(row?.wallet_ngwee ?? 0),
    total: row?.total ?? 0,
    movements: (row?.movements ?? []).map((movement) => ({
      at: new Date(movement.at).toISOString(),
      on: movement.on,
      amount: toKwacha(movement.signed_ngwee),
      balanceAfter: toKwacha(movement.balance_after_ngwee),
      ...(movement.loan_id === null ? {} : { orderId: movement.loan_id }),
      ...(movement.payout_attempt_id === null ? {} : { paymentId: movement.payout_attempt_id }),
      title: titleOf(movement),
    })),
    ...(row?.pending_attempt_id ? { pendingPaymentId: row.pending_attempt_id } : {}),
  };
}

function titleOf(movement: Movement): string {
  const { signed_ngwee, payout_attempt_id, other_accounts, event_kinds } = movement;
  const cameIn = signed_ngwee > 0;
  if (payout_attempt_id !== null) {
    if (cameIn) return walletMovementWords.payoutFailed;
    return movement.is_of_unused_credit ? walletMovementWords.unusedCreditSent : walletMovementWords.paidOut;
  }
  if (other_accounts.includes('prize_expense')) return walletMovementWords.prize;
  if (cameIn && other_accounts.includes('suspense')) return walletMovementWords.found;
  if (!cameIn && event_kinds?.includes('overpayment_allocated')) return walletMovementWords.usedForBill;
  if (REVERSAL_EVENT_KINDS.some((kind) => event_kinds?.includes(kind))) return walletMovementWords.takenBack;
  if (!cameIn) return walletMovementWords.usedForBill;
  if (event_kinds?.includes('money_returned')) return walletMovementWords.paidBeforeCancellation;
  if (other_accounts.some((account) => account.startsWith('float_'))) return walletMovementWords.paidMore;
  return event_kinds?.includes('rebate_given')
    ? walletMovementWords.interestGivenBack
    : walletMovementWords.chargesGivenBack;
}
