import type { LoanMessage } from '@thumba/lending/loan-message';
import { type PublishedWording, WORDING_OF_MESSAGE } from '../../book/message/messages.ts';
import { type Database, statement } from '../../platform/database.ts';
import { textIn } from './wording.ts';

const wordingStatement = statement<{ wording: PublishedWording }, { kind: string }>(
  'sms preview: the wording of now',
  `select ${WORDING_OF_MESSAGE} as wording from (select $kind::text as kind, null::integer as template_version) m`,
);

/** The SMS that a message of a loan would be now, in English, in the words of this lender. */
export async function previewSms(db: Database, { kind, ...figures }: LoanMessage): Promise<string> {
  const { wording } = (await db.row(wordingStatement, { kind }))!;
  return textIn('en', { kind, wording }, figures);
}
