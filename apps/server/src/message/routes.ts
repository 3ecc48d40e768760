import type { Day } from '@thumba/lending/day';
import type { LoanMessage } from '@thumba/lending/loan';
import { type Database, statement } from '../platform/database.ts';
import { done } from '../platform/reply.ts';
import { type Server, serve } from '../platform/serve.ts';
import { messageText } from './texts.ts';

const messagesOfBorrower = statement<{
  message_id: number;
  kind: string;
  figures: Record<string, unknown>;
  on_day: Day;
  created_at: Date;
  total: number;
}>(
  'message: of borrower',
  `select message_id, kind, figures, on_day, created_at, count(*) over () as total
   from message where borrower_id = $1 order by message_id desc limit $2 offset $3`,
);

export function registerMessageRoutes(server: Server, deps: { db: Database }): void {
  serve(server, 'listMessages', async ({ query }, { borrowerId }) => {
    const rows = await deps.db.rows(messagesOfBorrower, [
      borrowerId,
      query.pageSize,
      (query.page - 1) * query.pageSize,
    ]);
    return done({
      total: rows[0]?.total ?? 0,
      items: rows.map((row) => ({
        messageId: row.message_id,
        at: row.created_at.toISOString(),
        on: row.on_day,
        text: messageText({ kind: row.kind, ...row.figures } as LoanMessage),
      })),
    });
  });
}
