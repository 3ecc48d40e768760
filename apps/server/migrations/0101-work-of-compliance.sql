-- Decided cases are listed with the last decision first.
create index screening_hit_by_decision on screening_hit (decided_at, hit_id) where decided_at is not null;
-- Why an entry was taken off the blocked list.
alter table blocked_subject add column lift_reason_sealed bytea;
-- The request with which two people gave the borrower another step of the limit ladder, where they did.
alter table borrower_standing add column ladder_request_id bigint references staff_request;
