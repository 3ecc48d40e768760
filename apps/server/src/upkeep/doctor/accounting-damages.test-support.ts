import type { LoanKind } from './damages.test-support.ts';

const TODAY = '(select day_ended_through from business_calendar)';

/** A journal of today with one row. Its number is its entry. */
const journal = (number: number, kind: string, reversed = 'null') =>
  `insert into journal (journal_id, entry_id, kind, booked_on, value_on, reason, made_by, approved_by,
     reversed_journal_id, posted_at) overriding system value
   values (${number}, ${number}, '${kind}', ${TODAY}, ${TODAY}, 'a damage', 'staff:mary', 'staff:john', ${reversed}, now());`;

const row = (entry: number, debit: string, credit: string, amount: number, on = TODAY) =>
  `insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee, business_on,
     value_on, recorded_at)
   select 0, ${entry}, 1, '${debit}', '${credit}', ${amount}, ${on}, ${on}, now();`;

const CLOSED_2025 = `insert into period_event (period, kind, actor, answered_event_id, asked_by, recorded_at)
    values ('2025-12', 'closed', 'staff:john', 1, 'staff:mary', now()),
      ('2025-13', 'closed', 'staff:john', 2, 'staff:mary', now());
  update book_closing set closed_through_on = '2025-12-31';`;

/** Damages of what an accountant closes and signs. No loan has to do with them. */
export const ACCOUNTING_DAMAGES: [damage: string, loan: LoanKind, sql: string, checkTitles: string[]][] = [
  [
    'a chart without an account that rows post to',
    'running',
    `delete from account where account = 'fee_income'`,
    ['every row posts to accounts of the chart'],
  ],
  [
    'a journal without rows',
    'running',
    journal(800_001, 'manual'),
    ['each journal has its rows, on its days'],
  ],
  [
    'a journal that posts more than was approved',
    'running',
    `insert into journal_proposal (proposal_id, kind, booked_on, value_on, booking_kind, lines, reason, proposed_by,
       proposed_at) overriding system value
     values (1, 'manual', ${TODAY}, ${TODAY}, 'ordinary', '[{"account": "bank", "debitNgwee": 100},
       {"account": "share_capital", "creditNgwee": 100}]', 'a damage', 'staff:mary', now());
     insert into journal_answer (proposal_id, proposed_by, answer, journal_id, answered_by, answered_at)
     values (1, 'staff:mary', 'approved', 800001, 'staff:john', now());
     ${journal(800_001, 'manual')} ${row(800_001, 'bank', 'share_capital', 101)}`,
    ['a journal posts what was approved'],
  ],
  [
    'a reversal that takes back less than was posted',
    'running',
    `${journal(800_001, 'manual')} ${row(800_001, 'bank', 'share_capital', 100)}
     ${journal(800_002, 'reversal', '800001')} ${row(800_002, 'share_capital', 'bank', 99)}`,
    ['a journal and its reversal come to nothing'],
  ],
  [
    'an expense in a year that was ended',
    'running',
    `${CLOSED_2025} ${row(800_001, 'funding_expense', 'bank', 100, `date '2025-12-31'`)}`,
    [
      'income and expenses are zero after the end of a year',
      'totals of days = rows',
      'sums of pairs of accounts = rows',
    ],
  ],
  [
    'an opening balance in a month that was closed',
    'running',
    `${CLOSED_2025} ${row(800_001, 'bank', 'opening_balance', 100, `date '2025-12-31'`)}`,
    [
      'opening balances came to nothing before a month was closed',
      'totals of days = rows',
      'sums of pairs of accounts = rows',
    ],
  ],
  [
    'a book that is closed without two people',
    'running',
    `update book_closing set closed_through_on = '2025-12-31'`,
    ['what is closed = what two people closed'],
  ],
  [
    'a total of a day that is not the sum of its rows',
    'running',
    `update account_day_total set debit_ngwee = debit_ngwee + 1
     where (business_on, account, booking_kind) = (select business_on, account, booking_kind from account_day_total limit 1)`,
    ['totals of days = rows'],
  ],
  [
    'a sum of two accounts that is not the sum of its rows',
    'running',
    `update pair_day_total set amount_ngwee = amount_ngwee + 1
     where ctid = (select ctid from pair_day_total limit 1)`,
    ['sums of pairs of accounts = rows'],
  ],
  [
    'a count of entries of an hour that is not that of the rows',
    'running',
    `update entry_hour set entries = entries + 1
     where (business_on, actor) = (select business_on, actor from entry_hour where entries > 0 limit 1)`,
    ['entries by hour of days = rows'],
  ],
  [
    'an amount of an hour that is not that of the rows',
    'running',
    `update entry_hour set amount_ngwee = amount_ngwee + 1
     where (business_on, actor) = (select business_on, actor from entry_hour limit 1)`,
    ['entries by hour of days = rows'],
  ],
  [
    'a loan that is counted in another bucket of ageing',
    'running',
    `update ageing_day set bucket = 6 where business_on = (select max(business_on) from report_day)`,
    ['buckets of ageing of a day = loans'],
  ],
  [
    'a repayment that is counted in another month of its vintage',
    'running',
    `update vintage_day set months_late = months_late + 7 where (business_on, payout_month, months_late) = (
       select business_on, payout_month, months_late from vintage_day order by business_on desc, 2, 3 limit 1)`,
    ['vintages of a day = loans'],
  ],
  [
    'income of a day that no loan has earned',
    'running',
    `update report_day set accrued_interest_ngwee = accrued_interest_ngwee + 1
     where business_on = (select max(business_on) from report_day)`,
    ['accrued income of a day = loans'],
  ],
  [
    'an ageing of a day that is not what loans owed',
    'running',
    `with kept as (insert into report_day values (current_date - 400, 0, 0, 0, 0) returning business_on)
     insert into ageing_day select business_on, 0, 0, 1, 100, 100 from kept`,
    ['ageing and vintages of days = rows of loans'],
  ],
];
