import type { BlockReason } from '@thumba/contract/staff/block-reasons';
import type { Lender } from '../../book/lender.ts';
import { type PublishedWording, WORDING_OF_MESSAGE } from '../../book/message/messages.ts';
import { textIn } from '../../contact/message/wording.ts';
import { MESSAGE_OF_BLOCK } from '../../people/borrower/block.ts';
import { type Database, statement } from '../../platform/database.ts';

const wordingsStatement = statement<{ kind: string; wording: PublishedWording }, { kinds: string[] }>(
  'staff borrower: texts of a block',
  `select m.kind, ${WORDING_OF_MESSAGE} as wording
   from (select unnest($kinds::text[]) as kind, null::integer as template_version) m`,
);

/** What the borrower reads after a block, by its reason, in English. The console shows it before the block is confirmed. */
export async function readBlockTexts(
  db: Database,
  { phone: lenderPhone }: Pick<Lender, 'phone'>,
): Promise<Record<BlockReason, string>> {
  const rows = await db.rows(wordingsStatement, { kinds: [...new Set(Object.values(MESSAGE_OF_BLOCK))] });
  const texts = new Map(rows.map((row) => [row.kind, textIn('en', row, { lenderPhone })]));
  return Object.fromEntries(
    Object.entries(MESSAGE_OF_BLOCK).map(([reason, kind]) => [reason, texts.get(kind)!]),
  ) as Record<BlockReason, string>;
}
