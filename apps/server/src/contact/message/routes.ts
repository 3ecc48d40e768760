import type { LinkedLoan } from '../../book/loan/repay-link.ts';
import type { Database } from '../../platform/database.ts';
import { pageOf } from '../../platform/page.ts';
import { done } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { textOfMessage } from './message-texts.ts';
import { listMessages } from './queries.ts';

export function registerMessageRoutes(
  server: Server,
  deps: { db: Database; linkOf(loan: LinkedLoan): string },
): void {
  serve(server, 'listMessages', async ({ query }, { borrowerId }) => {
    const { total, messages } = await listMessages(deps.db, borrowerId, pageOf(query));
    return done({
      total,
      items: messages.map((message) => ({
        messageId: message.message_id,
        at: message.created_at.toISOString(),
        on: message.on_day,
        text: textOfMessage(message, borrowerId, deps.linkOf),
        medium: message.medium,
      })),
    });
  });
}
