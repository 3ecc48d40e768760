-- What staff waived of interest and fee. It keeps using up the charge cap. A waiver from before is 0 here: the loan keeps
-- the room that the waiver gave it.
alter table instalment
  add column interest_waived_ngwee bigint not null default 0 check (interest_waived_ngwee >= 0),
  add column fee_waived_ngwee bigint not null default 0 check (fee_waived_ngwee >= 0);
