import type { Database } from '../../platform/database.ts';

/** What every table holds, but for ids that only name a row, instants, and what was made by chance. */
export async function contentsOf(db: Database): Promise<Record<string, string[]>> {
  const { rows: columns } = await db.pool.query<{ table: string; columns: string }>(
    `select table_name as table, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns
     where table_schema = 'public' and data_type <> 'timestamp with time zone'
       and column_name not in ('entry_id', 'message_id', 'callback_id', 'secret', 'secret_hash', 'secret_sealed')
       and table_name in (select tablename from pg_tables where schemaname = 'public')
     group by table_name`,
  );
  const contents: Record<string, string[]> = {};
  for (const { table, columns: names } of columns) {
    const { rows } = await db.pool.query(`select (row(${names}))::text as line from ${table} order by 1`);
    contents[table] = rows.map((row) => row.line);
  }
  return contents;
}
