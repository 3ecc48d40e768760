-- A difference of a collection that its operator took back: one entry takes the money out of the float and opens the loan
-- again (docs/rules/reversal.md).
alter table reconciliation_difference drop constraint reconciliation_difference_resolution_check;
alter table reconciliation_difference add constraint reconciliation_difference_resolution_check
  check (resolution in ('posted_to_loan', 'posted_to_payout', 'put_into_suspense', 'taken_back', 'ignored', 'agreed'))
  not valid;

alter table reconciliation_difference drop constraint reconciliation_difference_check3;
alter table reconciliation_difference add constraint reconciliation_difference_entry
  check ((resolution in ('put_into_suspense', 'taken_back')) = (entry_id is not null)) not valid;
