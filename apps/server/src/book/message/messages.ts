import type { Ngwee } from '@thumba/lending/money';

/** The message to the number that paid another borrower's bill through a link. */
export type PayerReceipt = { kind: 'payer_receipt'; amountNgwee: Ngwee; receiptNo: string };

/** What a lender published for a kind of message: English, and its own words in other languages by their tags. */
export type PublishedWording = { english: string; translations: Readonly<Record<string, string>> };

/** The `PublishedWording` that a message `m` was sent in, or would be sent in now. */
export const WORDING_OF_MESSAGE = `(select json_build_object('english', t.wording, 'translations', t.translations)
  from message_template t
  where t.kind = m.kind and (m.template_version is null or t.version = m.template_version)
  order by t.version desc limit 1)`;

/** The id of a message whose number is sealed for it. It is drawn before the message is written. */
export const NEW_MESSAGE_ID = `nextval(pg_get_serial_sequence('message', 'message_id'))`;

/** After so many tries of a notification an SMS is sent instead. */
export const MAX_PUSH_TRIES = 3;

/**
 * The insert of messages to borrowers, one for each row of `from`. The other parts are SQL expressions over it. A
 * message is sent from `at` on, or from `nextTryAt` on where that is given. One that may be dropped goes as a notification
 * where the borrower has a phone that takes them. The insert of another one says nothing about phones, because each
 * payment writes some.
 */
export function insertMessages(message: {
  borrowerId: string;
  loanId?: string;
  kind: string;
  figures: string;
  on: string;
  at: string;
  nextTryAt?: string;
  /** The payment whose payer gets the message, where that is another number than the borrower's. */
  payerAttemptId?: string;
  /** The number that gets the message, where it is not the borrower's of today. It is sealed for the message of this id. */
  toMobile?: { sealed: string; messageId: string };
  mayBeDropped?: true;
  from: string;
}): string {
  const { toMobile, mayBeDropped } = message;
  const isForPhones = `exists (select from push_subscription s where s.borrower_id = ${message.borrowerId})`;
  return `insert into message (${toMobile ? 'message_id, ' : ''}borrower_id, loan_id, kind, figures, on_day, created_at, next_try_at,
      payer_attempt_id, to_mobile_sealed${mayBeDropped ? ', may_be_dropped, is_for_phones' : ''})${toMobile ? ' overriding system value' : ''}
    select ${toMobile ? `${toMobile.messageId}, ` : ''}${message.borrowerId}, ${message.loanId ?? 'null'}, ${message.kind}, ${message.figures}, ${message.on},
      ${message.at}, ${message.nextTryAt ?? message.at}, ${message.payerAttemptId ?? 'null'},
      ${toMobile?.sealed ?? 'null'}${mayBeDropped ? `, true, ${isForPhones}` : ''}
    from ${message.from}`;
}

/**
 * The update that makes notifications of what waits for the borrowers of the CTE `borrowers`. They have a phone for them
 * since now.
 */
export function sendWaitingToPhones(borrowers: string): string {
  return `update message m set is_for_phones = true from ${borrowers}
     where m.borrower_id = ${borrowers}.borrower_id and m.may_be_dropped and m.next_try_at is not null
       and m.tries < ${MAX_PUSH_TRIES} and not m.is_for_phones`;
}
