-- What was read on the picture that the borrower confirmed stays while another picture is read.
alter table card_reading drop constraint card_reading_pkey, add primary key (borrower_id, front_file_id);
