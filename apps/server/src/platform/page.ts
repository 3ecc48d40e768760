import type { Database, Statement } from './database.ts';

export type Page = { limit: number; offset: number };

/** A page as calls name it: which one, counted from 1, and how many go on it. */
export function pageOf({ page, pageSize }: { page: number; pageSize: number }): Page {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** Reads a page of rows that each say how many there are in all. A page behind the last has none to say it. */
export async function readPage<Row extends { total: number }, Values extends object>(
  db: Database,
  wanted: Statement<Row, Values>,
  valuesOf: (page: Page) => Values,
  page: Page,
): Promise<{ total: number; rows: Row[] }> {
  const rows = await db.rows(wanted, valuesOf(page));
  const isBehindLast = rows.length === 0 && page.offset > 0;
  const first = isBehindLast ? await db.row(wanted, valuesOf({ limit: 1, offset: 0 })) : rows[0];
  return { total: first?.total ?? 0, rows };
}
