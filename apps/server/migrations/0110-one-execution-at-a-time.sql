-- Since when an approved request is being done. Of two processes one does it; one that was killed is made up for.
alter table staff_request add column execution_began_at timestamptz;
