/**
 * Whether the difference `d` agrees now, because its payment was posted or a later statement brought its row. It holds no
 * payouts then.
 */
export const AGREES_NOW = `(d.state = 'open' and d.kind in ('status_differs', 'missing') and exists (
    select from payment_attempt p
    join operator_statement_row r on r.borrower_id = p.borrower_id and r.attempt_id = p.attempt_id
    where p.borrower_id = d.borrower_id and p.attempt_id = d.attempt_id and p.state = 'succeeded'
      and r.outcome = 'succeeded' and r.amount_ngwee = p.amount_ngwee))`;
