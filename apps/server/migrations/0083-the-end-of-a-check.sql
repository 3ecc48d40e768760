-- What a check of the face and a look at an identity count for, and how long.

-- A check counts under the consent that it was made with. Taking the consent back takes it from the check, for good.
alter table face_check add column consent text check (consent = 'face');
update face_check c set consent = 'face'
  where exists (select from consent_given g where g.borrower_id = c.borrower_id and g.kind = 'face');
alter table face_check alter column consent set default 'face';
alter table face_check add foreign key (borrower_id, consent) references consent_given on delete set null (consent);

-- The picture of the card that the person of staff saw: not one that was confirmed after the look. It is null for an
-- identity without a picture.
alter table borrower_by_national_id add column checked_file_id text;
update borrower_by_national_id n set checked_file_id = i.front_file_id
  from borrower_identity i where i.borrower_id = n.borrower_id and i.confirmed_at <= n.checked_at;

-- When it was found again. `found_at` is the first time.
alter table duplicate_find add column last_found_at timestamptz;

-- The pictures of the face go with the consent too. Which borrowers were found alike stays for staff, without how much.
create function forget_face() returns trigger language plpgsql as $$
begin
  update stored_file set borrower_id = null, key_sealed = '', uploaded_at = '-infinity'
    where borrower_id = old.borrower_id and purpose in ('selfie', 'face_frame');
  update duplicate_find set similarity = null
    where kind = 'face' and old.borrower_id in (borrower_id, other_borrower_id);
  return null;
end
$$;
create trigger consent_given_face_ends after delete on consent_given
  for each row when (old.kind = 'face') execute function forget_face();
