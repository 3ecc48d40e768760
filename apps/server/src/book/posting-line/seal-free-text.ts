import { type Database, statement } from '../../platform/database.ts';
import { sealText } from '../../platform/sealed-text.ts';
import type { Sealing } from '../../platform/sealing.ts';

const ROWS_AT_ONCE = 500;

type FreeText = { borrower_id: number; loan_id: number; words: string };
type SealedTexts = { borrowerIds: number[]; loanIds: number[]; words: string[]; sealed: string[] };

function statementsOf(place: 'loan_acceptance.purpose' | 'loan_decision.review_reason') {
  const [table, column] = place.split('.');
  const which = `${column} <> '' and ${column} not like 'sealed:%'`;
  return {
    place,
    read: statement<FreeText>(
      `posting: read unsealed ${column}`,
      `select borrower_id, loan_id, ${column} as words from ${table} where ${which} limit ${ROWS_AT_ONCE}`,
    ),
    update: statement<never, SealedTexts>(
      `posting: seal ${column}`,
      `update ${table} t set ${column} = s.sealed
       from unnest($borrowerIds::bigint[], $loanIds::bigint[], $words::text[], $sealed::text[])
         as s (borrower_id, loan_id, words, sealed)
       where t.borrower_id = s.borrower_id and t.loan_id = s.loan_id and t.${column} = s.words`,
    ),
  };
}

const FREE_TEXTS = [statementsOf('loan_acceptance.purpose'), statementsOf('loan_decision.review_reason')];

/** Seals free text that was written before such text was sealed. */
export async function sealFreeText(db: Database, sealing: Sealing): Promise<void> {
  for (const { place, read, update } of FREE_TEXTS) {
    for (let rows = await db.rows(read, {}); rows.length > 0; rows = await db.rows(read, {})) {
      await db.rows(update, {
        borrowerIds: rows.map((row) => row.borrower_id),
        loanIds: rows.map((row) => row.loan_id),
        words: rows.map((row) => row.words),
        sealed: rows.map((row) => sealText(sealing, place, row, row.words)),
      });
    }
  }
}
