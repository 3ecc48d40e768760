import type { Day } from '@thumba/lending/day';
import type { LinkedLoan } from '../../book/loan/repay-link.ts';
import {
  claimDueMessagesStatement,
  type DueMessage,
  noteDroppedStatement,
  noteNotSentStatement,
  noteSentStatement,
} from '../../book/message/outbox.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { QuietHours } from '../../platform/quiet-hours.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { SmsGateway } from '../../platform/sms.ts';
import type { PushGateway } from '../../platform/web-push.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
import { notifyOfBill } from './notification.ts';
import { messageText } from './wording.ts';

const CLAIM_SIZE = 20;
/** Push services carry more at once than an SMS gateway does, and one that says nothing takes its time. */
const NOTIFICATION_CLAIM_SIZE = 100;
const CLAIM_MS = 30_000;
const LOOK_EVERY_MS = 2_000;
/** Doubled with each try. */
const RETRY_MS = 5_000;
const MAX_TRIES = 8;
/** So often a notification is tried before an SMS goes in its place. */
const MAX_PUSH_TRIES = 3;

export type LoanDay = LinkedLoan & { on: Day };

/** Sends what waits to be sent. A message whose process died is sent again, so a borrower may rarely read one twice. */
export function startMessageSender(deps: {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  sms: SmsGateway;
  /** Reminders go as notifications where the borrower wants them; unset, nothing does. */
  push: PushGateway | undefined;
  quietHours: QuietHours | null;
  log: Log;
  linkOf(loan: LinkedLoan): string;
  /** Of reminders about to be sent: those that are not true any more. Each is dropped for good. */
  withdrawUntrue(reminders: LoanDay[]): Promise<(LoanDay & { because: string })[]>;
}): WorkLoop {
  const { db, clock, log } = deps;

  /** Answers what is still to be sent. */
  async function dropUntrue(due: DueMessage[]): Promise<DueMessage[]> {
    const uncertain = due.filter((message) => message.may_be_dropped);
    if (uncertain.length === 0) return due;
    const untrue = await deps.withdrawUntrue(uncertain.map(loanDayOf));
    const reasons = new Map(untrue.map((reminder) => [keyOf(reminder), reminder.because]));
    const reasonOf = (message: DueMessage) =>
      message.may_be_dropped ? reasons.get(keyOf(loanDayOf(message))) : undefined;
    for (const message of due) {
      const because = reasonOf(message);
      if (because === undefined) continue;
      await db.rows(noteDroppedStatement, {
        borrowerId: message.borrower_id,
        messageId: message.message_id,
        now: toDate(clock.nowMs()),
      });
      log.info({ messageId: message.message_id, because }, 'a reminder was dropped');
    }
    return due.filter((message) => reasonOf(message) === undefined);
  }

  /**
   * Whether a reminder needs no SMS any more. One that may have reached a phone or not is sent again, and takes the place
   * of the first there; when the tries are over the SMS goes, because twice is better than never.
   */
  async function isNotified(message: DueMessage, push: PushGateway): Promise<boolean> {
    const outcome = await notifyOfBill({ ...deps, push }, message);
    if (outcome === 'later' && message.tries < MAX_PUSH_TRIES) {
      throw new Error('no push service took the notification');
    }
    return outcome === 'accepted';
  }

  async function sendSms(message: DueMessage): Promise<void> {
    const { borrower_id: borrowerId, loan_id: loanId } = message;
    const link = deps.linkOf({ borrowerId, loanId: loanId ?? 0 });
    const text = messageText(message.wording, { ...message.figures, link });
    await deps.sms.send({ mobile: deps.sealing.open(message.mobile_sealed), text });
  }

  async function send(message: DueMessage, push: PushGateway | undefined): Promise<void> {
    const id = { borrowerId: message.borrower_id, messageId: message.message_id };
    try {
      const medium = push && (await isNotified(message, push)) ? 'push' : 'sms';
      if (medium === 'sms') await sendSms(message);
      await db.rows(noteSentStatement, { ...id, sentAt: toDate(clock.nowMs()), medium });
    } catch (error) {
      log.warn({ err: error, messageId: message.message_id }, 'a message could not be sent');
      const waitMs = RETRY_MS * 2 ** message.tries;
      await db.rows(noteNotSentStatement, {
        ...id,
        nextTryAt: message.tries >= MAX_TRIES ? null : toDate(clock.nowMs() + waitMs),
      });
    }
  }

  function startSending(push: PushGateway | undefined): WorkLoop {
    return startWorkLoop({
      everyMs: LOOK_EVERY_MS,
      onError: (error) => log.error({ err: error }, 'messages could not be taken'),
      async takeBatch() {
        const nowMs = clock.nowMs();
        const due = await db.rows(claimDueMessagesStatement, {
          now: toDate(nowMs),
          claimedUntil: toDate(nowMs + CLAIM_MS),
          limit: push ? NOTIFICATION_CLAIM_SIZE : CLAIM_SIZE,
          isForPhones: push !== undefined,
          maxTries: deps.push ? MAX_PUSH_TRIES : 0,
        });
        await Promise.all((await dropUntrue(due)).map((message) => send(message, push)));
        return due.length;
      },
    });
  }

  // What goes by SMS waits for no push service that says nothing, so notifications are sent beside it.
  const loops = [startSending(undefined), ...(deps.push ? [startSending(deps.push)] : [])];
  return {
    poke() {
      for (const loop of loops) loop.poke();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function loanDayOf({ borrower_id: borrowerId, loan_id: loanId, on_day: on }: DueMessage): LoanDay {
  return { borrowerId, loanId: loanId ?? 0, on };
}

function keyOf({ borrowerId, loanId, on }: LoanDay): string {
  return `${borrowerId}:${loanId}:${on}`;
}
