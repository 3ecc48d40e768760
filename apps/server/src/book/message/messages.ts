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

/**
 * The insert of messages to borrowers, one for each row of `from`. The other parts are SQL expressions over it. A
 * message is sent from `at` on, or from `nextTryAt` on where that is given.
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
  mayBeDropped?: string;
  from: string;
}): string {
  const { toMobile } = message;
  return `insert into message (${toMobile ? 'message_id, ' : ''}borrower_id, loan_id, kind, figures, on_day, created_at, next_try_at,
      payer_attempt_id, to_mobile_sealed, may_be_dropped)${toMobile ? ' overriding system value' : ''}
    select ${toMobile ? `${toMobile.messageId}, ` : ''}${message.borrowerId}, ${message.loanId ?? 'null'}, ${message.kind}, ${message.figures}, ${message.on},
      ${message.at}, ${message.nextTryAt ?? message.at}, ${message.payerAttemptId ?? 'null'},
      ${toMobile?.sealed ?? 'null'}, ${message.mayBeDropped ?? 'false'}
    from ${message.from}`;
}
