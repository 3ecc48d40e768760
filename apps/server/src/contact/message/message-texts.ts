import { languageTag } from '@thumba/words/catalogue';
import type { LinkedLoan } from '../../book/loan/repay-link.ts';
import type { Database } from '../../platform/database.ts';
import { listMessages, type MessageRow } from './queries.ts';
import { textIn } from './wording.ts';

type LinkOf = (loan: LinkedLoan) => string;

/** In the language of the request, which may be another one than that of the SMS. */
export function textOfMessage(message: MessageRow, borrowerId: number, linkOf: LinkOf): string {
  const link = linkOf({ borrowerId, loanId: message.loan_id ?? 0 });
  return textIn(languageTag(), message, { ...message.figures, link });
}

const ALL = { limit: 100_000, offset: 0 };

/** The texts of all messages to a borrower, by their ids, in the language of the request. */
export async function readMessageTexts(
  db: Database,
  borrowerId: number,
  linkOf: LinkOf,
): Promise<Map<number, string>> {
  const { messages } = await listMessages(db, borrowerId, ALL);
  return new Map(messages.map((message) => [message.message_id, textOfMessage(message, borrowerId, linkOf)]));
}
