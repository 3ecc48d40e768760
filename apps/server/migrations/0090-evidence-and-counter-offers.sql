-- Staff ask for evidence of what a borrower earns, and the borrower gives pictures of it. Each step is a review of the
-- application, written with the change of the loan.
alter table application_review drop constraint application_review_outcome_check;
alter table application_review add constraint application_review_outcome_check check (outcome in ('approve', 'decline',
  'send_back', 'another_look', 'ask_evidence', 'evidence_given', 'evidence_lapsed')) not valid;

-- What was asked for, until when, and the files of the pictures that came. The version of the loan is that of the review
-- that asked. Whatever is done with the application next ends the request.
create table evidence_request (
  borrower_id bigint not null,
  loan_id bigint not null,
  loan_version integer not null,
  evidence text not null check (evidence in ('payslip', 'mobile_money_statement')),
  state text not null check (state in ('asked', 'given', 'lapsed', 'ended')),
  asked_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > asked_at),
  ended_at timestamptz,
  file_ids text[] not null default '{}' check (cardinality(file_ids) <= 3),
  primary key (borrower_id, loan_id, loan_version),
  constraint evidence_request_end check ((ended_at is null) = (state = 'asked')),
  constraint evidence_request_pictures check ((cardinality(file_ids) > 0) = (state = 'given'))
);
create unique index evidence_request_one_asked on evidence_request (borrower_id, loan_id) where state = 'asked';
create index evidence_request_ends on evidence_request (ends_at) where state = 'asked';

-- A picture of evidence is a picture like the others, with a purpose of its own.
alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check
  check (purpose in ('nrc_front', 'nrc_back', 'selfie', 'avatar', 'face_frame', 'evidence')) not valid;
alter table staff_look drop constraint staff_look_at_a_picture;
alter table staff_look add constraint staff_look_at_a_picture check ((file_id is not null) =
  (subject in ('nrc_front', 'nrc_back', 'selfie', 'avatar', 'face_frame', 'evidence'))) not valid;
