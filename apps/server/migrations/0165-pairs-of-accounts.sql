-- What moved between each two accounts on a day, so that a report of what was lent, paid or charged reads sums and not the
-- ledger (docs/decisions/0137-reports-of-a-large-book.md).
create table pair_day_total (
  business_on date not null,
  booking_kind text not null check (booking_kind in ('ordinary', 'adjustment', 'year_end')),
  debit_account ledger_account not null,
  credit_account ledger_account not null,
  amount_ngwee bigint not null,
  primary key (business_on, booking_kind, debit_account, credit_account)
);

-- Days up to here have these sums. They begin later than the totals of the accounts: the end of a day makes those of all
-- earlier days too, so that no upgrade waits for them.
alter table day_total_progress add column paired_through_on date,
  add check (paired_through_on <= announced_through_on);

-- Loans are counted once in a month, which no sum of days says.
create index ledger_transfer_lent on ledger_transfer (business_on, booking_kind, credit_account, loan_id)
  where debit_account = 'principal_receivable';

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
    insert into late_booking (booked_on, moves_principal)
      select a.business_on, bool_or('principal_receivable' in (a.debit_account, a.credit_account))
      from added a join day_total_progress p on a.business_on <= p.announced_through_on
      where a.loan_id is not null
      group by a.business_on;
  end if;
  return null;
end
$$;
