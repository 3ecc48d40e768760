import type { TableRights } from '../../platform/postgres/program-role.ts';

const READ: TableRights = ['select'];
/** Ledger, history and audit: rows are added, and neither changed nor removed. */
const APPEND: TableRights = ['select', 'insert'];
const CHANGE: TableRights = ['select', 'insert', 'update'];
const REPLACE: TableRights = ['select', 'insert', 'delete'];
const ALL: TableRights = ['select', 'insert', 'update', 'delete'];

/**
 * What the role of the running program may do with each table. `npm run migrate`, and a server that knows the owner,
 * grants exactly this. Erasing personal data from append-only tables goes through the functions below.
 */
export const programRights: Readonly<Record<string, TableRights>> = {
  kysely_migration: READ,

  // The book.
  ledger_transfer: APPEND,
  loan_event: APPEND,
  wallet_payout_event: APPEND,
  loan: CHANGE,
  instalment: CHANGE,
  loan_acceptance: APPEND,
  // The decision stands. The review of a person is added to it.
  loan_decision: [
    'select',
    'insert',
    'update (review_outcome, review_reason, reviewed_by, reviewed_at, may_apply_again_on, declined_for, another_look_at)',
  ],
  application_review: APPEND,
  evidence_request: ['select', 'insert', 'update (state, ended_at, file_ids)'],
  borrower_standing: CHANGE,
  payment_attempt: CHANGE,
  payment_by_attempt: APPEND,
  payment_settlement: CHANGE,
  suspense_piece: ['select', 'insert', 'update (placed_ngwee)'],
  suspense_placement: ['select', 'insert', 'update (state, entry_id, on_day, reason)'],
  suspense_placement_part: ['select', 'insert', 'update (amount_ngwee)'],
  operator_call_turn: CHANGE,
  operator_route: APPEND,
  // Only a restore adds a row, as the owner.
  restored_book: ['select', 'update (held_until, ended_by)'],
  payout_release: APPEND,
  lending_switch: APPEND,
  payout_ceiling: APPEND,
  examination_verdict: APPEND,
  message: ALL,
  message_template: APPEND,
  idempotency_key: REPLACE,
  operator_callback: ALL,
  business_calendar: CHANGE,
  account: ['select', 'update (code, title, tax_code)'],
  journal: APPEND,
  accrual_run: [
    'select',
    'insert',
    'update (after_borrower_id, after_loan_id, loans_seen, loans_moved, interest_ngwee, fee_ngwee, finished_at)',
  ],
  income_policy: APPEND,
  effective_interest_run: APPEND,
  journal_proposal: APPEND,
  journal_answer: APPEND,
  period_event: APPEND,
  loan_take_on: [
    'select',
    'insert',
    'update (confirmed_by, confirmed_at, declined_by, declined_at, decline_reason)',
  ],
  taken_on_loan: APPEND,
  // A row that is booked into a past day adds to the total of the day.
  account_day_total: CHANGE,
  day_total_progress: ['select', 'update (announced_through_on, totalled_through_on)'],
  impairment_table: APPEND,
  impairment_run: APPEND,
  impairment_loan: APPEND,
  impairment_flow: APPEND,
  book_closing: ['select', 'update (closed_through_on, open_adjustment_year)'],
  portfolio_snapshot: APPEND,
  ageing_bucket: READ,
  portfolio_at_risk: READ,

  // What the lender offers.
  catalogue_version: APPEND,
  coupon_offer: APPEND,
  standing_coupon_offer: READ,
  channel: CHANGE,
  notice: CHANGE,
  wheel: APPEND,
  standing_wheel: READ,
  wheel_prize: APPEND,
  wheel_draw: APPEND,
  wheel_secret: ['select', 'insert', 'update (secret)'],
  wheel_stock: CHANGE,
  wheel_chance: ALL,
  borrower_coupon: ALL,

  // Borrowers.
  borrower: CHANGE,
  borrower_by_mobile: ALL,
  borrower_by_national_id: ALL,
  borrower_by_google: ALL,
  borrower_identity: ALL,
  card_reading: ALL,
  borrower_form: ALL,
  questionnaire_answer: ALL,
  repay_account: ALL,
  payout_number: ALL,
  borrower_trace: ALL,
  screening_import: APPEND,
  screening_entry: ALL,
  borrower_screening: ALL,
  screening_hit: ALL,
  borrower_name_part: ALL,
  borrower_name_prefix: ALL,
  blocked_part: REPLACE,
  blocked_subject: [
    'select',
    'insert',
    'update (id_number_hash, mobile_hash, subject_sealed, reason_sealed, lifted_by, lifted_at)',
  ],
  borrower_use_of_day: ALL,
  stored_file: ALL,
  staff_look: APPEND,
  borrower_archive: REPLACE,
  consent_change: APPEND,
  consent_given: ALL,
  phone_record: ALL,
  rough_location: ALL,
  money_message_figures: ALL,
  face_challenge: ALL,
  face_check: ALL,
  face_embedding: ALL,
  face_frame_mark: REPLACE,
  duplicate_find: ALL,
  push_subscription: ALL,
  mobile_change_event: APPEND,
  mobile_change_request: ALL,
  account_deletion: ['select', 'insert', 'update (purged_at)'],
  welcomed_number: ALL,

  // Signing in.
  session: ALL,
  known_device: ALL,
  signin_code: ALL,
  step_up_code: ALL,
  code_hour: ALL,
  code_alarm: REPLACE,
  counted_use: REPLACE,
  growing_pause: ALL,
  google_token_used: REPLACE,
  request_seen: REPLACE,

  // Contact with borrowers.
  complaint: ALL,
  complaint_event: APPEND,
  reminder: ALL,
  repay_link: ALL,
  conversion: ALL,
  analytics_event: REPLACE,
  analytics_sender: ALL,
  paper: REPLACE,
  paper_by_code: REPLACE,
  paper_download: REPLACE,
  data_download: REPLACE,

  // The bank's statements.
  bank_statement: APPEND,
  bank_statement_row: APPEND,
  bank_row_posting: APPEND,
  transit_arrival: APPEND,

  // The operators' statements.
  float_movement: APPEND,
  operator_charge_posting: APPEND,
  wallet_day: APPEND,
  operator_statement: APPEND,
  operator_statement_days: APPEND,
  operator_statement_cover: READ,
  operator_statement_known_time: READ,
  operator_statement_row: CHANGE,
  reconciliation_difference: CHANGE,
  claim_ticket: ALL,

  // Staff.
  staff_member: ['select', 'insert', 'update (name, state, ended_at)'],
  staff_password: ALL,
  staff_passkey: ALL,
  staff_invitation: ALL,
  staff_session: ALL,
  staff_browser: ALL,
  staff_relation: APPEND,
  staff_request: [
    'select',
    'insert',
    'update (state, checked_by, checked_by_staff_id, checked_at, check_reason_sealed, ended_at, failure, payload_sealed, effect_sealed, reason_sealed)',
  ],
  staff_role: REPLACE,
  staff_audit: APPEND,
  application_claim: ALL,

  // Security.
  security_event: APPEND,
  sealing_key: ['select', 'insert', 'update (emptied_at)'],
  sealing_state: READ,
};

/** The functions that the owner lends to the program. Each checks by itself what it may erase. */
export const programFunctions: readonly string[] = [
  'hold_ledger_writes()',
  'person_of(text)',
  'erase_consent_changes(bigint[])',
  'erase_mobile_change_events(bigint[])',
  'erase_loan_purposes(bigint[])',
  'erase_decision_inputs(bigint[])',
  'erase_review_notes(bigint[])',
  'shown_to_staff(bigint)',
  'is_related_staff(bigint,bigint)',
  'staff_audit_hash(staff_audit)',
  'lending_is_stopped()',
  'payout_ceiling_of(date)',
  'admit_payout(bigint,uuid,date)',
  'purge_security_events(timestamp with time zone)',
  'wheel_number(bigint,text,text)',
];
