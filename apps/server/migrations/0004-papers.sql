-- Papers that a borrower has downloaded: what each said, under the code by which anybody can check it. The code is
-- printed on the paper, so it is no secret; the content names a person, so it is sealed.
create table paper (
  borrower_id bigint not null,
  loan_id bigint not null,
  kind text not null check (kind in ('contract', 'receipt', 'statement', 'paid_up_letter')),
  -- What the paper is about beside its loan: the same subject again is the same paper.
  subject text not null,
  code text not null,
  content_sealed bytea not null,
  content_hash bytea not null,
  issued_on date not null,
  issued_at timestamptz not null,
  primary key (borrower_id, loan_id, kind, subject)
);

create table paper_by_code (
  code text primary key,
  borrower_id bigint not null,
  loan_id bigint not null,
  kind text not null,
  subject text not null
);

-- A finished file for the minutes that a phone needs to fetch it. One lost in a crash is made again with a tap, so
-- the table is not worth its write-ahead log.
create unlogged table paper_download (
  ticket_hash bytea primary key,
  borrower_id bigint not null,
  file_name text not null,
  pdf_sealed bytea not null,
  expires_at timestamptz not null
);
create index paper_download_by_borrower on paper_download (borrower_id, expires_at);
create index paper_download_by_end on paper_download (expires_at);
