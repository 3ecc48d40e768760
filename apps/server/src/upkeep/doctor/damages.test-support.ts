/** The loans that the checks tell apart, one of each. */
export type LoanKind =
  | 'running'
  | 'settled'
  | 'late'
  | 'waiting'
  | 'referred'
  | 'writtenOff'
  | 'reversed'
  | 'unpayable'
  | 'repaidBefore'
  | 'payingOut';

/** Each kind of damage, on which loan, and every check that must see it: no more and no fewer. */
export const DAMAGES: [what: string, loan: LoanKind, statement: string, checks: string[]][] = [
  [
    'a row that moves an amount in a circle',
    'running',
    `alter table ledger_transfer drop constraint ledger_transfer_check;
     alter table ledger_transfer alter column recorded_at set default now();
     insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee, business_on)
       values (1, 1000000, 1, 'bank', 'bank', 100, '2026-11-21')`,
    ['every row moves an amount from one account to another'],
  ],
  [
    'principal that the plan says was paid',
    'running',
    'update instalment set principal_paid_ngwee = principal_paid_ngwee + 100 where loan_id = $1 and period = 3',
    ['plans = receivables'],
  ],
  [
    'a penalty that the plan forgot',
    'late',
    'update instalment set penalty_ngwee = 0 where loan_id = $1',
    ['plans = receivables', 'income and coupons = what loans earned and gave'],
  ],
  [
    'interest that the loan says was earned',
    'running',
    'update loan set interest_earned_ngwee = interest_earned_ngwee + 1 where loan_id = $1',
    ['unearned = charged less earned', 'income and coupons = what loans earned and gave'],
  ],
  [
    'an extension fee that nobody booked',
    'running',
    'update loan set extension_fees_ngwee = 1 where loan_id = $1',
    ['income and coupons = what loans earned and gave'],
  ],
  [
    'money for a loan that was written off, on its plan and not in the book',
    'writtenOff',
    'update instalment set principal_paid_ngwee = 100 where loan_id = $1',
    ['written off = recovered and still owed'],
  ],
  [
    'wallet credit from nowhere',
    'settled',
    `update borrower_standing set wallet_ngwee = wallet_ngwee + 1
     where borrower_id = (select borrower_id from loan where loan_id = $1)`,
    ['wallets = the book, none below zero'],
  ],
  [
    'a row whose event is gone',
    'running',
    `delete from loan_event where loan_id = $1 and kind = 'repaid'`,
    [
      'every row of a loan belongs to a loan and to its history',
      'every payment that succeeded is posted, once',
    ],
  ],
  [
    'a reversal of another amount',
    'reversed',
    `update loan_event set detail = jsonb_set(detail, '{posting,transfers,0,amountNgwee}', '1')
     where loan_id = $1 and kind = 'repaid'`,
    ['a reversal takes back exactly what was posted'],
  ],
  [
    'a reversal that the loan does not know',
    'reversed',
    `update loan set reversed_postings = '[]' where loan_id = $1`,
    ['a reversal takes back exactly what was posted'],
  ],
  [
    'a payment of another amount than was posted',
    'running',
    `update payment_attempt set amount_ngwee = amount_ngwee + 1 where loan_id = $1 and direction = 'collection'`,
    ['float = payments, by operator and direction', 'every payment that succeeded is posted, once'],
  ],
  [
    'a payment that the operator made and we call failed',
    'running',
    `update payment_attempt set state = 'failed' where loan_id = $1 and direction = 'collection'`,
    ['float = payments, by operator and direction', 'every payment that succeeded is posted, once'],
  ],
  [
    'two payments that succeeded and changed their amounts, so that the sum is right',
    'settled',
    `update payment_attempt p set amount_ngwee = amount_ngwee + case
       when attempt_id = (select max(attempt_id::text)::uuid from payment_attempt where loan_id = p.loan_id
         and direction = 'collection') then 1 else -1 end
     where loan_id = $1 and direction = 'collection'`,
    ['every payment that succeeded is posted, once'],
  ],
  [
    'money on an operator without a payment',
    'running',
    `insert into ledger_transfer select borrower_id, entry_id + 1000000, line, null, debit_account, 'suspense',
       amount_ngwee, business_on, recorded_at from ledger_transfer
     where loan_id = $1 and debit_account like 'float%' limit 1`,
    ['float = payments, by operator and direction', 'every payment that succeeded is posted, once'],
  ],
  [
    'a second payout that the loan runs on',
    'running',
    `insert into loan_event select borrower_id, entry_id, ordinal + 90, loan_id, loan_version, kind, on_day, detail,
       actor, recorded_at from loan_event where loan_id = $1 and kind = 'paid_out'`,
    ['a loan has its money exactly once'],
  ],
  [
    'a loan that is paid out by nobody',
    'unpayable',
    `update loan set state = 'paying_out' where loan_id = $1`,
    ['a loan that is paid out has one payout under way'],
  ],
  [
    'a payout under way for a loan that failed',
    'payingOut',
    `update loan set state = 'payout_failed' where loan_id = $1`,
    ['a loan that is paid out has one payout under way'],
  ],
  [
    'a loan that waits for a payment that is gone',
    'waiting',
    `with gone as (delete from payment_attempt where loan_id = $1 and direction = 'collection' returning attempt_id)
     delete from payment_by_attempt where attempt_id in (select attempt_id from gone)`,
    ['a loan waits for a payment exactly while one is open'],
  ],
  [
    'a payment under way that its loan does not wait for',
    'waiting',
    `update loan set pending_attempt_id = null, pending_period = null, pending_amount_ngwee = null,
       pending_since_on = null, pending_purpose = null, next_event_on = '2027-01-01' where loan_id = $1`,
    ['a loan waits for a payment exactly while one is open'],
  ],
  [
    'a loan that waits for another amount',
    'waiting',
    'update loan set pending_amount_ngwee = pending_amount_ngwee + 1 where loan_id = $1',
    ['a loan waits for a payment exactly while one is open'],
  ],
  [
    'a payment that nobody will ask about',
    'waiting',
    `update payment_attempt set next_step_at = null where loan_id = $1 and direction = 'collection'`,
    ['a payment under way has a next step'],
  ],
  [
    'a payment that is not found by its id',
    'running',
    `delete from payment_by_attempt where attempt_id in (select attempt_id from payment_attempt where loan_id = $1)`,
    ['a payment is found by its id, and belongs to a loan or a wallet'],
  ],
  [
    'an instalment that is gone',
    'referred',
    'delete from instalment where loan_id = $1',
    ['a loan has all its instalments, and they repay what was lent'],
  ],
  [
    'a loan that runs and was paid off',
    'settled',
    `update loan set state = 'active', closed_on = null where loan_id = $1`,
    [
      'the state of a loan is what it owes',
      'a running loan waits for a day or for a payment, a closed one for neither',
    ],
  ],
  [
    'a running loan that nothing will ever happen to',
    'running',
    'update loan set next_event_on = null where loan_id = $1',
    ['a running loan waits for a day or for a payment, a closed one for neither'],
  ],
  [
    'a day that was passed over',
    'running',
    'update loan set next_event_on = (select day_ended_through from business_calendar) where loan_id = $1',
    ['no day of a loan was passed over'],
  ],
  [
    'a second open loan',
    'repaidBefore',
    `drop index loan_one_open; update loan set state = 'applied' where loan_id = $1`,
    ['a borrower has one open loan'],
  ],
  [
    'a coupon on a loan that was paid off',
    'settled',
    `update loan set coupon = '{"userCouponId": 7}' where loan_id = $1`,
    ['a closed loan holds no coupon', 'a coupon is where its loan says, and used once'],
  ],
  [
    'a coupon that is held ready by nobody',
    'settled',
    `update borrower_coupon set state = 'applied', loan_id = $1
     where borrower_id = (select borrower_id from loan where loan_id = $1)`,
    ['a coupon is where its loan says, and used once'],
  ],
  [
    'a loan without an acceptance',
    'running',
    'delete from loan_acceptance where loan_id = $1',
    ['a loan has a borrower, an acceptance and a decision'],
  ],
  [
    'a version that was written twice',
    'running',
    `insert into loan_event select borrower_id, entry_id + 1000000, ordinal, loan_id, loan_version, 'instalment_due',
       on_day, '{"period": 1}', actor, recorded_at from loan_event where loan_id = $1 and kind = 'repaid'`,
    ['history belongs to a loan, and one version of it is one entry'],
  ],
  [
    'an answer about a payment that does not exist',
    'running',
    `insert into idempotency_key select borrower_id, '\\x01', '\\x01', '{"paymentId": "none"}', now() from loan
     where loan_id = $1`,
    ['an answer that a key keeps names something that exists'],
  ],
  [
    'a message about a loan that does not exist',
    'running',
    'update message set loan_id = 1 where message_id = (select min(message_id) from message where loan_id = $1)',
    ['a message belongs to a borrower, and to a loan of theirs if it names one'],
  ],
  [
    'a word that was put in the place of the one that was drawn with',
    'writtenOff',
    `update wheel_draw set phone_word = 'another'`,
    ['every draw is what its ticket, its word and the secret of its day make'],
  ],
  [
    'a draw that is said to be of another prize',
    'writtenOff',
    'update wheel_draw set drawn_prize_id = drawn_prize_id % 6 + 1',
    ['a draw gave the prize of its number, or nothing where that one is limited'],
  ],
  [
    'a coupon that no prize gave',
    'writtenOff',
    'update wheel_draw set user_coupon_id = 1',
    ['a draw gave a coupon exactly when its prize is one'],
  ],
  [
    'a chance that is gone without a draw',
    'writtenOff',
    `update wheel_chance set spent_at = now()
     where chance_id = (select min(chance_id) from wheel_chance where spent_at is null)`,
    ['chances spent = draws'],
  ],
  [
    'a prize that is gone from stock and that nobody has',
    'writtenOff',
    'update wheel_stock set given = given + 1 where prize_id = 5',
    ['prizes taken from stock = prizes given, never more than there were'],
  ],
];
