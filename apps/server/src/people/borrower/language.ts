import { type Database, statement } from '../../platform/database.ts';

/** The update that keeps the language of the messages to the borrowers of the rows in `from`. */
export function keepLanguage(chosen: { borrowerId: string; language: string; from: string }): string {
  return `update borrower b set language = chosen.language
     from (select ${chosen.borrowerId} as borrower_id, ${chosen.language} as language from ${chosen.from}) chosen
     where b.borrower_id = chosen.borrower_id and b.language <> chosen.language`;
}

const chooseStatement = statement<never, { borrowerId: number; language: string }>(
  'borrower: choose language',
  keepLanguage({
    borrowerId: '$borrowerId::bigint',
    language: '$language::text',
    from: '(select) as one_row',
  }),
);

export async function chooseLanguage(db: Database, borrowerId: number, language: string): Promise<void> {
  await db.rows(chooseStatement, { borrowerId, language });
}
