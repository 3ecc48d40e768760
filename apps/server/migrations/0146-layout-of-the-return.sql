-- The layout of the return to the regulator, as versions that count from a day on (docs/decisions/0132). Its first version
-- follows the statements that institutions publish under section 92 (1) of the Banking and Financial Services Act, 2017,
-- with the classes of loans. It was not compared with a form of the Bank of Zambia. Another version was asked for by one
-- person and approved by another.
create table return_layout (
  version integer primary key check (version > 0),
  -- The text that it was taken from.
  source text not null,
  is_confirmed boolean not null,
  starts_on date not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  saved_by text not null,
  saved_at timestamptz not null,
  request_id bigint unique references staff_request
);
create trigger return_layout_append_only before update or delete or truncate on return_layout
  for each statement execute function refuse_change_of_history();

insert into return_layout (version, source, is_confirmed, starts_on, lines, saved_by, saved_at)
values (1, 'Lines of the statements under section 92 (1) of the Banking and Financial Services Act, 2017; not compared with a form of the Bank of Zambia',
  false, '2000-01-01', '[
  {"part": "Balance sheet", "code": "A1", "title": "Balances with banks in Zambia", "is": "accounts", "accounts": ["bank"]},
  {"part": "Balance sheet", "code": "A2", "title": "Balances with mobile-money operators", "is": "accounts", "accounts": ["float_mtn_collection", "float_mtn_payout", "float_airtel_collection", "float_airtel_payout", "float_zamtel_collection", "float_zamtel_payout", "in_transit"]},
  {"part": "Balance sheet", "code": "A3", "title": "Loans and advances", "is": "accounts", "accounts": ["principal_receivable", "interest_receivable", "fee_receivable", "penalty_receivable", "unearned_interest", "unearned_fee", "effective_interest_adjustment", "charged_off_loans"]},
  {"part": "Balance sheet", "code": "A4", "title": "Allowance for loan losses", "is": "accounts", "accounts": ["loss_allowance"]},
  {"part": "Balance sheet", "code": "A9", "title": "Total assets", "is": "sum", "of": ["A1", "A2", "A3", "A4"]},
  {"part": "Balance sheet", "code": "L1", "title": "Credit of customers", "is": "accounts", "accounts": ["wallet_credit"]},
  {"part": "Balance sheet", "code": "L2", "title": "Other liabilities", "is": "accounts", "accounts": ["suspense"]},
  {"part": "Balance sheet", "code": "L3", "title": "Other borrowed funds", "is": "accounts", "accounts": ["borrowings"]},
  {"part": "Balance sheet", "code": "L9", "title": "Total liabilities", "is": "sum", "of": ["L1", "L2", "L3"]},
  {"part": "Balance sheet", "code": "E1", "title": "Paid-up capital", "is": "accounts", "accounts": ["share_capital"]},
  {"part": "Balance sheet", "code": "E2", "title": "Retained earnings", "is": "accounts", "accounts": ["retained_earnings"]},
  {"part": "Balance sheet", "code": "E3", "title": "Reserves", "is": "accounts", "accounts": ["credit_risk_reserve"]},
  {"part": "Balance sheet", "code": "E4", "title": "Opening balances being taken on", "is": "accounts", "accounts": ["opening_balance"]},
  {"part": "Balance sheet", "code": "E5", "title": "Result that is not closed yet", "is": "result"},
  {"part": "Balance sheet", "code": "E9", "title": "Total equity", "is": "sum", "of": ["E1", "E2", "E3", "E4", "E5"]},
  {"part": "Income statement, year to date", "code": "I1", "title": "Interest income from loans", "is": "accounts", "accounts": ["interest_income", "effective_interest_income"]},
  {"part": "Income statement, year to date", "code": "I2", "title": "Fees and commissions", "is": "accounts", "accounts": ["fee_income", "extension_income"]},
  {"part": "Income statement, year to date", "code": "I3", "title": "Other income", "is": "accounts", "accounts": ["penalty_income", "recovery_income", "other_income"]},
  {"part": "Income statement, year to date", "code": "I9", "title": "Total income", "is": "sum", "of": ["I1", "I2", "I3"]},
  {"part": "Income statement, year to date", "code": "X1", "title": "Interest expense", "is": "accounts", "accounts": ["funding_expense"]},
  {"part": "Income statement, year to date", "code": "X2", "title": "Provision for loan losses", "is": "accounts", "accounts": ["write_off_expense", "impairment_expense"]},
  {"part": "Income statement, year to date", "code": "X3", "title": "Operating expenses", "is": "accounts", "accounts": ["coupon_expense", "prize_expense", "operator_charge_expense", "bank_charge_expense", "other_expense"]},
  {"part": "Income statement, year to date", "code": "X9", "title": "Total expenses", "is": "sum", "of": ["X1", "X2", "X3"]},
  {"part": "Classification of loans", "code": "C1", "title": "Pass", "is": "class", "loanClass": "pass", "figure": "gross"},
  {"part": "Classification of loans", "code": "C2", "title": "Watch", "is": "class", "loanClass": "watch", "figure": "gross"},
  {"part": "Classification of loans", "code": "C3", "title": "Substandard", "is": "class", "loanClass": "substandard", "figure": "gross"},
  {"part": "Classification of loans", "code": "C4", "title": "Doubtful", "is": "class", "loanClass": "doubtful", "figure": "gross"},
  {"part": "Classification of loans", "code": "C5", "title": "Loss", "is": "class", "loanClass": "loss", "figure": "gross"},
  {"part": "Classification of loans", "code": "C9", "title": "Total loans", "is": "sum", "of": ["C1", "C2", "C3", "C4", "C5"]},
  {"part": "Provisions of the regulator", "code": "P1", "title": "Pass", "is": "class", "loanClass": "pass", "figure": "provision"},
  {"part": "Provisions of the regulator", "code": "P2", "title": "Watch", "is": "class", "loanClass": "watch", "figure": "provision"},
  {"part": "Provisions of the regulator", "code": "P3", "title": "Substandard", "is": "class", "loanClass": "substandard", "figure": "provision"},
  {"part": "Provisions of the regulator", "code": "P4", "title": "Doubtful", "is": "class", "loanClass": "doubtful", "figure": "provision"},
  {"part": "Provisions of the regulator", "code": "P5", "title": "Loss", "is": "class", "loanClass": "loss", "figure": "provision"},
  {"part": "Provisions of the regulator", "code": "P9", "title": "Total provisions", "is": "sum", "of": ["P1", "P2", "P3", "P4", "P5"]},
  {"part": "Expected credit losses", "code": "F1", "title": "Pass", "is": "class", "loanClass": "pass", "figure": "expectedLoss"},
  {"part": "Expected credit losses", "code": "F2", "title": "Watch", "is": "class", "loanClass": "watch", "figure": "expectedLoss"},
  {"part": "Expected credit losses", "code": "F3", "title": "Substandard", "is": "class", "loanClass": "substandard", "figure": "expectedLoss"},
  {"part": "Expected credit losses", "code": "F4", "title": "Doubtful", "is": "class", "loanClass": "doubtful", "figure": "expectedLoss"},
  {"part": "Expected credit losses", "code": "F5", "title": "Loss", "is": "class", "loanClass": "loss", "figure": "expectedLoss"},
  {"part": "Expected credit losses", "code": "F9", "title": "Total expected losses", "is": "sum", "of": ["F1", "F2", "F3", "F4", "F5"]}
]', 'setup', now());

create trigger return_layout_is_approved before insert on return_layout
  for each row execute function refuse_without_approval('return_layout');
