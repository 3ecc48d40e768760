/**
 * The insert of a chance at the wheel for each row of `from`, where the standing wheel gives one on the occasion. A
 * unique index prevents a second chance for the same occasion.
 */
export function insertWheelChances(gift: {
  borrowerId: string;
  occasion: string;
  forLoanId?: string;
  on: string;
  at: string;
  from: string;
}): string {
  return `insert into wheel_chance (borrower_id, occasion, given_for_loan_id, valid_to, given_at)
  select ${gift.borrowerId}, ${gift.occasion}, ${gift.forLoanId ?? 'null'}, ${gift.on} + w.chance_days, ${gift.at}
  from ${gift.from} join standing_wheel w on ${gift.occasion} = any (w.chance_occasions)
  on conflict do nothing`;
}
