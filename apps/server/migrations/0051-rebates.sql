-- What was given back because an instalment was paid early, and the part of an instalment's interest that was paid and is
-- wallet credit since. Both are 0 for what was given back before they were kept.
alter table instalment
  add column rebate_ngwee bigint not null default 0 check (rebate_ngwee >= 0),
  add column credited_interest_ngwee bigint not null default 0 check (credited_interest_ngwee >= 0);
