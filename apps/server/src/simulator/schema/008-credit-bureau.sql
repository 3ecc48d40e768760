-- The files that a lender sent to the credit bureau, by their names.
create table bureau_file (
  name text primary key,
  body text not null,
  taken_at timestamptz not null
);
