-- In whose name a phone's mobile-money account is. Null where the operator tells no name.
alter table phone add column holder_given_name text;
alter table phone add column holder_family_name text;
