-- Several borrowers may enter one number. The entry tells nothing about the others; a person decides whose number it is.
alter table borrower_by_national_id
  drop constraint borrower_by_national_id_pkey,
  drop constraint borrower_by_national_id_borrower_id_key,
  add primary key (borrower_id),
  -- Of everything that was entered, so that the same identity is known again. Null for entries before this change.
  add column identity_hash bytea,
  -- When a person of staff looked at the card, and who. At most one borrower of a number has them.
  add column checked_at timestamptz,
  add column checked_by text,
  add column changes integer not null default 0,
  add column changed_on date,
  add column changes_on_day integer not null default 0;
create index borrower_by_national_id_by_number on borrower_by_national_id (national_id_hash);

-- Free text may name a person, so it is sealed. Housekeeping seals what was written before, because SQL has no key.
create index loan_acceptance_unsealed on loan_acceptance (loan_id) where purpose <> '' and purpose not like 'sealed:%';
create index loan_decision_unsealed on loan_decision (loan_id)
  where review_reason <> '' and review_reason not like 'sealed:%';
