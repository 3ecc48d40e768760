/**
 * CTEs that move an account to another number, wherever `permitted` of the statement around them holds a row:
 * $1 borrower, $2 and $3 hash of the old and the new number, $4 the new number sealed, $5 now, $6 the day, $7 the
 * operator of the new number if one is known, $8 who does it, $9 the lender's phone, $10 the session that lives on.
 *
 * The new number becomes the account that loans are paid out to; the old one stays in the list. Whoever loses a race
 * for a number fails on its uniqueness, and finds it taken when the statement is run again.
 */
export const MOVE = `taken as (
  select from borrower_by_mobile where mobile_hash = $3 and borrower_id <> $1
),
moved as (
  delete from borrower_by_mobile where mobile_hash = $2 and borrower_id = $1
    and exists (select from permitted) and not exists (select from taken)
  returning borrower_id
),
found_by as (
  insert into borrower_by_mobile (mobile_hash, borrower_id) select $3::bytea, borrower_id from moved
),
before as (
  select b.borrower_id, b.mobile_sealed from borrower b join moved using (borrower_id)
),
signs_in_with as (
  update borrower b set mobile_sealed = $4::bytea from moved where b.borrower_id = moved.borrower_id
),
first_account as (
  select m.borrower_id, coalesce(a.operator, $7::text) as operator
  from moved m left join repay_account a on a.borrower_id = m.borrower_id and a.mobile_hash = $3
  where coalesce(a.operator, $7::text) is not null
),
no_longer_first as (
  update repay_account a set is_default = false from first_account f
  where a.borrower_id = f.borrower_id and a.is_default and a.mobile_hash <> $3
  returning a.account_id
),
account_kept as (
  insert into repay_account as account (borrower_id, mobile_sealed, mobile_hash, operator, is_default, created_at)
  select borrower_id, $4::bytea, $3::bytea, operator, true, $5::timestamptz from first_account
  -- Read, so that the old account gives way before the new one takes its place.
  where (select count(*) from no_longer_first) >= 0
  on conflict (borrower_id, mobile_hash) do update set is_default = true
),
signed_out as (
  delete from session s using moved m
  where s.borrower_id = m.borrower_id and ($10::bytea is null or s.token_hash <> $10)
),
settled as (
  update mobile_change_request r set settled_on = $6::date,
    state = case when p.ticket_id is null then 'withdrawn' else 'approved' end, reason_sealed = p.reason_sealed
  from moved m, permitted p
  where r.borrower_id = m.borrower_id and r.state = 'open' and r.ticket_id = coalesce(p.ticket_id, r.ticket_id)
),
audited as (
  insert into mobile_change_event (borrower_id, kind, ticket_id, old_mobile_sealed, new_mobile_sealed, on_day, actor,
    recorded_at)
  select b.borrower_id, 'changed', p.ticket_id, b.mobile_sealed, $4::bytea, $6::date, $8, $5::timestamptz
  from before b, permitted p
),
told as (
  insert into message (borrower_id, kind, figures, to_mobile_sealed, on_day, created_at, next_try_at)
  select borrower_id, 'mobile_left', jsonb_build_object('lenderPhone', $9::text), mobile_sealed, $6::date,
    $5::timestamptz, $5::timestamptz from before
  union all
  select borrower_id, 'mobile_changed', '{}', null, $6::date, $5::timestamptz, $5::timestamptz from before
)`;

export type Moved = { is_moved: boolean; is_taken: boolean };
export const WHETHER_MOVED = 'exists (select from moved) as is_moved, exists (select from taken) as is_taken';
