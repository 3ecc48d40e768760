-- The lender's business day on which it happened. The clock of a phone is the real one. Null where no lender's server runs beside.
alter table message add column business_on date;
alter table instruction add column business_on date;
