-- The chart of accounts, the value day of a ledger row, and the guard of closed periods (docs/rules/ledger.md and
-- docs/rules/periods.md).
alter domain ledger_account drop constraint ledger_account_check;
alter domain ledger_account add constraint ledger_account_check check (value in (
  'principal_receivable', 'interest_receivable', 'fee_receivable', 'penalty_receivable',
  'unearned_interest', 'unearned_fee',
  'float_mtn_collection', 'float_mtn_payout', 'float_airtel_collection', 'float_airtel_payout',
  'float_zamtel_collection', 'float_zamtel_payout', 'bank', 'in_transit', 'effective_interest_adjustment',
  'loss_allowance', 'charged_off_loans', 'wallet_credit', 'suspense', 'borrowings',
  'share_capital', 'retained_earnings', 'credit_risk_reserve', 'opening_balance',
  'interest_income', 'fee_income', 'penalty_income', 'extension_income', 'recovery_income', 'effective_interest_income',
  'other_income', 'coupon_expense', 'prize_expense', 'operator_charge_expense', 'bank_charge_expense',
  'funding_expense', 'write_off_expense', 'impairment_expense', 'other_expense')) not valid;

-- The accountant may change code, title and tax code; the rest is how the program posts. The tax codes are empty until
-- the accountant fills them.
create table account (
  account ledger_account primary key,
  code text not null unique check (code ~ '^[A-Za-z0-9.-]{1,20}$'),
  title text not null check (length(title) between 1 and 100),
  account_type text not null check (account_type in ('asset', 'liability', 'equity', 'income', 'expense')),
  normal_side text not null check (normal_side in ('debit', 'credit')),
  tax_code text not null default ''
);
insert into account (account, code, title, account_type, normal_side) values
  ('bank', '1000', 'Bank', 'asset', 'debit'),
  ('float_mtn_collection', '1110', 'MTN wallet for collections', 'asset', 'debit'),
  ('float_mtn_payout', '1111', 'MTN wallet for payouts', 'asset', 'debit'),
  ('float_airtel_collection', '1120', 'Airtel wallet for collections', 'asset', 'debit'),
  ('float_airtel_payout', '1121', 'Airtel wallet for payouts', 'asset', 'debit'),
  ('float_zamtel_collection', '1130', 'Zamtel wallet for collections', 'asset', 'debit'),
  ('float_zamtel_payout', '1131', 'Zamtel wallet for payouts', 'asset', 'debit'),
  ('in_transit', '1190', 'Money in transit between bank and operators', 'asset', 'debit'),
  ('principal_receivable', '1200', 'Loans to customers: principal', 'asset', 'debit'),
  ('interest_receivable', '1210', 'Loans to customers: interest', 'asset', 'debit'),
  ('fee_receivable', '1220', 'Loans to customers: fees', 'asset', 'debit'),
  ('penalty_receivable', '1230', 'Loans to customers: penalties', 'asset', 'debit'),
  ('unearned_interest', '1240', 'Interest not earned yet', 'asset', 'credit'),
  ('unearned_fee', '1250', 'Fees not earned yet', 'asset', 'credit'),
  ('effective_interest_adjustment', '1260', 'Loans to customers: effective interest adjustment', 'asset', 'debit'),
  ('loss_allowance', '1290', 'Allowance for expected credit losses', 'asset', 'credit'),
  ('wallet_credit', '2000', 'Wallet credit of customers', 'liability', 'credit'),
  ('suspense', '2100', 'Money not placed yet', 'liability', 'credit'),
  ('borrowings', '2200', 'Borrowings', 'liability', 'credit'),
  ('share_capital', '3000', 'Share capital', 'equity', 'credit'),
  ('retained_earnings', '3100', 'Retained earnings', 'equity', 'credit'),
  ('credit_risk_reserve', '3200', 'Regulatory credit risk reserve', 'equity', 'credit'),
  ('opening_balance', '3900', 'Opening balances being taken on', 'equity', 'credit'),
  ('interest_income', '4000', 'Interest income', 'income', 'credit'),
  ('effective_interest_income', '4010', 'Interest income: effective interest adjustment', 'income', 'credit'),
  ('fee_income', '4100', 'Service fee income', 'income', 'credit'),
  ('penalty_income', '4200', 'Penalty income', 'income', 'credit'),
  ('extension_income', '4300', 'Extension fee income', 'income', 'credit'),
  ('recovery_income', '4400', 'Recoveries of loans written off', 'income', 'credit'),
  ('coupon_expense', '5000', 'Coupons', 'expense', 'debit'),
  ('prize_expense', '5100', 'Prizes', 'expense', 'debit'),
  ('operator_charge_expense', '5200', 'Charges of mobile-money operators', 'expense', 'debit'),
  ('bank_charge_expense', '5210', 'Bank charges', 'expense', 'debit'),
  ('funding_expense', '5300', 'Interest on borrowings', 'expense', 'debit'),
  ('write_off_expense', '5400', 'Loans written off', 'expense', 'debit'),
  ('impairment_expense', '5410', 'Change of the allowance for expected credit losses', 'expense', 'debit');

-- business_on is the day on which a row was booked; value_on is the day for which it counts. Rows from before this
-- migration have none: theirs is the day of booking. The closing of a year and its adjustments are told apart from what
-- was booked day by day.
alter table ledger_transfer add column value_on date;
alter table ledger_transfer add column booking_kind text not null default 'ordinary'
  constraint ledger_transfer_booking_kind check (booking_kind in ('ordinary', 'adjustment', 'year_end'));
-- Rows of a day lie beside each other, so that this small index is enough to find them.
create index ledger_transfer_business_on on ledger_transfer using brin (business_on) with (pages_per_range = 32);

-- What is closed: every day up to closed_through_on. The adjustments of one closed year may still be open.
create table book_closing (
  is_one boolean primary key default true check (is_one),
  closed_through_on date,
  open_adjustment_year integer
);
insert into book_closing default values;

-- Nothing is posted into a closed period. Adjustments are dated on the last day of their year.
create function refuse_closed_period() returns trigger language plpgsql as $$
declare
  refused date;
begin
  select min(a.business_on) into refused from added a join book_closing c on a.business_on <= c.closed_through_on
  where a.booking_kind = 'ordinary' or a.business_on is distinct from make_date(c.open_adjustment_year, 12, 31);
  if refused is not null then
    raise exception 'the period of % is closed', refused
      using errcode = 'check_violation', constraint = 'ledger_transfer_period_is_open', table = 'ledger_transfer';
  end if;
  return null;
end
$$;
create trigger ledger_transfer_period_is_open after insert on ledger_transfer
  referencing new table as added for each statement execute function refuse_closed_period();
