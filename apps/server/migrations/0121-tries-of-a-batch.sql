-- A difference that breaks off again and again is left after some tries, so that its batch ends and later ones go on.
alter table difference_batch_item add column tries integer not null default 0 check (tries >= 0);
