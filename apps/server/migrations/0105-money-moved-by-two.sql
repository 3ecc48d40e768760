-- Money that staff move between the bank and a float was asked for by one person and approved by another
-- (docs/running/operators.md). Rows from before have no second person. Charges of a statement have none.
alter table float_movement add column approved_by text;
alter table float_movement add column request_id bigint references staff_request;
alter table float_movement add constraint float_movement_two_people
  check (approved_by is null or person_of(approved_by) <> person_of(actor));
create unique index float_movement_one_for_request on float_movement (request_id) where request_id is not null;

-- A trigger and not a check: a backup with rows from before is loaded without triggers.
create function refuse_movement_by_one() returns trigger language plpgsql as $$
begin
  raise exception 'a movement of a float needs a second person'
    using errcode = 'check_violation', constraint = 'float_movement_is_approved';
end
$$;
create trigger float_movement_is_approved before insert on float_movement
  for each row when (new.approved_by is null and new.kind <> 'charge') execute function refuse_movement_by_one();

-- Money in suspense is placed or sent back by two people (docs/rules/suspense.md). Placements from before have no second
-- person, and those under way may still end. A request that pays a loan has a placement for each piece.
alter table suspense_placement add column approved_by text;
alter table suspense_placement add column request_id bigint references staff_request;
alter table suspense_placement add constraint suspense_placement_two_people
  check (approved_by is null or person_of(approved_by) <> person_of(actor));
create index suspense_placement_by_request on suspense_placement (request_id) where request_id is not null;
create unique index suspense_placement_one_for_request on suspense_placement (request_id) where target <> 'loan';

create function refuse_placement_by_one() returns trigger language plpgsql as $$
begin
  raise exception 'a placement of money in suspense needs a second person'
    using errcode = 'check_violation', constraint = 'suspense_placement_is_approved';
end
$$;
create trigger suspense_placement_is_approved before insert on suspense_placement
  for each row when (new.approved_by is null) execute function refuse_placement_by_one();
