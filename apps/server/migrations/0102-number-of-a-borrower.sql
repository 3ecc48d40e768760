-- The number that a borrower signs in with is looked up by borrower where an application is decided.
create index borrower_by_mobile_of_borrower on borrower_by_mobile (borrower_id);
