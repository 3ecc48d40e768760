import type { Day } from '@thumba/lending/day';
import { type PublishedWording, WORDING_OF_MESSAGE } from '../../book/message/messages.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';

export type MessageRow = {
  message_id: number;
  loan_id: number | null;
  kind: string;
  figures: Record<string, unknown>;
  wording: PublishedWording;
  on_day: Day;
  created_at: Date;
  medium: 'sms' | 'push';
};

/** A reminder is listed once it is sent. One that waits or was dropped is not. */
const listMessagesStatement = statement<
  MessageRow & { total: number },
  { borrowerId: number; limit: number; offset: number }
>(
  'message: list',
  `select m.message_id, m.loan_id, m.kind, m.figures, ${WORDING_OF_MESSAGE} as wording, m.on_day, m.created_at, m.medium,
     count(*) over () as total
   from message m
   where m.borrower_id = $borrowerId and m.payer_attempt_id is null and (not m.may_be_dropped or m.sent_at is not null)
   order by m.message_id desc limit $limit offset $offset`,
);

/** The newest come first. */
export async function listMessages(
  db: Database,
  borrowerId: number,
  page: Page,
): Promise<{ total: number; messages: MessageRow[] }> {
  const valuesOf = ({ limit, offset }: Page) => ({ borrowerId, limit, offset });
  const { total, rows } = await readPage(db, listMessagesStatement, valuesOf, page);
  return { total, messages: rows };
}
