-- What a person of staff had before them when they decided on the page of an application. Null for what was decided at the
-- terminal, and for another look.
alter table application_review add column shown jsonb;

-- What a decision rests on, as it is now: the pictures of the card, the identity that was confirmed with them, the newest
-- check of the face and whether staff set it aside or its consent was taken back, and the hits that count. An instant is
-- counted in microseconds, so that no digit of it is lost.
create function shown_to_staff(of_borrower_id bigint) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'frontFileId', i.front_file_id,
    'backFileId', i.back_file_id,
    'identityConfirmedAt', (extract(epoch from i.confirmed_at) * 1000000)::bigint,
    'faceCheckId', c.check_id,
    'isFaceCheckOver', c.set_aside_at is not null or c.consent is null,
    'hits', (select coalesce(jsonb_agg(concat(h.hit_id, ' ', h.state) order by h.hit_id), '[]') from screening_hit h
      where h.borrower_id = of_borrower_id and h.state in ('open', 'confirmed')))
  from (select of_borrower_id as borrower_id) b
  left join borrower_identity i using (borrower_id)
  left join lateral (select check_id, set_aside_at, consent from face_check f where f.borrower_id = of_borrower_id
    order by f.checked_at desc, f.check_id limit 1) c on true
$$;

-- A decision counts for what was shown. The identity is locked, so that a change of it is before or after the decision.
create function refuse_decision_on_what_changed() returns trigger language plpgsql as $$
begin
  perform from borrower_identity where borrower_id = new.borrower_id for share;
  if new.shown is distinct from shown_to_staff(new.borrower_id) then
    raise exception 'what was shown has changed'
      using errcode = 'integrity_constraint_violation', constraint = 'application_review_of_what_was_shown';
  end if;
  return new;
end
$$;
create trigger application_review_is_of_what_was_shown before insert on application_review
  for each row when (new.shown is not null) execute function refuse_decision_on_what_changed();

-- Staff also look at an application, with what lists and other borrowers say of it. Only a picture has a file.
alter table staff_look drop constraint staff_look_at_a_picture;
alter table staff_look add constraint staff_look_at_a_picture check ((file_id is not null) =
  (subject in ('nrc_front', 'nrc_back', 'selfie', 'avatar', 'face_frame'))) not valid;
