/** The kinds of loans for which the checks differ. */
export type LoanKind =
  | 'running'
  | 'settled'
  | 'late'
  | 'extended'
  | 'waiting'
  | 'referred'
  | 'writtenOff'
  | 'reversed'
  | 'unpayable'
  | 'repaidBefore'
  | 'payingOut';

/** Each damage with the loan that it is done to and the titles of exactly those checks that must find it. */
export const DAMAGES: [damage: string, loan: LoanKind, sql: string, checkTitles: string[]][] = [
  [
    'a transfer that debits and credits the same account',
    'running',
    `alter table ledger_transfer drop constraint ledger_transfer_check;
     alter table ledger_transfer alter column recorded_at set default now();
     insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee, business_on)
       values (1, 1000000, 1, 'bank', 'bank', 100, '2026-11-21')`,
    [
      'every row moves an amount from one account to another',
      'totals of days = rows',
      'sums of pairs of accounts = rows',
      'entries by hour of days = rows',
    ],
  ],
  [
    'an instalment with more paid principal than the ledger has',
    'running',
    'update instalment set principal_paid_ngwee = principal_paid_ngwee + 100 where loan_id = $1 and period = 3',
    ['plans = receivables'],
  ],
  [
    'an instalment without the penalty that is in the ledger',
    'late',
    'update instalment set penalty_ngwee = 0 where loan_id = $1',
    [
      'plans = receivables',
      'income and coupons = what loans earned and gave',
      'buckets of ageing of a day = loans',
    ],
  ],
  [
    'a loan with more earned interest than the ledger has',
    'running',
    'update loan set interest_earned_ngwee = interest_earned_ngwee + 1 where loan_id = $1',
    ['unearned = charged less earned', 'income and coupons = what loans earned and gave'],
  ],
  [
    'a month-end run that is finished and left its loans out',
    'running',
    `insert into accrual_run (month, through_on, entry_id, actor, begun_at, finished_at)
       values ('2027-12', '2027-12-31', 1000001, 'staff:mary', now(), now())`,
    ['the income of a month that was run is in the book'],
  ],
  [
    'a loan with an extension fee that is not in the ledger',
    'running',
    'update loan set extension_fees_ngwee = 1 where loan_id = $1',
    ['income and coupons = what loans earned and gave'],
  ],
  [
    'a payment for a written-off loan that is on its instalment and not in the ledger',
    'writtenOff',
    'update instalment set principal_paid_ngwee = 100 where loan_id = $1',
    ['written off = recovered and still owed'],
  ],
  [
    'wallet credit that is not in the ledger',
    'settled',
    `update borrower_standing set wallet_ngwee = wallet_ngwee + 1
     where borrower_id = (select borrower_id from loan where loan_id = $1)`,
    ['wallets = the book, none below zero'],
  ],
  [
    'a transfer without its event',
    'running',
    `delete from loan_event where loan_id = $1 and kind = 'repaid'`,
    [
      'every row of a loan belongs to a loan and to its history',
      'every payment that succeeded is posted, once',
    ],
  ],
  [
    'a reversal of another amount than was posted',
    'reversed',
    `update loan_event set detail = jsonb_set(detail, '{posting,transfers,0,amountNgwee}', '1')
     where loan_id = $1 and kind = 'repaid'`,
    ['a reversal takes back exactly what was posted'],
  ],
  [
    'a reversal that the loan does not list',
    'reversed',
    `update loan set reversed_postings = '[]' where loan_id = $1`,
    ['a reversal takes back exactly what was posted'],
  ],
  [
    'a piece of suspense from which something was placed by no placement',
    'reversed',
    `insert into suspense_piece (entry_id, amount_ngwee, placed_ngwee)
     select entry_id, 50000, 100 from loan_event where loan_id = $1 and kind = 'reversed'`,
    ['what was placed of money in suspense is what its pieces hold'],
  ],
  [
    'a piece of suspense with more money than the book has',
    'reversed',
    `insert into suspense_piece (entry_id, amount_ngwee, placed_ngwee)
     select entry_id, 60000, 0 from loan_event where loan_id = $1 and kind = 'reversed'`,
    ['what was placed of money in suspense is what its pieces hold'],
  ],
  [
    'money in suspense whose reversal was left',
    'reversed',
    `insert into operator_statement_row (operator, row_hash, statement_id, line, direction, outcome, operator_reference,
       reference_hash, amount_ngwee, happened_at, row_sealed)
     select 'mtn', row_hash, 1, line, 'collection', outcome, '77', 'r', 50000, now(), ''
     from (values ('x'::bytea, 1, 'succeeded'), ('y', 2, 'reversed')) as given (row_hash, line, outcome);
     insert into reconciliation_difference (operator, kind, direction, statement_id, row_hash, statement_ngwee, happened_at,
       found_at, state, resolution, reason, actor, resolved_at, entry_id)
     select 'mtn', kind, 'collection', 1, row_hash, 50000, now(), now(), 'resolved', resolution, 'a damage', 'staff:mary',
       now(), case when kind = 'extra' then (select entry_id from loan_event where loan_id = $1 and kind = 'reversed') end
     from (values ('extra', 'x'::bytea, 'put_into_suspense'), ('reversed', 'y', 'ignored')) as given (kind, row_hash, resolution)`,
    ['money that the operator gave back does not wait in suspense for another place'],
  ],
  [
    'a difference that is marked as taken back, and no entry of it',
    'running',
    `insert into reconciliation_difference (operator, kind, direction, statement_id, row_hash, borrower_id, attempt_id,
       statement_ngwee, attempt_ngwee, happened_at, found_at, state, resolution, reason, actor, resolved_at, entry_id)
     select operator, 'reversed', direction, 1, 'x', borrower_id, attempt_id, amount_ngwee, amount_ngwee, now(), now(),
       'resolved', 'taken_back', 'a damage', 'staff:mary', now(), 1000000
     from payment_attempt where loan_id = $1 and direction = 'collection'`,
    ['a difference that was taken back is the reversal of its payment'],
  ],
  [
    'a payment of another amount than was posted',
    'running',
    `update payment_attempt set amount_ngwee = amount_ngwee + 1 where loan_id = $1 and direction = 'collection'`,
    ['float = payments, by operator and direction', 'every payment that succeeded is posted, once'],
  ],
  [
    'a posted payment that is marked as failed',
    'running',
    `update payment_attempt set state = 'failed' where loan_id = $1 and direction = 'collection'`,
    ['float = payments, by operator and direction', 'every payment that succeeded is posted, once'],
  ],
  [
    'two payments with wrong amounts and the right sum',
    'settled',
    `update payment_attempt p set amount_ngwee = amount_ngwee + case
       when attempt_id = (select max(attempt_id::text)::uuid from payment_attempt where loan_id = p.loan_id
         and direction = 'collection') then 1 else -1 end
     where loan_id = $1 and direction = 'collection'`,
    ['every payment that succeeded is posted, once'],
  ],
  [
    'a transfer to the account of an operator without a payment',
    'running',
    `insert into ledger_transfer select borrower_id, entry_id + 1000000, line, null, debit_account, 'suspense',
       amount_ngwee, business_on, recorded_at from ledger_transfer
     where loan_id = $1 and debit_account like 'float%' limit 1`,
    ['float = payments, by operator and direction', 'every payment that succeeded is posted, once'],
  ],
  [
    'a second payout event of one loan',
    'running',
    `insert into loan_event select borrower_id, entry_id, ordinal + 90, loan_id, loan_version, kind, on_day, detail,
       actor, recorded_at from loan_event where loan_id = $1 and kind = 'paid_out'`,
    ['a loan has its money exactly once'],
  ],
  [
    'a loan in the state paying_out without an open payout',
    'unpayable',
    `update loan set state = 'paying_out' where loan_id = $1`,
    ['a loan that is paid out has one payout under way'],
  ],
  [
    'an open payout for a loan in the state payout_failed',
    'payingOut',
    `update loan set state = 'payout_failed' where loan_id = $1`,
    ['a loan that is paid out has one payout under way'],
  ],
  [
    'a loan that waits for a deleted payment',
    'waiting',
    `with deleted_attempts as (
       delete from payment_attempt where loan_id = $1 and direction = 'collection' returning attempt_id
     )
     delete from payment_by_attempt where attempt_id in (select attempt_id from deleted_attempts)`,
    ['a loan waits for a payment exactly while one is open'],
  ],
  [
    'an open payment that its loan does not wait for',
    'waiting',
    `update loan set pending_attempt_id = null, pending_period = null, pending_amount_ngwee = null,
       pending_since_on = null, pending_purpose = null, next_event_on = '2027-01-01' where loan_id = $1`,
    ['a loan waits for a payment exactly while one is open'],
  ],
  [
    'a loan that waits for another amount than the payment has',
    'waiting',
    'update loan set pending_amount_ngwee = pending_amount_ngwee + 1 where loan_id = $1',
    ['a loan waits for a payment exactly while one is open'],
  ],
  [
    'an open payment without a next step',
    'waiting',
    `update payment_attempt set next_step_at = null where loan_id = $1 and direction = 'collection'`,
    ['a payment under way has a next step'],
  ],
  [
    'a payment without a row in payment_by_attempt',
    'running',
    `delete from payment_by_attempt where attempt_id in (select attempt_id from payment_attempt where loan_id = $1)`,
    ['a payment is found by its id, and belongs to a loan or a wallet'],
  ],
  [
    'a deleted instalment',
    'referred',
    'delete from instalment where loan_id = $1',
    ['a loan has all its instalments, and they repay what was lent'],
  ],
  [
    'a paid-off loan that is marked as active',
    'settled',
    `update loan set state = 'active', closed_on = null where loan_id = $1`,
    [
      'the state of a loan is what it owes',
      'a running loan waits for a day or for a payment, a closed one for neither',
    ],
  ],
  [
    'an active loan without a next day',
    'running',
    'update loan set next_event_on = null where loan_id = $1',
    ['a running loan waits for a day or for a payment, a closed one for neither'],
  ],
  [
    'a loan whose next day has already ended',
    'running',
    'update loan set next_event_on = (select day_ended_through from business_calendar) where loan_id = $1',
    ['no day of a loan was passed over'],
  ],
  [
    'a second open loan of one borrower',
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
    'an applied coupon that no loan holds',
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
    'a loan with other terms than were signed',
    'running',
    `insert into counter_offer (borrower_id, loan_id, loan_version, terms, contract_version, account_id, state,
       offered_at, ends_at, ended_at)
     select borrower_id, loan_id, 2, terms || '{"termId": 99}', '', account_id, 'signed', now(),
       now() + interval '48 hours', now() from loan where loan_id = $1`,
    ['a counter-offer that was signed is the loan, and was signed as it was shown'],
  ],
  [
    'a loan that says it was taken on and was not',
    'running',
    `update loan set taken_on = '{"on": "2026-11-21", "earlierLoanNo": "L-1"}' where loan_id = $1`,
    ['a loan that was taken on came once, with an event of it', 'a loan has its money exactly once'],
  ],
  [
    'a version of a loan that was written twice',
    'running',
    `insert into loan_event select borrower_id, entry_id + 1000000, ordinal, loan_id, loan_version, 'instalment_due',
       on_day, '{"period": 1}', actor, recorded_at from loan_event where loan_id = $1 and kind = 'repaid'`,
    ['history belongs to a loan, and one version of it is one entry'],
  ],
  [
    'a stored answer about a payment that does not exist',
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
    'a draw whose word was replaced',
    'writtenOff',
    `update wheel_draw set phone_word = 'another'`,
    ['every draw is what its ticket, its word and the secret of its day make'],
  ],
  [
    'a draw whose prize was replaced',
    'writtenOff',
    'update wheel_draw set drawn_prize_id = drawn_prize_id % 6 + 1',
    ['a draw gave the prize of its number, or nothing where that one is limited'],
  ],
  [
    'a draw with a coupon that its prize does not give',
    'writtenOff',
    'update wheel_draw set user_coupon_id = 1',
    ['a draw gave a coupon exactly when its prize is one'],
  ],
  [
    'a spent chance without a draw',
    'writtenOff',
    `update wheel_chance set spent_at = now()
     where chance_id = (select min(chance_id) from wheel_chance where spent_at is null)`,
    ['chances spent = draws'],
  ],
  [
    'a prize that was taken from stock and not given',
    'writtenOff',
    'update wheel_stock set given = given + 1 where prize_id = 5',
    ['prizes taken from stock = prizes given, never more than there were'],
  ],
  [
    'money in transit for a movement that is not in the ledger',
    'running',
    `insert into float_movement (operator, direction, kind, amount_ngwee, reason, actor, recorded_at, entry_id, posted_against,
       approved_by)
     values ('mtn', 'payout', 'top_up', 100, 'damage', 'staff:mary', now(), 1000001, 'in_transit', 'staff:john')`,
    ['in transit = what has left one side and not come to the other'],
  ],
  [
    'a row of the bank that is posted to an entry that is not in the ledger',
    'running',
    `insert into bank_statement (file_hash, row_count, covers_from_on, covers_through_on, imported_at, actor)
       values ('x', 1, '2026-11-21', '2026-11-21', now(), 'staff:mary');
     insert into bank_statement_row (statement_id, line, row_hash, booked_on, value_on, amount_ngwee, row_sealed)
       select statement_id, 1, 'x', '2026-11-21', '2026-11-21', 100, '' from bank_statement;
     insert into bank_row_posting (row_id, posted_as, entry_id, reason, actor, posted_at)
       select row_id, 'booked_before', 1000002, 'damage', 'staff:mary', now() from bank_statement_row`,
    ['each row of the bank is in the book with its amount'],
  ],
];
