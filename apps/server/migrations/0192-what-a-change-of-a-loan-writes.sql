-- Contracts: the columns keep their names, types and rules within one transaction, and PostgreSQL casts the answers that a
-- running version keeps as jsonb.

-- The log of an update holds what lies between the first and the last column that changes. The terms lay between the
-- version and the payments, so each payment wrote them anew: three quarters of the log of an update. The two columns that
-- each payment changes are beside the list of payments now. A generated column takes over the values in one pass.
alter table loan
  add column moved_version integer generated always as (version) stored,
  add column moved_received_ngwee bigint generated always as (received_ngwee) stored;
alter table loan
  alter column moved_version drop expression,
  alter column moved_received_ngwee drop expression,
  alter column moved_version set not null,
  alter column moved_received_ngwee set not null,
  drop column version,
  drop column received_ngwee;
alter table loan rename column moved_version to version;
alter table loan rename column moved_received_ngwee to received_ngwee;
alter table loan add constraint loan_received_ngwee_check check (received_ngwee >= 0);

-- Only a statement that names the terms can change them. The others do not compare them any more.
drop trigger loan_terms_are_signed on loan;
create trigger loan_terms_are_signed before update of terms on loan
  for each row when (old.terms is distinct from new.terms) execute function refuse_terms_without_signature();
drop trigger loan_terms_have_their_plans on loan;
create trigger loan_terms_have_their_plans after update of terms on loan
  for each row when (old.terms is distinct from new.terms and old.state = 'applied')
  execute function remove_plans_beyond_terms();

-- Each payment changes the standing of its borrower. With room on its page, the indexes stay as they are.
alter table borrower_standing set (fillfactor = 70);

-- An answer is kept to be given again as it was. PostgreSQL does not look into it, so it need not take it apart.
alter table idempotency_key alter column answer type json using answer::json;
