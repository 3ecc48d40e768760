-- What was read on the pictures of a card, apart from what the borrower typed. The rules compare both.
create table card_reading (
  borrower_id bigint primary key references borrower,
  front_file_id text not null,
  back_file_id text,
  reading_sealed bytea not null,
  read_at timestamptz not null
);
