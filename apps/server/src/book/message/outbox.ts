import type { Day } from '@thumba/lending/day';
import { statement } from '../../platform/database.ts';
import { MAX_PUSH_TRIES, type PublishedWording, WORDING_OF_MESSAGE } from './messages.ts';

/* The statements that claim messages to be sent and record the outcome. */

export type DueMessage = {
  borrower_id: number;
  message_id: number;
  loan_id: number | null;
  kind: string;
  on_day: Day;
  figures: Record<string, unknown>;
  wording: PublishedWording;
  /** Of the one who gets it. The language of another payer is not known, so that one gets English. */
  language: string;
  tries: number;
  may_be_dropped: boolean;
  mobile_sealed: Buffer;
  /** The number that the message goes to, instead of the borrower's. */
  to_mobile_sealed: Buffer | null;
  /** The payment whose number the message goes to, instead of the borrower's. */
  payer_attempt_id: string | null;
  payer_mobile_sealed: Buffer | null;
};

type MessageClaim = { now: Date; claimedUntil: Date };

/**
 * Claims messages of some ways, the earliest due ones first. A message keeps the wording of its first try. With its last
 * try as a notification it becomes an SMS, whatever comes of the try. Each way is read by itself, so that the index gives
 * its rows in their order: messages that wait for the other way, or for later, cost nothing. The limit is part of the SQL,
 * because PostgreSQL would otherwise plan for many rows. The sub-select hides the time, because it would make a new plan
 * for each time.
 */
function claimOf(name: string, ways: { areForPhones: readonly boolean[]; limit: number }) {
  const { areForPhones, limit } = ways;
  return statement<DueMessage, MessageClaim>(
    name,
    `with due as materialized (
       select of_way.borrower_id, of_way.message_id, of_way.payer_attempt_id
       from (values ${areForPhones.map((isForPhones) => `(${isForPhones})`).join(', ')}) way (is_for_phones)
       cross join lateral (
         select d.borrower_id, d.message_id, d.payer_attempt_id, d.next_try_at from message d
         where d.is_for_phones = way.is_for_phones and d.next_try_at <= (select $now::timestamptz)
         order by d.next_try_at limit ${limit} for update skip locked
       ) of_way
       order by of_way.next_try_at limit ${limit}
     ),
     -- Of a deleted account. The message is erased once it was sent.
     noted_claims as (
       update account_deletion a set message_claimed_at = $now::timestamptz from due
       where a.borrower_id = due.borrower_id
     )
     update message m set next_try_at = $claimedUntil::timestamptz, tries = m.tries + 1,
       is_for_phones = m.is_for_phones and m.tries + 1 < ${MAX_PUSH_TRIES},
       template_version = coalesce(m.template_version,
         (select max(t.version) from message_template t where t.kind = m.kind))
     from (
       select d.borrower_id, d.message_id, b.mobile_sealed, p.attempt_id as payer_attempt_id,
         p.msisdn_sealed as payer_mobile_sealed,
         case when p.attempt_id is null then b.language else 'en' end as language
       from due d join borrower b on b.borrower_id = d.borrower_id
       left join payment_attempt p on p.borrower_id = d.borrower_id and p.attempt_id = d.payer_attempt_id
     ) d
     where m.borrower_id = d.borrower_id and m.message_id = d.message_id
     returning m.borrower_id, m.message_id, m.loan_id, m.kind, m.on_day, m.figures, ${WORDING_OF_MESSAGE} as wording,
       m.tries, m.may_be_dropped, m.to_mobile_sealed, d.mobile_sealed, d.payer_attempt_id, d.payer_mobile_sealed,
       d.language`,
  );
}

const SMS_AT_ONCE = 20;
/**
 * Push services take more at once than an SMS gateway, and one that does not answer is waited for until its timeout.
 */
const NOTIFICATIONS_AT_ONCE = 100;

export const claimDueSmsStatement = claimOf('message: claim due SMS', {
  areForPhones: [false],
  limit: SMS_AT_ONCE,
});

/** One whose borrower has no phone for it any more is sent as an SMS by the one who claims it. */
export const claimDueNotificationsStatement = claimOf('message: claim due notifications', {
  areForPhones: [true],
  limit: NOTIFICATIONS_AT_ONCE,
});

/** For a process that sends SMS alone. */
export const claimAllDueAsSmsStatement = claimOf('message: claim all due as SMS', {
  areForPhones: [false, true],
  limit: SMS_AT_ONCE,
});

export const noteSentStatement = statement<
  never,
  {
    borrowerId: number;
    messageId: number;
    sentAt: Date;
    medium: 'push' | 'sms';
    /** How many an operator charges for the SMS. Null for a notification. */
    parts: number | null;
  }
>(
  'message: note sent',
  `update message set sent_at = $sentAt::timestamptz, next_try_at = null, medium = $medium, parts = $parts::smallint
   where borrower_id = $borrowerId and message_id = $messageId`,
);

export const noteNotSentStatement = statement<
  never,
  { borrowerId: number; messageId: number; nextTryAt: Date | null }
>(
  'message: note not sent',
  `update message set next_try_at = $nextTryAt::timestamptz
   where borrower_id = $borrowerId and message_id = $messageId`,
);

export const noteDroppedStatement = statement<never, { borrowerId: number; messageId: number; now: Date }>(
  'message: note dropped',
  `update message set dropped_at = $now::timestamptz, next_try_at = null
   where borrower_id = $borrowerId and message_id = $messageId`,
);

/** What a history that is made at once has to send by then. */
export const listAllDueStatement = statement<
  {
    borrower_id: number;
    message_id: number;
    loan_id: number | null;
    kind: string;
    figures: Record<string, unknown>;
  },
  { now: Date }
>(
  'message: list all due',
  `select borrower_id, message_id, loan_id, kind, figures from message where next_try_at <= $now::timestamptz`,
);

/** For a history that is made at once: a network without a phone took each of these messages soon after it was due. */
export const noteAllSentStatement = statement<
  never,
  { borrowerIds: number[]; messageIds: number[]; parts: number[] }
>(
  'message: note all sent',
  `update message m set sent_at = greatest(created_at, next_try_at) + interval '4 seconds', next_try_at = null,
     medium = 'sms', tries = 1, parts = s.parts, template_version = coalesce(m.template_version,
       (select max(t.version) from message_template t where t.kind = m.kind))
   from unnest($borrowerIds::bigint[], $messageIds::bigint[], $parts::smallint[]) as s(borrower_id, message_id, parts)
   where m.borrower_id = s.borrower_id and m.message_id = s.message_id`,
);
