-- Money that is being sent back to its payer is part of what the account of suspense holds.
create index suspense_placement_under_way on suspense_placement (placement_id) where state = 'under_way';

-- Money that came without a payment may be one that did not succeed a few days before.
create index payment_attempt_unsuccessful on payment_attempt (submitted_on, amount_ngwee)
  where direction = 'collection' and state in ('failed', 'expired');
