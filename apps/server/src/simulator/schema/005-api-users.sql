-- MTN: the user of the API who made the instruction. Another user of the same platform does not know it. Null: any user does.
alter table instruction add column api_user text;
alter table instruction drop constraint instruction_reference_key,
  add constraint instruction_reference_key
    unique nulls not distinct (operator, platform, direction, reference, api_user);
