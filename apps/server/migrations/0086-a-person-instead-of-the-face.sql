-- A borrower who sends no picture of the face can have a person look at the identity instead.
alter table face_check alter column selfie_file_id drop not null;
alter table face_check add check (selfie_file_id is not null or (outcome = 'refer' and reason = 'person_asked_for'));
