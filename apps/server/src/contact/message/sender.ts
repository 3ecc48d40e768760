import type { Day } from '@thumba/lending/day';
import { smsParts } from '@thumba/words/sms-length';
import type { LinkedLoan } from '../../book/loan/repay-link.ts';
import { MAX_PUSH_TRIES } from '../../book/message/messages.ts';
import {
  claimAllDueAsSmsStatement,
  claimDueNotificationsStatement,
  claimDueSmsStatement,
  type DueMessage,
  noteDroppedStatement,
  noteNotSentStatement,
  noteSentStatement,
} from '../../book/message/outbox.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { PushGateway } from '../../platform/push.ts';
import type { QuietHours } from '../../platform/quiet-hours.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { SmsGateway } from '../../platform/sms.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
import { notifyOfBill, notifyOfSecurity } from './notification.ts';
import { isAboutSecurity, textIn } from './wording.ts';

const CLAIM_MS = 30_000;
const LOOK_EVERY_MS = 2_000;
/** Each payment pokes both senders, also the one that has nothing to send. */
const VAIN_LOOKS = { atOnce: 50, everyMs: 100 };
/** The wait after the first try. It doubles with each further one. */
const RETRY_MS = 5_000;
const MAX_TRIES = 8;

export type LoanDay = LinkedLoan & { on: Day };

type SenderDeps = {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  sms: SmsGateway;
  /** Sends reminders as notifications where the borrower wants them. Unset, all go by SMS. */
  push: PushGateway | undefined;
  quietHours: QuietHours | null;
  log: Log;
  linkOf(loan: LinkedLoan): string;
  /** Returns those of the reminders that are no longer true. Each of these is dropped for good. */
  withdrawUntrue(reminders: LoanDay[]): Promise<(LoanDay & { because: string })[]>;
};

/**
 * Sends the messages that are due. A message whose process died is sent again, so a borrower may in rare cases get it
 * twice.
 */
export function startMessageSender(deps: SenderDeps): WorkLoop {
  // Notifications have a loop of their own, so that a slow push service delays no SMS.
  const loops = [
    startSending(deps, undefined),
    ...(deps.push === undefined ? [] : [startSending(deps, deps.push)]),
  ];
  return {
    poke() {
      for (const loop of loops) loop.poke();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function startSending(deps: SenderDeps, push: PushGateway | undefined): WorkLoop {
  const { db, clock, log } = deps;
  const smsStatement = deps.push ? claimDueSmsStatement : claimAllDueAsSmsStatement;
  return startWorkLoop({
    everyMs: LOOK_EVERY_MS,
    vainLooks: VAIN_LOOKS,
    onError: (error) => log.error({ err: error }, 'messages could not be taken'),
    async takeBatch() {
      const nowMs = clock.nowMs();
      const due = await db.rows(push ? claimDueNotificationsStatement : smsStatement, {
        now: toDate(nowMs),
        claimedUntil: toDate(nowMs + CLAIM_MS),
      });
      const messages = await dropUntrue(deps, due);
      await Promise.all(messages.map((message) => send(deps, message, push)));
      return due.length;
    },
  });
}

/** Returns the messages that are still to be sent. */
async function dropUntrue(deps: SenderDeps, due: DueMessage[]): Promise<DueMessage[]> {
  const reminders = due.filter((message) => message.may_be_dropped);
  if (reminders.length === 0) return due;
  const untrue = await deps.withdrawUntrue(reminders.map(loanDayOf));
  const reasons = new Map(untrue.map((reminder) => [keyOf(reminder), reminder.because]));
  const reasonOf = (message: DueMessage) =>
    message.may_be_dropped ? reasons.get(keyOf(loanDayOf(message))) : undefined;
  for (const message of due) {
    const because = reasonOf(message);
    if (because === undefined) continue;
    await deps.db.rows(noteDroppedStatement, {
      borrowerId: message.borrower_id,
      messageId: message.message_id,
      now: toDate(deps.clock.nowMs()),
    });
    deps.log.info({ messageId: message.message_id, because }, 'a reminder was dropped');
  }
  return due.filter((message) => reasonOf(message) === undefined);
}

async function send(deps: SenderDeps, message: DueMessage, push: PushGateway | undefined): Promise<void> {
  const { db, clock, log } = deps;
  const id = { borrowerId: message.borrower_id, messageId: message.message_id };
  try {
    const medium = push && (await isNotified({ ...deps, push }, message)) ? 'push' : 'sms';
    const parts = medium === 'sms' ? await sendSms(deps, message) : null;
    await db.rows(noteSentStatement, { ...id, sentAt: toDate(clock.nowMs()), medium, parts });
    await notifyKnownPhones(deps, message);
  } catch (error) {
    log.warn({ err: error, messageId: message.message_id }, 'a message could not be sent');
    const waitMs = RETRY_MS * 2 ** message.tries;
    await db.rows(noteNotSentStatement, {
      ...id,
      nextTryAt: message.tries >= MAX_TRIES ? null : toDate(clock.nowMs() + waitMs),
    });
  }
}

/** A notification beside an SMS that was sent. It is not tried again. */
async function notifyKnownPhones(deps: SenderDeps, message: DueMessage): Promise<void> {
  const { push, log } = deps;
  if (!push || !isAboutSecurity(message.kind)) return;
  try {
    await notifyOfSecurity({ ...deps, push }, message);
  } catch (error) {
    log.warn({ err: error, messageId: message.message_id }, 'the known phones could not be notified');
  }
}

/**
 * Whether a reminder reached a phone and so needs no SMS. Where that is uncertain the notification is sent again, and
 * replaces the first one on the phone. After the last try an SMS is sent: a reminder that comes twice is better than
 * one that never comes.
 */
async function isNotified(deps: SenderDeps & { push: PushGateway }, message: DueMessage): Promise<boolean> {
  const outcome = await notifyOfBill(deps, message);
  if (outcome === 'later' && message.tries < MAX_PUSH_TRIES) {
    throw new Error('no push service took the notification');
  }
  return outcome === 'accepted';
}

/** Returns how many parts the SMS had. */
async function sendSms({ sms, sealing, linkOf }: SenderDeps, message: DueMessage): Promise<number> {
  const { borrower_id: borrowerId, loan_id: loanId } = message;
  const link = linkOf({ borrowerId, loanId: loanId ?? 0 });
  const text = textIn(message.language, message, { ...message.figures, link });
  await sms.send({ mobile: mobileOf(sealing, message), text, on: message.on_day });
  return smsParts(text).parts;
}

function mobileOf(sealing: Sealing, message: DueMessage): string {
  const { borrower_id, to_mobile_sealed, payer_attempt_id, payer_mobile_sealed } = message;
  if (to_mobile_sealed !== null) return sealing.open('message.to_mobile_sealed', message, to_mobile_sealed);
  if (payer_attempt_id === null)
    return sealing.open('borrower.mobile_sealed', message, message.mobile_sealed);
  const row = { borrower_id, attempt_id: payer_attempt_id };
  return sealing.open('payment_attempt.msisdn_sealed', row, payer_mobile_sealed!);
}

function loanDayOf({ borrower_id: borrowerId, loan_id: loanId, on_day: on }: DueMessage): LoanDay {
  return { borrowerId, loanId: loanId ?? 0, on };
}

function keyOf({ borrowerId, loanId, on }: LoanDay): string {
  return `${borrowerId}:${loanId}:${on}`;
}
