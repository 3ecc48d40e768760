-- How long payments take, so that PostgreSQL knows that few take longer than a day.
create statistics payment_attempt_duration on (finished_at - created_at) from payment_attempt;

-- Wallet credit that is being paid out, among all payments that wait for a step.
create index payment_attempt_wallet_payout_under_way on payment_attempt (attempt_id)
  where purpose = 'wallet_payout' and next_step_at is not null;
