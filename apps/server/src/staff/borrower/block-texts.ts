import type { BlockReason } from '@thumba/contract/staff/block-reasons';
import type { Lender } from '../../book/lender.ts';
import { textsOfNow } from '../../contact/message/texts-of-now.ts';
import { MESSAGE_OF_BLOCK } from '../../people/borrower/block.ts';
import type { Database } from '../../platform/database.ts';

/** What the borrower reads after a block, by its reason, in English. The console shows it before the block is confirmed. */
export async function readBlockTexts(
  db: Database,
  { phone: lenderPhone }: Pick<Lender, 'phone'>,
): Promise<Record<BlockReason, string>> {
  const texts = await textsOfNow(db, [...new Set(Object.values(MESSAGE_OF_BLOCK))], { lenderPhone });
  return Object.fromEntries(
    Object.entries(MESSAGE_OF_BLOCK).map(([reason, kind]) => [reason, texts[kind]]),
  ) as Record<BlockReason, string>;
}
