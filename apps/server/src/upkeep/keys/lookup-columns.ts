/** Values whose stored hashes are found by equality with each other, in every column of `columns`. */
export type RehashedKind = {
  kind: 'mobile' | 'national_id';
  columns: readonly { table: string; column: string; where?: string }[];
  /** Where the value stands, sealed, beside its hash. */
  sources: readonly { from: string; hash: string; sealed: RehashSource; text(opened: string): string }[];
};

type RehashSource =
  | 'borrower.mobile_sealed'
  | 'repay_account.mobile_sealed'
  | 'mobile_change_request.new_mobile_sealed'
  | 'operator_statement_row.mobile_sealed'
  | 'borrower_identity.identity_sealed'
  | 'blocked_subject.subject_sealed'
  | 'staff_relation.mobile_sealed';

const asItIs = (opened: string) => opened;

/** The hashes that move to the first look-up key, because the value itself is kept, sealed. */
export const rehashedKinds: readonly RehashedKind[] = [
  {
    kind: 'mobile',
    columns: [
      { table: 'blocked_subject', column: 'mobile_hash' },
      { table: 'borrower_by_mobile', column: 'mobile_hash' },
      { table: 'borrower_trace', column: 'subject_hash', where: `kind = 'payout_number'` },
      { table: 'mobile_change_request', column: 'new_mobile_hash' },
      { table: 'operator_statement_row', column: 'mobile_hash' },
      { table: 'payout_number', column: 'mobile_hash' },
      { table: 'repay_account', column: 'mobile_hash' },
      { table: 'staff_relation', column: 'mobile_hash' },
    ],
    sources: [
      {
        from: 'borrower_by_mobile join borrower using (borrower_id)',
        hash: 'borrower_by_mobile.mobile_hash',
        sealed: 'borrower.mobile_sealed',
        text: asItIs,
      },
      {
        from: 'repay_account',
        hash: 'mobile_hash',
        sealed: 'repay_account.mobile_sealed',
        text: asItIs,
      },
      {
        from: 'mobile_change_request',
        hash: 'new_mobile_hash',
        sealed: 'mobile_change_request.new_mobile_sealed',
        text: asItIs,
      },
      {
        from: 'operator_statement_row',
        hash: 'mobile_hash',
        sealed: 'operator_statement_row.mobile_sealed',
        text: asItIs,
      },
      {
        from: 'blocked_subject',
        hash: 'mobile_hash',
        sealed: 'blocked_subject.subject_sealed',
        text: asItIs,
      },
      {
        from: 'staff_relation',
        hash: 'mobile_hash',
        sealed: 'staff_relation.mobile_sealed',
        text: asItIs,
      },
    ],
  },
  {
    kind: 'national_id',
    columns: [
      { table: 'blocked_subject', column: 'id_number_hash' },
      { table: 'borrower_by_national_id', column: 'national_id_hash' },
    ],
    sources: [
      {
        from: 'borrower_by_national_id join borrower_identity using (borrower_id)',
        hash: 'national_id_hash',
        sealed: 'borrower_identity.identity_sealed',
        text: (opened) => (JSON.parse(opened) as { idNumber: string }).idNumber,
      },
      {
        from: 'blocked_subject',
        hash: 'id_number_hash',
        sealed: 'blocked_subject.subject_sealed',
        text: asItIs,
      },
    ],
  },
];

/**
 * Further look-up hashes that are kept longer than a day. The value itself is not kept, so each lives on under its key
 * until its row goes.
 */
export const lastingHashes: readonly string[] = [
  'analytics_event.mobile_hash',
  'bank_statement.file_hash',
  'bank_statement_row.row_hash',
  'blocked_part.part_hash',
  'borrower_by_google.subject_hash',
  'borrower_by_national_id.identity_hash',
  'borrower_name_part.part_hash',
  'borrower_trace.subject_hash',
  'claim_ticket.reference_hash',
  'idempotency_key.key_hash',
  'known_device.device_hash',
  'operator_statement.file_hash',
  'operator_statement_row.reference_hash',
  'operator_statement_row.row_hash',
  'phone_record.phone_hash',
  'push_subscription.endpoint_hash',
  'push_subscription.session_hash',
  'reconciliation_difference.row_hash',
  'repay_link.code_hash',
  'session.device_hash',
  'session.token_hash',
  'welcomed_number.mobile_hash',
];
