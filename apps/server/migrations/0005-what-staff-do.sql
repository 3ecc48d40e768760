-- Staff name a loan by its number alone, without its borrower.
create index loan_by_number on loan (loan_id);

-- What a person decided on an application that was referred, beside what the rules had found.
alter table loan_decision
  add column review_outcome text check (review_outcome in ('approve', 'decline')),
  add column review_reason text,
  add column reviewed_by text,
  add column reviewed_at timestamptz,
  add constraint loan_decision_review_whole
    check (num_nonnulls(review_outcome, review_reason, reviewed_by, reviewed_at) in (0, 4));
