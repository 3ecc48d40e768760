import type { LoanMessage } from '@thumba/lending/loan-message';
import type { WalletMessage } from '@thumba/lending/wallet-payout';
import { type PublishedWording, WORDING_OF_MESSAGE } from '../../book/message/messages.ts';
import { type Database, statement } from '../../platform/database.ts';
import { textIn } from './wording.ts';

const wordingsStatement = statement<{ kind: string; wording: PublishedWording }, { kinds: string[] }>(
  'messages: the wordings of now',
  `select m.kind, ${WORDING_OF_MESSAGE} as wording
   from (select unnest($kinds::text[]) as kind, null::integer as template_version) m`,
);

/** The wording of now of these kinds. */
export function wordingsOfNow(
  db: Database,
  kinds: readonly string[],
): Promise<{ kind: string; wording: PublishedWording }[]> {
  return db.rows(wordingsStatement, { kinds: [...kinds] });
}

/** What messages of these kinds would say now, in English, in the words of this lender. Staff read it before they act. */
export async function textsOfNow<Kind extends string>(
  db: Database,
  kinds: readonly Kind[],
  figures: Record<string, unknown>,
): Promise<Record<Kind, string>> {
  const texts = (await wordingsOfNow(db, kinds)).map((row) => [row.kind, textIn('en', row, figures)]);
  return Object.fromEntries(texts) as Record<Kind, string>;
}

/** The SMS that a message of a loan or a wallet would be now. */
export async function previewSms(
  db: Database,
  { kind, ...figures }: LoanMessage | WalletMessage,
): Promise<string> {
  return (await textsOfNow(db, [kind], figures))[kind];
}
