-- Whether a person ever made a call is found without reading all that they did.
create index staff_audit_by_person_and_call on staff_audit (staff_id, call) where staff_id is not null;
