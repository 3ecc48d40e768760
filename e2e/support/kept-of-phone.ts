import type pg from 'pg';
import { expect } from 'vitest';
import type { Program } from './program.ts';

type ReportedColumn =
  | 'phone_record.phone_sealed'
  | 'rough_location.location_sealed'
  | 'money_message_figures.figures_sealed';

type Kept = { phones: { occasion: string; told: unknown }[]; location: unknown; figures: unknown };

/** The rows about a borrower's phone, decrypted. */
export async function keptOfPhone(program: Program, book: pg.Client, mobile: string): Promise<Kept> {
  const ofBorrower = `borrower_id = (select borrower_id from borrower_by_mobile where mobile_hash = any ($1))`;
  const opened = async (place: ReportedColumn) => {
    const [table, column] = place.split('.') as [string, string];
    const { rows } = await book.query(`select * from ${table} where ${ofBorrower} order by told_at`, [
      program.sealing.lookupHashes('mobile', mobile),
    ]);
    return rows.map((row) => ({
      occasion: row.occasion,
      told: JSON.parse(program.sealing.open(place, row, row[column])),
    }));
  };
  return {
    phones: await opened('phone_record.phone_sealed'),
    location: (await opened('rough_location.location_sealed')).at(0)?.told,
    figures: (await opened('money_message_figures.figures_sealed')).at(0)?.told,
  };
}

/** None of these texts is in a table. A sealed text is not found in this way. */
export async function expectInNoTable(book: pg.Client, texts: readonly string[]): Promise<void> {
  const { rows } = await book.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) {
    const found = await book.query(`select 1 from "${name}" t where t::text like any ($1)`, [
      texts.map((text) => `%${text}%`),
    ]);
    expect(found.rowCount, name).toBe(0);
  }
}
