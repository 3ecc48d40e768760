-- A rotation of keys seals stored values anew (docs/decisions/0034-keys-have-numbers.md). What two people decided lets
-- that pass: only the owner does it, nothing but sealed values differs, and each of them has another key and its length.
-- Whether a value opens in its row is checked by the doctor, because the database has no keys.
create function has_another_key(sealed_before text, sealed_after text) returns boolean language sql immutable as $$
  select left(sealed_after, 4) = '\x02' and case left(sealed_before, 4)
    when '\x02' then substr(sealed_after, 5, 2) <> substr(sealed_before, 5, 2) and length(sealed_after) = length(sealed_before)
    -- The earlier format has no number of a key, which is one byte.
    when '\x01' then length(sealed_after) = length(sealed_before) + 2
    else false
  end
$$;

create function is_sealed_anew(before jsonb, after jsonb, of_table oid) returns boolean language sql stable as $$
  select pg_has_role(current_user, (select relowner from pg_class where oid = of_table), 'usage')
    and (select jsonb_object_agg(key, value) from jsonb_each(before) where key not like '%\_sealed')
      = (select jsonb_object_agg(key, value) from jsonb_each(after) where key not like '%\_sealed')
    and not exists (
      select from jsonb_each_text(before) as was join jsonb_each_text(after) as became using (key)
      where was.value is distinct from became.value
        and has_another_key(was.value, became.value) is not true
    )
$$;

create or replace function refuse_change_of_report() returns trigger language plpgsql as $$
begin
  if old.approved_at is not null and not is_sealed_anew(to_jsonb(old), to_jsonb(new), tg_relid) then
    raise exception 'a report of a suspicion that was approved does not change: write a correction'
      using errcode = 'integrity_constraint_violation', constraint = 'suspicion_report_is_final';
  end if;
  if old.approved_at is null and new.approved_at is not null
    and (new.text_sealed, new.written_by, new.written_at) is distinct from (old.text_sealed, old.written_by, old.written_at)
  then
    raise exception 'a report of a suspicion is approved as it was written'
      using errcode = 'integrity_constraint_violation', constraint = 'suspicion_report_is_as_written';
  end if;
  return new;
end
$$;

create or replace function refuse_without_approval() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_sealed_anew(to_jsonb(old), to_jsonb(new), tg_relid) then
    return new;
  end if;
  if not exists (select from staff_request r where r.request_id = new.request_id and r.kind = tg_argv[0]
    and r.state = 'approved')
  then
    raise exception '% needs a request that a second person approved', tg_table_name
      using errcode = 'check_violation', constraint = tg_table_name || '_is_approved';
  end if;
  return new;
end
$$;

create or replace function keep_staff_request() returns trigger language plpgsql as $$
begin
  if (new.kind, new.borrower_id, new.loan_id, new.of_staff_id, new.subject, new.made_by, new.made_by_staff_id, new.made_at)
    is distinct from (old.kind, old.borrower_id, old.loan_id, old.of_staff_id, old.subject, old.made_by,
      old.made_by_staff_id, old.made_at)
  then
    raise exception 'what was asked for stays as it was asked';
  end if;
  -- Erasing the words of a borrower whose years are over is the only change of what was asked.
  if not is_sealed_anew(to_jsonb(old), to_jsonb(new), tg_relid) and ((new.payload_sealed <> old.payload_sealed and not (new.payload_sealed = '' and old.ended_at is not null))
    or (new.effect_sealed <> old.effect_sealed and not (new.effect_sealed = '' and old.ended_at is not null)))
  then
    raise exception 'what was asked for stays as it was asked';
  end if;
  if old.checked_by is not null and new.checked_by is distinct from old.checked_by then
    raise exception 'the person who checked a request stays';
  end if;
  if new.state <> old.state and not ((old.state = 'waiting') or (old.state = 'approved' and new.state in ('done', 'failed'))) then
    raise exception 'a request is answered once'
      using errcode = 'integrity_constraint_violation', constraint = 'staff_request_answered_once';
  end if;
  return new;
end
$$;
