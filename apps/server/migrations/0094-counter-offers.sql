-- Staff offer other terms than a borrower asked for. The borrower signs them, says no, or lets the time pass.
alter table application_review drop constraint application_review_outcome_check;
alter table application_review add constraint application_review_outcome_check check (outcome in ('approve', 'decline',
  'send_back', 'another_look', 'ask_evidence', 'evidence_given', 'evidence_lapsed', 'counter_offer',
  'counter_offer_signed', 'counter_offer_refused', 'counter_offer_lapsed')) not valid;

-- The terms that are offered, the version of the contract that is shown with them, and the account that the money was to
-- go to, with the instant at which its other name was told that staff saw. The version of the loan is that of the review
-- that offered. Whatever is done with the application next ends the offer.
create table counter_offer (
  borrower_id bigint not null,
  loan_id bigint not null,
  loan_version integer not null,
  terms jsonb not null,
  contract_version text not null,
  account_id bigint not null,
  holder_asked_at timestamptz,
  state text not null check (state in ('offered', 'signed', 'refused', 'lapsed', 'ended')),
  offered_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > offered_at),
  ended_at timestamptz,
  primary key (borrower_id, loan_id, loan_version),
  constraint counter_offer_end check ((ended_at is null) = (state = 'offered'))
);
create unique index counter_offer_one_stands on counter_offer (borrower_id, loan_id) where state = 'offered';
create unique index counter_offer_one_signed on counter_offer (borrower_id, loan_id) where state = 'signed';
create index counter_offer_ends on counter_offer (ends_at) where state = 'offered';

-- A counter-offer that is signed is an acceptance of its own, with the version of the loan that the signature made. The
-- first one stays. The version before writes and reads the first one only.
alter table loan_acceptance add column loan_version integer not null default 1;
alter table loan_acceptance drop constraint loan_acceptance_pkey;
alter table loan_acceptance add primary key (borrower_id, loan_id, loan_version);

-- The terms of a loan are those that were signed. They change with the signature on a counter-offer, before any money
-- moved, and to those of the offer. Only the owner of the tables may do otherwise.
create function refuse_terms_without_signature() returns trigger language plpgsql as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage')
    and (old.state <> 'applied' or new.state not in ('approved', 'paying_out') or not exists (
      select from counter_offer o where o.borrower_id = new.borrower_id and o.loan_id = new.loan_id
        and o.state in ('offered', 'signed') and o.terms = new.terms))
  then
    raise exception 'the terms of a loan are those that were signed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger loan_terms_are_signed before update on loan
  for each row when (old.terms is distinct from new.terms) execute function refuse_terms_without_signature();

-- The plans beyond those of the new terms go. The program itself may remove no plan.
create function remove_plans_beyond_terms() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from instalment where borrower_id = new.borrower_id and loan_id = new.loan_id
    and period > (new.terms ->> 'instalmentCount')::integer;
  return null;
end
$$;
create trigger loan_terms_have_their_plans after update on loan
  for each row when (old.terms is distinct from new.terms and old.state = 'applied')
  execute function remove_plans_beyond_terms();
