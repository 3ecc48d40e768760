-- How far the comparison of all borrowers with the lists came, a row for each import. The newest one counts: it compares
-- with every list. A process that goes on begins after the borrower who was reached last.
create table screening_comparison (
  revision bigint primary key references screening_import,
  -- Borrowers with an identity when it began, and those of them who were compared in it.
  borrower_count bigint not null,
  compared_count bigint not null default 0,
  reached_borrower_id bigint not null default 0,
  began_at timestamptz not null,
  ended_at timestamptz
);
