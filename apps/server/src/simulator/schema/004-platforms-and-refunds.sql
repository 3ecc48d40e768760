-- MTN has two platforms for a time. Each takes an id of its own accord, and neither knows the payments of the other.
alter table instruction add column platform text not null default 'only'
  check (platform in ('legacy', 'new', 'only'));
update instruction set platform = 'legacy' where operator = 'mtn';
alter table instruction drop constraint instruction_operator_direction_reference_key,
  add constraint instruction_reference_key unique (operator, platform, direction, reference);
alter table instruction add column refunded_at timestamptz;
