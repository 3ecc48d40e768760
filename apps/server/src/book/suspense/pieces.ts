/** The first event of a payout of wallet credit puts it into suspense, and its end takes it out. Neither has no place. */
const IS_STEP_OF_WALLET_PAYOUT = `exists (select from wallet_payout_event w
  where w.borrower_id = t.borrower_id and w.entry_id = t.entry_id
    and not (w.kind = 'succeeded' and exists (select from wallet_payout_event f
      where f.borrower_id = w.borrower_id and f.attempt_id = w.attempt_id and f.kind = 'failed')))`;

/**
 * The query of what each entry moved to suspense (`ngwee` above zero) or from it (below zero) without a place, and how
 * much of it has been placed. `entry` is an SQL condition that follows the number of an entry, as in `= 5`. What a
 * placement takes out of suspense has its place, so only what it took beyond its pieces counts.
 */
export function suspensePieces(entry = 'is not null'): string {
  return `select moved.*, coalesce(piece.placed_ngwee, 0) as placed_ngwee,
      abs(moved.ngwee) - coalesce(piece.placed_ngwee, 0) as left_ngwee
    from (
      select t.borrower_id, t.entry_id, min(t.loan_id) as loan_id, min(t.business_on) as booked_on,
        min(t.value_on) as value_on,
        min(t.recorded_at) as booked_at,
        (sum(case when t.credit_account = 'suspense' then t.amount_ngwee else -t.amount_ngwee end)
          + coalesce(min(taken.ngwee), 0))::bigint as ngwee
      from ledger_transfer t
      left join (
        select placement.entry_id, sum(part.amount_ngwee) as ngwee
        from suspense_placement placement join suspense_placement_part part using (placement_id)
        where placement.entry_id ${entry} group by placement.entry_id
      ) taken on taken.entry_id = t.entry_id
      where (t.debit_account = 'suspense' or t.credit_account = 'suspense') and t.entry_id ${entry}
        and not ${IS_STEP_OF_WALLET_PAYOUT}
      group by t.borrower_id, t.entry_id
    ) moved left join suspense_piece piece on piece.entry_id = moved.entry_id
    where moved.ngwee <> 0`;
}
