import { type Database, statement } from '../../apps/server/src/platform/database.ts';

/** Rows of borrowers that are copied as they are, and rows whose sealed numbers are made anew for each copy. */
export const COPIED_TABLES = [
  'borrower_standing',
  'loan',
  'instalment',
  'loan_acceptance',
  'loan_decision',
  'loan_event',
  'ledger_transfer',
  'payment_by_attempt',
  'message',
] as const;
export const SEALED_TABLES = ['borrower', 'repay_account', 'payment_attempt'] as const;
export type TemplateTable = (typeof COPIED_TABLES)[number] | (typeof SEALED_TABLES)[number];

const COLUMNS_WITH_RECEIPTS = [
  ['loan', 'counted_payments'],
  ['loan_event', 'detail'],
  ['message', 'figures'],
] as const;

/** What registering and applying leaves of the borrowers who were lived, and what a made book has no use for. */
const LEFT_OUT = [
  'account_day_total',
  'borrower_by_mobile',
  'borrower_coupon',
  'consent_change',
  'pair_day_total',
  'payment_attempt_step',
  'payout_number',
  'security_event',
  'session',
  'wheel_chance',
];

const countLeftStatement = (table: string) =>
  statement<{ count: number }>(`made book: count ${table}`, `select count(*) as count from ${table}`);
const listTablesStatement = statement<{ name: string }>(
  'made book: list tables of borrowers',
  `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
   where table_schema = 'public' and column_name = 'borrower_id' and table_type = 'BASE TABLE' order by 1`,
);

/**
 * Moves what the originals lived into a schema of its own, from which the whole book is copied. The histories refuse a
 * deletion, so it happens as a replica does it, without triggers.
 */
export async function moveToTemplate(db: Database): Promise<void> {
  const tables = [...COPIED_TABLES, ...SEALED_TABLES];
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query('create schema template');
    for (const table of tables) await client.query(`create table template.${table} as table public.${table}`);
    for (const table of [...tables, ...LEFT_OUT]) await client.query(`delete from ${table}`);
    await client.query(`update template.borrower b set registered_at = first.at, registered_on = first.on_day
      from (select borrower_id, min(applied_at) - interval '1 day' as at, min(applied_on) - 1 as on_day
        from template.loan group by borrower_id) first where first.borrower_id = b.borrower_id`);
    for (const [table, column] of COLUMNS_WITH_RECEIPTS) {
      await client.query(`alter table template.${table} add column names_receipt_in_${column} boolean`);
      await client.query(
        `update template.${table} set names_receipt_in_${column} = ${column}::text like '%eceiptNo%'`,
      );
    }
    // The originals are copies of one borrower, so their accounts have one number.
    await client.query('update template.repay_account set account_id = borrower_id');
    await client.query('update template.loan set account_id = borrower_id');
    await client.query('commit');
  } finally {
    client.release(true);
  }
  await db.pool.query('analyze');
  for (const { name } of await db.rows(listTablesStatement, {})) {
    const { count } = (await db.row(countLeftStatement(name), {}))!;
    if (count > 0) throw new Error(`${name} has rows of borrowers that the book does not copy`);
  }
}

export async function dropTemplate(db: Database): Promise<void> {
  await db.pool.query('drop schema template cascade');
}

/** The first ids of the originals, and how many ids one copy takes. */
export type Spans = Record<
  'borrower' | 'loan' | 'entry' | 'account' | 'message',
  { first: number; span: number }
>;

const readSpansStatement = statement<Record<keyof Spans, { first: number; last: number }>>(
  'made book: read spans',
  `select ${Object.entries({
    borrower: ['borrower_id', 'borrower'],
    loan: ['loan_id', 'loan'],
    entry: ['entry_id', 'loan_event'],
    account: ['account_id', 'repay_account'],
    message: ['message_id', 'message'],
  })
    .map(
      ([name, [id, table]]) =>
        `(select json_build_object('first', min(${id}), 'last', max(${id})) from template.${table}) as ${name}`,
    )
    .join(', ')}`,
);

export async function readSpans(db: Database): Promise<Spans> {
  const row = (await db.row(readSpansStatement, {}))!;
  const spans = Object.entries(row).map(([name, { first, last }]) => [
    name,
    { first, span: last - first + 1 },
  ]);
  return Object.fromEntries(spans) as Spans;
}
