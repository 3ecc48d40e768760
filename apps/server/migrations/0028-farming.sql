-- The borrower's limit when a loan was taken. It decides whether the loan counts for the ladder.
alter table loan add column limit_ngwee bigint check (limit_ngwee >= 0);
update loan l set limit_ngwee = (d.inputs ->> 'limitNgwee')::bigint
  from loan_decision d
  where d.borrower_id = l.borrower_id and d.loan_id = l.loan_id and l.closed_on is null;

-- A number that money is sent to serves one borrower. A person of staff may allow it to a further one.
create table payout_number (
  mobile_hash bytea not null,
  borrower_id bigint not null,
  claimed_at timestamptz not null,
  allowed_by text,
  primary key (mobile_hash, borrower_id)
);
create unique index payout_number_one_borrower on payout_number (mobile_hash) where allowed_by is null;
create index payout_number_by_borrower on payout_number (borrower_id);

-- A number that was paid out to before belongs to the borrower who was paid first.
insert into payout_number (mobile_hash, borrower_id, claimed_at)
select distinct on (c.mobile_hash) c.mobile_hash, p.borrower_id, p.created_at
from payment_attempt p
join repay_account c on c.borrower_id = p.borrower_id and c.mobile_sealed = p.msisdn_sealed
where p.direction = 'payout' and p.state <> 'failed'
order by c.mobile_hash, p.created_at;

-- Networks, payout numbers and contacts by which borrowers are counted, as keyed hashes.
create table borrower_trace (
  kind text not null check (kind in ('registration_network', 'application_network', 'payout_number', 'contact')),
  subject_hash bytea not null,
  borrower_id bigint not null,
  seen_at timestamptz not null,
  primary key (kind, subject_hash, borrower_id)
);
create index borrower_trace_by_borrower on borrower_trace (borrower_id);
create index borrower_trace_by_time on borrower_trace (seen_at);

-- The accounts that use the same device are counted by its secret.
create index known_device_by_device on known_device (device_hash);
create index session_by_device on session (device_hash) where device_hash is not null;
