/** The insert of the events in `records` (a parameter that holds JSON records), each for the entry of its loan. */
export function insertLoanEvents({ records, entries }: { records: string; entries: string }): string {
  return `insert into loan_event (borrower_id, entry_id, ordinal, loan_id, loan_version, kind, on_day, detail, actor,
      recorded_at)
    select a.borrower_id, a.entry_id, e.ordinal, a.loan_id, e.loan_version, e.kind, e.on_day, e.detail, e.actor,
      a.recorded_at
    from json_to_recordset(${records}::json) as e(loan_id bigint, ordinal integer, loan_version integer, kind text,
      on_day date, detail jsonb, actor text)
    join ${entries} a on a.loan_id = e.loan_id`;
}

/** The insert of an event of a wallet payout, for the entry in `entries`. The other parts are SQL expressions. */
export function insertWalletPayoutEvent(event: {
  attemptId: string;
  kind: string;
  on: string;
  actor: string;
  entries: string;
}): string {
  return `insert into wallet_payout_event (borrower_id, entry_id, attempt_id, kind, on_day, actor, recorded_at)
    select a.borrower_id, a.entry_id, ${event.attemptId}, ${event.kind}, ${event.on}, ${event.actor}, a.recorded_at
    from ${event.entries} a`;
}
