import type { LedgerAccount } from '@thumba/lending/ledger';
import { REVERSAL_EVENT_KINDS } from '@thumba/lending/payment-event';
import type { TakenOn } from '@thumba/lending/taken-on';
import { incomeOfDaysJoin, lastEarningDay } from '../../book/posting-line/accrue-income.ts';
import { suspensePieces } from '../../book/suspense/pieces.ts';
import { sqlList } from '../../platform/sql-list.ts';
import { BOTH_SIDES, type Check, IS_OF_NO_JOURNAL, kwachaOf } from './check.ts';

/** A cancelled loan has no balance in the ledger. A written-off loan has no receivables. */
const IS_BOOKED = `l.disbursed_on is not null and l.state <> 'cancelled'`;
const IS_RECEIVABLE = `${IS_BOOKED} and l.state not in ('written_off', 'recovered')`;

/** What the instalments of each loan charge and still owe. */
const INSTALMENT_SUMS = `select borrower_id, loan_id,
    sum(principal_ngwee) as principal, sum(interest_ngwee) as interest, sum(fee_ngwee) as fee,
    sum(penalty_ngwee) as penalty, sum(discount_ngwee) as discount,
    sum(principal_ngwee - principal_paid_ngwee) as principal_owed,
    sum(interest_ngwee - interest_paid_ngwee) as interest_owed, sum(fee_ngwee - fee_paid_ngwee) as fee_owed,
    sum(penalty_ngwee - penalty_paid_ngwee) as penalty_owed
  from instalment group by borrower_id, loan_id`;

const SERVICE_FEE = `case when l.terms ->> 'feeMode' = 'deducted'
  then l.principal_ngwee - l.received_ngwee else i.fee end`;

/** What a loan that was taken on had earned and charged before, which is income of the earlier book. */
function earlier(amount: keyof TakenOn): string {
  return `coalesce((l.taken_on ->> '${amount}')::bigint, 0)`;
}

/** Compares accounts of the ledger with the amounts that each loan itself gives for them, as SQL expressions. */
function accountsOfLoans(condition: string, expected: Partial<Record<LedgerAccount, string>>): string {
  const accounts = Object.keys(expected) as LedgerAccount[];
  const inLedger = accounts.map(
    (account) => `coalesce(sum(side.ngwee) filter (where side.account = '${account}'), 0) as ${account}`,
  );
  const inLoan = accounts.map(
    (account) => `case when ${condition} then ${expected[account]} else 0 end as ${account}`,
  );
  const pairs = accounts.map((account) => `('${account}', ledger.${account}, loan.${account})`);
  return `with ledger_balances as (
      select t.borrower_id, t.loan_id, ${inLedger.join(', ')}
      from ${BOTH_SIDES} where side.account in ${sqlList(accounts)} and ${IS_OF_NO_JOURNAL} group by t.borrower_id, t.loan_id
    ),
    loan_balances as (
      select l.borrower_id, l.loan_id, ${inLoan.join(', ')}
      from loan l left join (${INSTALMENT_SUMS}) i using (borrower_id, loan_id)
    )
    select loan_id as id, format('%s is %s in the book and %s in the loan', account,
      coalesce(in_ledger, 0), coalesce(in_loan, 0)) as problem
    from loan_balances loan full join ledger_balances ledger using (borrower_id, loan_id)
    cross join lateral (values ${pairs.join(', ')}) as pair (account, in_ledger, in_loan)
    where coalesce(in_ledger, 0) <> coalesce(in_loan, 0)`;
}

