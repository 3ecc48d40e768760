import type { Day } from '@thumba/lending/day';
import { type Database, statement } from '../platform/database.ts';

export type MessageRow = {
  message_id: number;
  kind: string;
  figures: Record<string, unknown>;
  on_day: Day;
  created_at: Date;
};

const listMessagesStatement = statement<MessageRow & { total: number }>(
  'message: list',
  `select message_id, kind, figures, on_day, created_at, count(*) over () as total
   from message where borrower_id = $1 order by message_id desc limit $2 offset $3`,
);

/** The newest come first. */
export async function listMessages(
  db: Database,
  borrowerId: number,
  page: { limit: number; offset: number },
): Promise<{ total: number; messages: MessageRow[] }> {
  const rows = await db.rows(listMessagesStatement, [borrowerId, page.limit, page.offset]);
  return { total: rows[0]?.total ?? 0, messages: rows };
}
