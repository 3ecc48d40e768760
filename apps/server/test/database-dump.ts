import type { Database } from '../src/platform/database.ts';

/** Every row of every table as text, in the order of that text, as a row that is written again moves. Bytes stand there in hexadecimal. */
export async function dumpDatabase(db: Database): Promise<string> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const dumps = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await db.pool.query<{ line: string }>(`select t::text as line from ${name} t`);
      const lines = rows.map((row) => row.line).sort();
      return `${name}\n${lines.join('\n')}`;
    }),
  );
  return dumps.join('\n');
}

/** Which of the secrets stand in a text, as they are or as bytes. */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter(
    (secret) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')),
  );
}
