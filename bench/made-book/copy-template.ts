import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { Spans, TemplateTable } from './template.ts';

const listColumnsStatement = statement<{ column_name: string }, { table: string }>(
  'made book: columns',
  `select column_name from information_schema.columns
   where table_schema = 'public' and table_name = $table and is_generated = 'NEVER' order by ordinal_position`,
);

export async function columnsOf(db: Database, table: TemplateTable): Promise<string[]> {
  return (await db.rows(listColumnsStatement, { table })).map(({ column_name: name }) => name);
}

/**
 * What the columns of a copy hold. The ids of a copy follow those of the copy before, so loans in every state are mixed in
 * the tables as in a real book. A receipt has the number of its loan, and an event names the attempt that it is about.
 */
export function movedColumns({ borrower, loan, entry, account, message }: Spans): Record<string, string> {
  const loanId = `original.loan_id + copy * ${loan.span}`;
  // Most rows name no receipt and no payment. They are copied as they are.
  const withReceipts = (column: string, names = `original.names_receipt_in_${column}`) =>
    `case when ${names} then regexp_replace(original.${column}::text,
      '(eceiptNo": ")[0-9]+-', '\\1' || (${loanId}) || '-', 'g')::jsonb else original.${column} end`;
  return {
    borrower_id: `original.borrower_id - ${borrower.first - 1} + copy * ${borrower.span}`,
    loan_id: loanId,
    entry_id: `original.entry_id + copy * ${entry.span}`,
    account_id: `original.account_id + copy * ${account.span}`,
    message_id: `original.message_id + copy * ${message.span}`,
    attempt_id: copiedUuid('original.attempt_id::text'),
    pending_attempt_id: copiedUuid('original.pending_attempt_id::text'),
    operator_reference: copiedUuid('original.operator_reference', 'text'),
    receipt_no: `regexp_replace(original.receipt_no, '^[0-9]+', (${loanId})::text)`,
    counted_payments: withReceipts('counted_payments'),
    figures: withReceipts('figures'),
    detail: `case when original.detail ? 'attemptId' then ${withReceipts('detail')}
        || jsonb_build_object('attemptId', ${copiedUuid(`(original.detail ->> 'attemptId')`)})
      else ${withReceipts('detail')} end`,
  };
}

/** Another version 4 UUID for each copy. The ids that are sent to operators must be of version 4. */
function copiedUuid(id: string, type = 'uuid'): string {
  return `overlay(overlay(md5(${id} || '-' || copy) placing '4' from 13) placing '8' from 17)::uuid::${type}`;
}

/** Copies the rows of a table for the copies from the first to the last, both included. */
export async function copyTable(
  db: Database,
  table: TemplateTable,
  spans: Spans,
  copies: { from: number; through: number },
): Promise<number> {
  const columns = await columnsOf(db, table);
  const moved = movedColumns(spans);
  const { rowCount } = await db.pool.query(
    `insert into ${table} (${columns.join(', ')}) overriding system value
     select ${columns.map((column) => moved[column] ?? `original.${column}`).join(', ')}
     from generate_series($1::bigint, $2::bigint) as copy cross join template.${table} original
     order by copy, original.borrower_id`,
    [copies.from, copies.through],
  );
  return rowCount ?? 0;
}
