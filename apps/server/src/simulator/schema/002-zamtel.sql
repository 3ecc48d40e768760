alter table float_account drop constraint float_account_operator_check,
  add constraint float_account_operator_check check (operator in ('mtn', 'airtel', 'zamtel'));
alter table instruction drop constraint instruction_operator_check,
  add constraint instruction_operator_check check (operator in ('mtn', 'airtel', 'zamtel'));
