-- What extensions, early settlements, coupons, the ladder and reversals leave on a loan and on its instalments.

alter table loan
  add column pending_purpose text check (pending_purpose in ('repayment', 'extension', 'settlement', 'cooling_off')),
  add column pending_quoted jsonb,
  add column coupon jsonb,
  add column ladder_move jsonb,
  add column reversed_postings jsonb not null default '[]';
update loan set pending_purpose = 'repayment' where pending_attempt_id is not null;
alter table loan
  drop constraint loan_check,
  add constraint loan_pending_whole check (num_nonnulls(pending_attempt_id, pending_period, pending_amount_ngwee,
    pending_since_on, pending_purpose) in (0, 5)),
  add constraint loan_quoted_pending check (pending_quoted is null or pending_purpose is not null);

alter table instalment
  add column discount_ngwee bigint not null default 0 check (discount_ngwee >= 0),
  add column penalty_waived_ngwee bigint not null default 0 check (penalty_waived_ngwee >= 0),
  add column earlier_due_dates jsonb not null default '[]';

alter table payment_attempt
  drop constraint payment_attempt_purpose_check,
  add constraint payment_attempt_purpose_check check (purpose in ('repayment', 'extension', 'settlement',
    'cooling_off', 'loan_payout', 'wallet_payout')),
  alter column loan_id drop not null,
  add constraint payment_attempt_loan_known check ((loan_id is null) = (purpose = 'wallet_payout')),
  -- What the money was asked for, kept with the attempt because it is honoured however late the money comes.
  add column quoted jsonb;

-- ---------------------------------------------------------------- coupons

create sequence user_coupon_id start 1001;
create table borrower_coupon (
  borrower_id bigint not null,
  user_coupon_id bigint not null default nextval('user_coupon_id'),
  source text not null,
  name text not null,
  worth jsonb not null,
  min_plan_ngwee bigint check (min_plan_ngwee > 0),
  valid_from date not null,
  valid_to date not null,
  state text not null default 'usable' check (state in ('usable', 'applied', 'used')),
  loan_id bigint,
  used_on date,
  given_at timestamptz not null,
  primary key (borrower_id, user_coupon_id),
  check (valid_from <= valid_to),
  check ((state = 'usable') = (loan_id is null)),
  check ((state = 'used') = (used_on is not null))
);
create unique index borrower_coupon_one_welcome on borrower_coupon (borrower_id) where source = 'welcome';
