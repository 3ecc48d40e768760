-- The same columns in the same order as loan_by_application: each application wrote both.
drop index loan_applied_on;
