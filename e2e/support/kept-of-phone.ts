import type pg from 'pg';
import type { Program } from './program.ts';

type Kept = { phones: { occasion: string; told: unknown }[]; location: unknown; figures: unknown };

/** The rows about a borrower's phone, decrypted. */
export async function keptOfPhone(program: Program, book: pg.Client, mobile: string): Promise<Kept> {
  const ofBorrower = `borrower_id = (select borrower_id from borrower_by_mobile where mobile_hash = $1)`;
  const opened = async (table: string, sealed: string, further = '') => {
    const { rows } = await book.query<{ sealed: Buffer; occasion: string }>(
      `select ${sealed} as sealed ${further} from ${table} where ${ofBorrower} order by told_at`,
      [program.sealing.lookupHash('mobile', mobile)],
    );
    return rows.map((row) => ({
      occasion: row.occasion,
      told: JSON.parse(program.sealing.openUnbound(row.sealed)),
    }));
  };
  return {
    phones: await opened('phone_record', 'phone_sealed', ', occasion'),
    location: (await opened('rough_location', 'location_sealed')).at(0)?.told,
    figures: (await opened('money_message_figures', 'figures_sealed')).at(0)?.told,
  };
}
