-- A day of a wallet reads the rows of its operator around that day, not all that its operator ever had.
create index operator_statement_row_by_time on operator_statement_row (operator, happened_at);

-- The last statement of the bank, and the one before a day.
create index bank_statement_by_day on bank_statement (covers_through_on, statement_id);

-- The opening balances among all movements of the wallets.
create index float_movement_opening on float_movement (entry_id) where kind = 'opening';
