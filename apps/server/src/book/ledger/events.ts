import { columnsOfRecord, jsonTable, type RecordTable } from '../record-table.ts';

/** The record of an event. */
export const EVENT_RECORD = columnsOfRecord(
  'loan_id bigint, ordinal integer, loan_version integer, kind text, on_day date, detail jsonb, actor text',
);

/** The insert of the events in the parameter `records`, which are JSON if no other `table` is given, by their loans. */
export function insertLoanEvents(events: { records: string; table?: RecordTable; entries: string }): string {
  const { records, table = jsonTable, entries } = events;
  return `insert into loan_event (borrower_id, entry_id, ordinal, loan_id, loan_version, kind, on_day, detail, actor,
      recorded_at)
    select a.borrower_id, a.entry_id, e.ordinal, a.loan_id, e.loan_version, e.kind, e.on_day, e.detail, e.actor,
      a.recorded_at
    from ${table(records, 'e', EVENT_RECORD)}
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
