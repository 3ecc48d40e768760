-- A version of the offer counts from a business day on (docs/decisions/0124). Without one it counts from when it was
-- saved. A planned version is withdrawn by a row of its own: part 'withdrawal', with the revision of the version as item.
alter table catalogue_version add column effective_on date;
alter table catalogue_version drop constraint catalogue_version_part_check;
alter table catalogue_version add constraint catalogue_version_part_check check (part in ('product', 'policy',
  'policy_in_force', 'ladder', 'rules', 'scorecard', 'withdrawal')) not valid;
alter table catalogue_version validate constraint catalogue_version_part_check;

create function refuse_version_out_of_turn() returns trigger language plpgsql as $$
declare
  today date := (new.saved_at at time zone 'Africa/Lusaka')::date
    + coalesce((select offset_days from business_calendar), 0);
begin
  if new.effective_on < today then
    raise exception 'a version cannot count from a day that has passed'
      using errcode = 'check_violation', constraint = 'catalogue_version_from_today_on';
  end if;
  if new.part = 'withdrawal' then
    if new.effective_on is not null or not exists (select from catalogue_version v
      where v.revision::text = new.item and v.part <> 'withdrawal' and v.effective_on > today)
    then
      raise exception 'only a version whose day has not come can be withdrawn'
        using errcode = 'check_violation', constraint = 'catalogue_version_is_planned';
    end if;
  elsif exists (select from catalogue_version v
    where v.part = new.part and v.item = new.item and v.effective_on > today
      and not exists (select from catalogue_version w where w.part = 'withdrawal' and w.item = v.revision::text))
  then
    raise exception 'a version is planned, and has to be withdrawn before another one is saved'
      using errcode = 'check_violation', constraint = 'catalogue_version_one_planned';
  end if;
  if new.saved_by = 'setup' and (new.version > 1 or new.effective_on is not null or new.part = 'withdrawal') then
    raise exception 'a change of the offer needs a request that a second person approved'
      using errcode = 'check_violation', constraint = 'catalogue_version_is_approved';
  end if;
  return new;
end
$$;
create trigger catalogue_version_in_turn before insert on catalogue_version
  for each row execute function refuse_version_out_of_turn();
