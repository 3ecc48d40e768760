import type { TableRule } from './table-rule.ts';

/** Who did it, who approved it, and by which request. */
const PEOPLE_OF_STAFF = ['actor', 'approved_by', 'request_id'];

/** The tables about loans, their decisions, and the money that moves. */
export const tablesOfMoney: Readonly<Record<string, TableRule>> = {
  loan: { download: { part: 'loans', orderBy: 'loan_id' }, erased: 'never' },
  loan_state_span: {
    download: {
      why: 'how late a loan was on which days, for reports of the whole book: it follows from the loans',
    },
    erased: 'never',
  },
  loan_first_late: {
    download: { why: 'since when a loan was more than 30 days late, for reports: it follows from the loans' },
    erased: 'never',
  },
  impairment_loan: {
    download: {
      why: 'what the lender expects to lose of a loan, for its books: what is owed and late is in the loans',
    },
    erased: 'never',
  },
  taken_on_loan: {
    download: { why: 'a look-up of the earlier numbers that stand in the loans' },
    erased: 'never',
  },
  instalment: { download: { part: 'instalments', orderBy: 'loan_id, period' }, erased: 'never' },
  loan_acceptance: {
    download: { part: 'agreements', orderBy: 'loan_id, loan_version' },
    erased: 'never',
    erasedBy: 'erase_loan_purposes',
  },
  loan_decision: {
    // What staff note may be a suspicion.
    download: { part: 'decisions', orderBy: 'loan_id', omits: ['reviewed_by', 'review_reason'] },
    erased: 'never',
    erasedBy: 'erase_decision_inputs',
  },
  what_if_application: {
    download: {
      why: 'what a draft of the rules would have decided, for seven days; nothing was decided by it',
    },
    erased: 'at once',
    // That there was an application stays among the numbers of the run.
    erase: `update what_if_application a set borrower_id = null, fate = 'erased', missing = '{}', outcome_then = null,
        outcome_now = null, points_then = null, points_now = null, has_other_windows = false
      from gone where a.borrower_id = gone.borrower_id`,
  },
  application_review: {
    download: {
      part: 'reviews',
      orderBy: 'loan_id, loan_version',
      // The decision and the history have what the borrower was told.
      omits: ['reason_code', 'note_sealed', 'actor', 'file_id', 'shown'],
    },
    erased: 'never',
    erasedBy: 'erase_review_notes',
  },
  counter_offer: {
    download: {
      part: 'counterOffers',
      orderBy: 'loan_id, loan_version',
      // When an operator told another name of the account.
      omits: ['holder_asked_at'],
    },
    erased: 'never',
  },
  evidence_request: { download: { part: 'evidence', orderBy: 'loan_id, loan_version' }, erased: 'never' },
  loan_event: {
    download: { part: 'history', orderBy: 'loan_id, loan_version, ordinal', omits: ['actor'] },
    erased: 'never',
  },
  ledger_transfer: { download: { part: 'ledger', orderBy: 'entry_id, line' }, erased: 'never' },
  payment_attempt: {
    download: {
      part: 'payments',
      orderBy: 'created_at, attempt_id',
      omits: [
        'next_step_at',
        'enquiries',
        'not_found',
        'unanswered',
        'told_of_hold_at',
        'has_earlier_callback',
        'known_to_operator_at',
        'request_id',
        'same_number_as',
      ],
    },
    erased: 'never',
    eraseAfterTheYears: `update payment_attempt p set msisdn_sealed = '', operator_reference = null
      from gone where p.borrower_id = gone.borrower_id`,
  },
  payment_attempt_step: {
    download: {
      why: 'what an operator answered to our enquiries, code by code; how it ended stands under payments',
    },
    erased: 'never',
  },
  payment_by_attempt: { download: { why: 'a look-up of the ids under payments' }, erased: 'never' },
  payment_settlement: {
    download: { part: 'paymentDecisions', orderBy: 'settled_at', omits: PEOPLE_OF_STAFF },
    erased: 'never',
    eraseAfterTheYears: `update payment_settlement s set reason = '' from gone where s.borrower_id = gone.borrower_id`,
  },
  wallet_payout_event: {
    download: { part: 'walletPayouts', orderBy: 'entry_id', omits: ['actor'] },
    erased: 'never',
  },
  suspense_piece: {
    download: { why: 'amounts of money that has no place yet, without a person' },
    erased: 'never',
  },
  suspense_placement: {
    download: { part: 'foundMoney', orderBy: 'placement_id', omits: PEOPLE_OF_STAFF },
    erased: 'never',
    eraseAfterTheYears: `update suspense_placement s set reason = '' from gone where s.borrower_id = gone.borrower_id`,
  },
  suspense_placement_part: {
    download: { why: 'which pieces make up the amounts under found money' },
    erased: 'never',
  },
  operator_statement_row: {
    download: {
      why: "the operator's own record of what stands under payments, maybe with another payer's number",
    },
    erased: 'never',
    eraseAfterTheYears: `update operator_statement_row r set mobile_hash = null, mobile_sealed = null, row_sealed = ''
      from gone where r.borrower_id = gone.borrower_id`,
  },
  reconciliation_difference: {
    download: { why: 'a difference between two books, not something about the borrower' },
    erased: 'never',
  },
  operator_callback: {
    download: { why: 'what an operator told us of payments, as it came; what it says stands under payments' },
    erased: 'after the years',
    erase: `delete from operator_callback c using payment_attempt p, gone
      where p.borrower_id = gone.borrower_id and c.attempt_id = p.attempt_id`,
  },
};
