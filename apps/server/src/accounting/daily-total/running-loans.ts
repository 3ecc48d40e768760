/** The day since which the book has a loan `l`: of its payout, or of its take-on. */
export const BOOKED_SINCE = `coalesce((l.taken_on ->> 'on')::date, l.disbursed_on)`;

/**
 * The loan was settled by the end of the day, and a reversal since has opened it again. If an earlier reversal had opened
 * it, a later event settled it again. A reversal of money that went to the wallet opens nothing.
 */
const WAS_SETTLED_BY_THEN = `exists (select from later_events r join loan_event s using (borrower_id, loan_id)
        where r.borrower_id = l.borrower_id and r.loan_id = l.loan_id and r.detail ? 'reversedReceiptNo' and s.kind = 'settled'
          and s.loan_version < r.loan_version
          and (s.borrower_id, s.entry_id) not in (select borrower_id, entry_id from later_events)
          and not exists (select from loan_event m join loan_event o using (borrower_id, loan_id)
            where m.borrower_id = s.borrower_id and m.loan_id = s.loan_id and m.detail ? 'reversedReceiptNo'
              and m.loan_version > s.loan_version
              and (m.borrower_id, m.entry_id) not in (select borrower_id, entry_id from later_events)
              and o.detail ->> 'receiptNo' = m.detail ->> 'reversedReceiptNo'
              and jsonb_array_length(o.detail -> 'posting' -> 'instalments') > 0))`;

/**
 * CTEs of a statement that looks back to the end of the day `$on`, by the days of booking. `later_entries` are the entries
 * booked since, with what they posted to income. `later_events` is the history since. `running_loans` are the loans that
 * ran: a loan that ended since ran on the day, and one that was settled by then and reopened since did not. A loan that
 * was cancelled since earned nothing, so it is left out.
 */
export const RUNNING_LOANS = `later_entries as materialized (
    select borrower_id, entry_id, loan_id,
      sum(case 'interest_income' when credit_account then amount_ngwee when debit_account then -amount_ngwee else 0 end)
        as interest_ngwee,
      sum(case 'fee_income' when credit_account then amount_ngwee when debit_account then -amount_ngwee else 0 end)
        as fee_ngwee
    from ledger_transfer where business_on > $on::date and loan_id is not null
    group by borrower_id, entry_id, loan_id
  ),
  later_events as materialized (
    select e.* from loan_event e
    where e.on_day > $on::date or (e.borrower_id, e.entry_id) in (select borrower_id, entry_id from later_entries)
  ),
  running_loans as (
    select l.* from loan l
    where l.state in ('active', 'overdue') and ${BOOKED_SINCE} <= $on::date
      and not ${WAS_SETTLED_BY_THEN}
    union all
    select l.* from loan l
    where l.state in ('settled', 'written_off', 'recovered') and ${BOOKED_SINCE} <= $on::date
      and (l.borrower_id, l.loan_id) in (select borrower_id, loan_id from later_events
        where kind in ('settled', 'written_off'))
      and not ${WAS_SETTLED_BY_THEN}
  )`;
