/**
 * Every sealed value that the program keeps: its table and column, and the columns that name its row. A value is sealed
 * for its row and opens in no other. A test compares the list with the database, and `npm run rotate-keys` works
 * through it. `stored_file.picture` is a file of an earlier version, which has no key of its own.
 */
export const sealedColumns = {
  'agency_placement.end_note_sealed': ['borrower_id', 'placement_id'],
  'alert_case.reason_sealed': ['borrower_id', 'case_id'],
  'alert_case_note.text_sealed': ['borrower_id', 'note_id'],
  'application_review.note_sealed': ['borrower_id', 'loan_id', 'loan_version'],
  'arrears_call.note_sealed': ['borrower_id', 'call_id'],
  'bank_statement_row.row_sealed': ['statement_id', 'line'],
  'blocked_subject.lift_reason_sealed': ['entry_id'],
  'blocked_subject.reason_sealed': ['entry_id'],
  'blocked_subject.subject_sealed': ['entry_id'],
  'borrower.mobile_sealed': ['borrower_id'],
  'borrower_block_event.note_sealed': ['borrower_id', 'event_id'],
  'borrower_by_google.email_sealed': ['borrower_id'],
  'borrower_form.values_sealed': ['borrower_id', 'cer_code'],
  'borrower_identity.identity_sealed': ['borrower_id'],
  'borrower_note.text_sealed': ['borrower_id', 'note_id'],
  'bureau_enquiry.answer_sealed': ['borrower_id', 'enquiry_id'],
  'bureau_file_row.line_sealed': ['borrower_id', 'file_id', 'loan_id'],
  'bureau_dispute.reason_sealed': ['borrower_id', 'dispute_id'],
  'bureau_dispute.note_sealed': ['borrower_id', 'dispute_id'],
  'card_reading.reading_sealed': ['borrower_id'],
  'channel.pixel_token_sealed': ['channel_code'],
  'claim_ticket.reference_sealed': ['borrower_id', 'ticket_id'],
  'complaint.answer_sealed': ['borrower_id', 'ticket_id'],
  'complaint.text_sealed': ['borrower_id', 'ticket_id'],
  'contact_stop.end_note_sealed': ['borrower_id', 'stop_id'],
  'contact_stop.note_sealed': ['borrower_id', 'stop_id'],
  'data_download.content_sealed': ['ticket_hash'],
  'face_check.measures_sealed': ['borrower_id', 'check_id'],
  'face_embedding.embedding_sealed': ['borrower_id'],
  'loan_acceptance.purpose': ['borrower_id', 'loan_id'],
  'loan_decision.review_reason': ['borrower_id', 'loan_id'],
  'message.to_mobile_sealed': ['borrower_id', 'message_id'],
  'mobile_change_event.new_mobile_sealed': ['borrower_id', 'event_id'],
  'mobile_change_event.old_mobile_sealed': ['borrower_id', 'event_id'],
  'mobile_change_request.new_mobile_sealed': ['borrower_id', 'ticket_id'],
  'mobile_change_request.reason_sealed': ['borrower_id', 'ticket_id'],
  'money_message_figures.figures_sealed': ['borrower_id'],
  'operator_callback.body_sealed': ['body_hash'],
  'operator_statement_row.mobile_sealed': ['statement_id', 'line'],
  'operator_statement_row.row_sealed': ['statement_id', 'line'],
  'paper.content_sealed': ['borrower_id', 'loan_id', 'kind', 'subject'],
  'paper_download.pdf_sealed': ['ticket_hash'],
  'payment_attempt.msisdn_sealed': ['borrower_id', 'attempt_id'],
  'phone_record.phone_sealed': ['borrower_id', 'phone_hash', 'occasion'],
  'push_subscription.endpoint_sealed': ['borrower_id', 'endpoint_hash'],
  'push_subscription.keys_sealed': ['borrower_id', 'endpoint_hash'],
  'repay_account.holder_name_sealed': ['borrower_id', 'account_id'],
  'repay_account.holder_reason_sealed': ['borrower_id', 'account_id'],
  'repay_account.mobile_sealed': ['borrower_id', 'account_id'],
  'rough_location.location_sealed': ['borrower_id'],
  'screening_hit.finding_sealed': ['borrower_id', 'hit_id'],
  'screening_hit.reason_sealed': ['borrower_id', 'hit_id'],
  'session.device_sealed': ['session_id'],
  'staff_invitation.totp_secret_sealed': ['staff_id'],
  'staff_password.totp_secret_sealed': ['staff_id'],
  'staff_relation.mobile_sealed': ['relation_id'],
  'staff_request.check_reason_sealed': ['request_id'],
  'staff_request.effect_sealed': ['request_id'],
  'staff_request.payload_sealed': ['request_id'],
  'staff_request.reason_sealed': ['request_id'],
  'stored_file.key_sealed': ['file_id', 'purpose', 'borrower_id'],
  'stored_file.picture': ['file_id'],
  'suspicion_report.content_sealed': ['borrower_id', 'report_id'],
  'suspicion_report.text_sealed': ['borrower_id', 'report_id'],
  'wheel_secret.secret_sealed': ['on_day'],
} as const satisfies Record<string, readonly string[]>;

export type SealedColumn = keyof typeof sealedColumns;

/** The values that name the row of a sealed column, under the names that the database gives them. */
export type RowOf<Column extends SealedColumn> = {
  [Key in (typeof sealedColumns)[Column][number]]: number | string | Buffer | null;
};

/**
 * The additional data of a sealed value: its column and row. A number and its text are the same, because the database
 * gives some keys as text. A file that no borrower has claimed has null as its borrower. Throws for a row without one of its
 * keys.
 */
export function placeOf<Column extends SealedColumn>(column: Column, row: RowOf<Column>): Buffer {
  const keys = sealedColumns[column].map((name) => {
    const key = (row as Record<string, unknown>)[name];
    if (key === null) return null;
    if (Buffer.isBuffer(key)) return key.toString('hex');
    if (typeof key === 'number' || typeof key === 'string') return String(key);
    throw new Error(`${column} is sealed for a row, and ${name} of the row is not known`);
  });
  return Buffer.from(JSON.stringify([column, ...keys]), 'utf8');
}
