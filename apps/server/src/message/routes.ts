import type { LoanMessage } from '@thumba/lending/loan';
import type { Database } from '../platform/database.ts';
import { done } from '../platform/reply.ts';
import { type Server, serve } from '../platform/serve.ts';
import { listMessages } from './queries.ts';
import { messageText } from './texts.ts';

export function registerMessageRoutes(server: Server, deps: { db: Database }): void {
  serve(server, 'listMessages', async ({ query }, { borrowerId }) => {
    const { total, messages } = await listMessages(deps.db, borrowerId, {
      limit: query.pageSize,
      offset: (query.page - 1) * query.pageSize,
    });
    return done({
      total,
      items: messages.map((message) => ({
        messageId: message.message_id,
        at: message.created_at.toISOString(),
        on: message.on_day,
        text: messageText({ kind: message.kind, ...message.figures } as LoanMessage),
      })),
    });
  });
}