/** Checks of the ledger against itself, and against loans, instalments and wallets. */
export const ledgerChecks: Check[] = [
  {
    title: 'every row moves an amount from one account to another',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select format('%s/%s', entry_id, line) as id,
        format('moves %s from %s to %s', amount_ngwee, credit_account, debit_account) as problem
      from ledger_transfer where not amount_ngwee > 0 or debit_account = credit_account`,
  },
  {
    title: 'plans = receivables',
    gravity: 'fault',
    looksAt: 'loans',
    query: accountsOfLoans(IS_RECEIVABLE, {
      principal_receivable: 'i.principal_owed',
      interest_receivable: 'i.interest_owed',
      fee_receivable: 'i.fee_owed',
      penalty_receivable: 'i.penalty_owed',
    }),
  },
  {
    title: 'unearned = charged less earned',
    gravity: 'fault',
    looksAt: 'loans',
    query: accountsOfLoans(IS_RECEIVABLE, {
      unearned_interest: 'l.interest_earned_ngwee - i.interest',
      unearned_fee: `l.fee_earned_ngwee - ${SERVICE_FEE}`,
    }),
  },
  {
    title: 'income and coupons = what loans earned and gave',
    gravity: 'fault',
    looksAt: 'loans',
    query: accountsOfLoans(IS_BOOKED, {
      interest_income: `${earlier('interestEarnedNgwee')} - l.interest_earned_ngwee`,
      fee_income: `${earlier('feeEarnedNgwee')} - l.fee_earned_ngwee`,
      penalty_income: `${earlier('penaltyNgwee')} - i.penalty`,
      extension_income: '-l.extension_fees_ngwee',
      coupon_expense: 'i.discount',
    }),
  },
  {
    title: 'written off = recovered and still owed',
    gravity: 'fault',
    looksAt: 'loans',
    query: `with ledger_balances as (
        select t.borrower_id, t.loan_id,
          -coalesce(sum(side.ngwee) filter (where side.account = 'recovery_income'), 0) as recovered,
          coalesce(sum(side.ngwee) filter (where side.account = 'write_off_expense'), 0) as expense,
          coalesce(sum(side.ngwee) filter (where side.account = 'write_off_expense' and not exists (
            select from loan_event w where w.borrower_id = t.borrower_id and w.entry_id = t.entry_id
              and w.kind = 'written_off')), 0) as taken_back
        from ${BOTH_SIDES} where side.account in ('recovery_income', 'write_off_expense') and ${IS_OF_NO_JOURNAL}
        group by t.borrower_id, t.loan_id
      ),
      write_offs as (
        select borrower_id, loan_id, sum((detail ->> 'amountNgwee')::bigint) as amount
        from loan_event where kind = 'written_off' group by borrower_id, loan_id
      ),
      written_off_loans as (
        select l.borrower_id, l.loan_id, l.state, w.amount,
          i.principal_owed + i.interest_owed + i.fee_owed + i.penalty_owed as owed
        from loan l left join (${INSTALMENT_SUMS}) i using (borrower_id, loan_id)
        left join write_offs w using (borrower_id, loan_id)
        where w.amount is not null or l.state in ('written_off', 'recovered')
      )
      select loan_id as id, format('%s after a write-off of %s: recovered %s, owes %s, expense %s',
        coalesce(state, 'lives'), coalesce(amount, 0), coalesce(recovered, 0), coalesce(owed, 0),
        coalesce(expense, 0)) as problem
      from written_off_loans full join ledger_balances using (borrower_id, loan_id)
      where state is null or state not in ('written_off', 'recovered') or amount is null
        or coalesce(recovered, 0) + owed <> amount + coalesce(taken_back, 0) or coalesce(expense, 0) > amount`,
  },
  {
    title: 'wallets = the book, none below zero',
    gravity: 'fault',
    looksAt: 'borrowers',
    query: `select borrower_id as id, format('holds %s and the book says %s',
        coalesce(s.wallet_ngwee::text, 'no wallet'), coalesce(w.credit, 0)) as problem
      from borrower_standing s full join (
        select borrower_id,
          sum(case when credit_account = 'wallet_credit' then amount_ngwee else -amount_ngwee end) as credit
        from ledger_transfer where 'wallet_credit' in (debit_account, credit_account) group by borrower_id
      ) w using (borrower_id)
      where s.wallet_ngwee is distinct from coalesce(w.credit, 0) or s.wallet_ngwee < 0`,
  },
  {
    title: 'what was placed of money in suspense is what its pieces hold',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `with placed_pieces as (
        select part.piece_entry_id as entry_id, sum(part.amount_ngwee) as ngwee
        from suspense_placement_part part join suspense_placement placement using (placement_id)
        where placement.state <> 'failed' group by part.piece_entry_id
      )
      select entry_id as id, case
        when known.ngwee is null then 'was placed and is not in suspense'
        when abs(known.ngwee) <> piece.amount_ngwee
          then format('is %s and the book says %s', piece.amount_ngwee, abs(known.ngwee))
        else format('has %s placed and its placements say %s', piece.placed_ngwee, coalesce(placed.ngwee, 0)) end
        as problem
      from suspense_piece piece left join placed_pieces placed using (entry_id)
      left join (${suspensePieces()}) known using (entry_id)
      where known.ngwee is null or abs(known.ngwee) <> piece.amount_ngwee
        or piece.placed_ngwee <> coalesce(placed.ngwee, 0)`,
  },
  {
    title: 'money that the operator gave back does not wait in suspense for another place',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select piece.entry_id as id,
        format('difference %s of %s was left, so this can be paid out twice', back.difference_id,
          ${kwachaOf('back.statement_ngwee')}) as problem
      from (${suspensePieces()}) piece
      join reconciliation_difference d on d.entry_id = piece.entry_id and d.kind in ('extra', 'duplicate')
      join operator_statement_row r on r.operator = d.operator and r.row_hash = d.row_hash
      join operator_statement_row b on b.operator = r.operator and b.reference_hash = r.reference_hash
        and b.outcome = 'reversed'
      join reconciliation_difference back on back.operator = b.operator and back.row_hash = b.row_hash
        and back.resolution = 'ignored'
      where piece.ngwee > 0 and piece.left_ngwee > 0
        and not exists (select from operator_statement_row o
          join reconciliation_difference other on other.operator = o.operator and other.row_hash = o.row_hash
          where o.operator = r.operator and o.reference_hash = r.reference_hash and o.outcome = 'reversed'
            and other.resolution in ('put_into_suspense', 'taken_back'))`,
  },
  {
    title: 'every row of a loan belongs to a loan and to its history',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select t.entry_id as id, case when l.loan_id is null then format('there is no loan %s', t.loan_id)
        else format('loan %s has no event of it', t.loan_id) end as problem
      from (select distinct borrower_id, entry_id, loan_id from ledger_transfer where loan_id is not null) t
      left join loan l using (borrower_id, loan_id)
      left join (select distinct borrower_id, entry_id, loan_id from loan_event) e
        using (borrower_id, entry_id, loan_id)
      -- The rows of a month-end run are one entry for all loans, without an event in each history.
      left join accrual_run a using (entry_id)
      where l.loan_id is null or (e.entry_id is null and a.entry_id is null)`,
  },
  {
    title: 'the income of a month that was run is in the book',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select l.loan_id as id, format('has earned %s of interest and %s of fee by the end of %s, the book has %s and %s',
        earned.interest_ngwee, earned.fee_ngwee, r.through_on, l.interest_earned_ngwee, l.fee_earned_ngwee) as problem
      from loan l cross join (select max(through_on) as through_on from accrual_run where finished_at is not null) r
      ${incomeOfDaysJoin({ on: lastEarningDay('r.through_on') })}
      where l.state in ('active', 'overdue') and r.through_on is not null
        and (earned.interest_ngwee > l.interest_earned_ngwee or earned.fee_ngwee > l.fee_earned_ngwee)`,
  },
  {
    title: 'a reversal takes back exactly what was posted',
    gravity: 'fault',
    looksAt: 'events',
    query: `with reversals as (
        select r.borrower_id, r.loan_id, r.entry_id, r.kind, r.detail ->> 'reversedReceiptNo' as receipt_no,
          o.detail as original
        from loan_event r left join loan_event o on o.borrower_id = r.borrower_id and o.loan_id = r.loan_id
          and o.detail ->> 'receiptNo' = r.detail ->> 'reversedReceiptNo' and o.detail ? 'posting'
        where r.kind in ${sqlList(REVERSAL_EVENT_KINDS)}
      ),
      compared_reversals as (
        select r.*, l.reversed_postings ? r.receipt_no as is_noted,
          count(*) over (partition by r.borrower_id, r.loan_id, r.receipt_no) as times,
          (select jsonb_agg(format('%s %s %s', transfer ->> 'creditAccount', transfer ->> 'debitAccount',
              transfer ->> 'amountNgwee'))
            from jsonb_array_elements(r.original -> 'posting' -> 'transfers') as transfer
            where not exists (select from ledger_transfer t where t.borrower_id = r.borrower_id
              and t.entry_id = r.entry_id and t.debit_account = transfer ->> 'creditAccount'
              and t.credit_account = case when r.kind = 'reversed' and transfer ->> 'debitAccount' like 'float%' then 'suspense'
                else transfer ->> 'debitAccount' end
              and t.amount_ngwee = (transfer ->> 'amountNgwee')::bigint)) as missing
        from reversals r left join loan l using (borrower_id, loan_id)
      )
      select loan_id as id, case
        when original is null then format('receipt %s was reversed and never posted', receipt_no)
        when times > 1 then format('receipt %s was reversed %s times', receipt_no, times)
        when is_noted is not true then format('receipt %s was reversed and the loan does not know', receipt_no)
        else format('receipt %s was not taken back whole: %s', receipt_no, missing) end as problem
      from compared_reversals
      where original is null or times > 1 or is_noted is not true or missing is not null`,
  },
];
