import type { LoanMessage } from '@thumba/lending/loan';
import { type Clock, toDate } from '../platform/clock.ts';
import { type Database, statement } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Sealing } from '../platform/sealing.ts';
import type { SmsGateway } from '../platform/sms.ts';
import { startWorkLoop, type WorkLoop } from '../platform/work-loop.ts';
import { messageText } from './texts.ts';

const CLAIM_SIZE = 20;
const CLAIM_MS = 30_000;
const LOOK_EVERY_MS = 2_000;
const MAX_TRIES = 8;

type DueMessage = {
  borrower_id: number;
  message_id: number;
  kind: string;
  figures: Record<string, unknown>;
  tries: number;
  mobile_sealed: Buffer;
};

const claimDueMessagesStatement = statement<DueMessage>(
  'message: claim due',
  `update message m set next_try_at = $2::timestamptz, tries = m.tries + 1
   from (
     select d.borrower_id, d.message_id, b.mobile_sealed
     from message d join borrower b on b.borrower_id = d.borrower_id
     where d.next_try_at <= $1::timestamptz
     order by d.next_try_at limit $3 for update of d skip locked
   ) d
   where m.borrower_id = d.borrower_id and m.message_id = d.message_id
   returning m.borrower_id, m.message_id, m.kind, m.figures, m.tries, d.mobile_sealed`,
);

const noteSentStatement = statement<never>(
  'message: note sent',
  `update message set sent_at = $3::timestamptz, next_try_at = null where borrower_id = $1 and message_id = $2`,
);

const noteNotSentStatement = statement<never>(
  'message: note not sent',
  `update message set next_try_at = $3::timestamptz where borrower_id = $1 and message_id = $2`,
);

/** Sends what waits to be sent. A message whose process died is sent again, so a borrower may rarely read one twice. */
export function startMessageSender(deps: {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  sms: SmsGateway;
  log: Log;
}): WorkLoop {
  const { db, clock, log } = deps;

  async function send(message: DueMessage): Promise<void> {
    const at = [message.borrower_id, message.message_id] as const;
    try {
      const text = messageText({ kind: message.kind, ...message.figures } as LoanMessage);
      await deps.sms.send({ mobile: deps.sealing.open(message.mobile_sealed), text });
      await db.rows(noteSentStatement, [...at, toDate(clock.nowMs())]);
    } catch (error) {
      log.warn({ err: error, messageId: message.message_id }, 'a message could not be sent');
      const waitMs = 5_000 * 2 ** message.tries;
      await db.rows(noteNotSentStatement, [
        ...at,
        message.tries >= MAX_TRIES ? null : toDate(clock.nowMs() + waitMs),
      ]);
    }
  }

  return startWorkLoop({
    everyMs: LOOK_EVERY_MS,
    onError: (error) => log.error({ err: error }, 'messages could not be taken'),
    async takeBatch() {
      const nowMs = clock.nowMs();
      const due = await db.rows(claimDueMessagesStatement, [
        toDate(nowMs),
        toDate(nowMs + CLAIM_MS),
        CLAIM_SIZE,
      ]);
      await Promise.all(due.map(send));
      return due.length;
    },
  });
}
