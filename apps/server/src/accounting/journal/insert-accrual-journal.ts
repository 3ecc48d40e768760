/**
 * The insert of the journal that names the rows of an accrual. The rows belong to loans, so the statement of the accrual
 * posts them by itself. `from` gives `entry_id`, `through_on`, `month` and `actor`.
 */
export function insertAccrualJournal({ from, at }: { from: string; at: string }): string {
  return `insert into journal (entry_id, kind, booked_on, value_on, reason, made_by, posted_at)
    select entry_id, 'accrual', through_on, through_on, 'income earned up to the end of ' || month, actor, ${at}
    from ${from}`;
}
