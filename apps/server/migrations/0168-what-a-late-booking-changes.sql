-- Which late bookings change the ageing and the vintages of a day (docs/decisions/0137-reports-of-a-large-book.md). In the
-- first days of a month each payment of a loan books income into the month that is over, and that changes neither.
alter table late_booking add column moves_owed boolean not null default true;

create or replace function add_to_day_totals() returns trigger language plpgsql as $$
begin
  if (select min(a.business_on) from added a) <= (select announced_through_on from day_total_progress) then
    perform pg_advisory_xact_lock_shared(hashtext('day totals'));
    insert into account_day_total as total (business_on, account, booking_kind, debit_ngwee, credit_ngwee)
      select a.business_on, side.account, a.booking_kind, sum(side.debit), sum(side.credit)
      from added a join day_total_progress p on a.business_on <= p.totalled_through_on
      cross join lateral (values (a.debit_account, a.amount_ngwee, 0), (a.credit_account, 0, a.amount_ngwee))
        as side (account, debit, credit)
      group by a.business_on, side.account, a.booking_kind order by 1, 2, 3
    on conflict (business_on, account, booking_kind) do update
      set debit_ngwee = total.debit_ngwee + excluded.debit_ngwee,
        credit_ngwee = total.credit_ngwee + excluded.credit_ngwee;
    insert into pair_day_total as total (business_on, booking_kind, debit_account, credit_account, amount_ngwee)
      select a.business_on, a.booking_kind, a.debit_account, a.credit_account, sum(a.amount_ngwee)
      from added a join day_total_progress p on a.business_on <= p.paired_through_on
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (business_on, booking_kind, debit_account, credit_account) do update
      set amount_ngwee = total.amount_ngwee + excluded.amount_ngwee;
    insert into late_booking (booked_on, moves_principal, moves_owed)
      select a.business_on, bool_or('principal_receivable' in (a.debit_account, a.credit_account)),
        bool_or(array[a.debit_account::text, a.credit_account::text]
          && array['principal_receivable', 'interest_receivable', 'fee_receivable', 'penalty_receivable'])
      from added a join day_total_progress p on a.business_on <= p.announced_through_on
      where a.loan_id is not null
      group by a.business_on;
  end if;
  return null;
end
$$;

-- New pages of the ledger are known to this index as soon as they are full.
alter index ledger_transfer_business_on set (autosummarize = on);
