import { waitsAfterDecline } from './waits-after-decline.ts';

/**
 * What the database holds of a borrower, table by table: which part of the download it is in, what deleting the account
 * does to it, and why. Every table of the database stands here or in `tables-without-borrower.ts`, or a test fails, so that a
 * new table needs a decision. The page for people is docs/personal-data.md.
 */
export type TableRule = {
  /** The part of the download that holds its rows, in the order of these columns; or why no part does. */
  download: { part: string; orderBy: string; omits?: readonly string[]; whose?: string } | { why: string };
  /**
   * `at once`: gone with the account. `after the years`: sealed away until the law does not ask for it any more.
   * `never`: figures without a person's name; they stay, as the lender's books have to.
   */
  erased: 'at once' | 'after the years' | 'never';
  /** The statement that erases, for the borrowers in `gone`, where deleting the rows is not what is meant. */
  erase?: string;
  /** The table that its rows refer to and go with. Deleting both would lock in another order than what writes them. */
  goesWith?: string;
  /** Whether its rows move to the archive of the account, which compliance alone opens (`archive.ts`). */
  movesToArchive?: true;
  /** What is erased after the years of a table that itself stays, or is partly erased at once. */
  eraseAfterTheYears?: string;
  /** The function of the owner that erases after the years, where the program itself may not. */
  erasedBy?: string;
};

/** Who did it, who approved it, and by which request. */
const PEOPLE_OF_STAFF = ['actor', 'approved_by', 'request_id'];

export const tableRules: Readonly<Record<string, TableRule>> = {
  borrower: {
    download: { part: 'profile', orderBy: 'borrower_id' },
    erased: 'never',
    // A message about money that comes after the deletion still needs both.
    eraseAfterTheYears: `update borrower b set mobile_sealed = '', language = 'en'
      from gone where b.borrower_id = gone.borrower_id`,
  },
  borrower_by_mobile: {
    download: { why: 'a look-up of the number that stands in the profile' },
    erased: 'at once',
  },
  borrower_by_national_id: {
    download: {
      why: 'a look-up of the number that stands in the identity, how often it was changed, and who looked at it',
    },
    erased: 'at once',
    // A person who is blocked, or was declined and has to wait, cannot come back as another borrower with the same
    // identity card. Once the wait is over the card is free.
    erase: `delete from borrower_by_national_id n using gone, borrower b
      where n.borrower_id = gone.borrower_id and b.borrower_id = gone.borrower_id and b.blocked_at is null
        and not ${waitsAfterDecline('gone.borrower_id', 'gone.deleted_on')}`,
    eraseAfterTheYears: `delete from borrower_by_national_id n using gone where n.borrower_id = gone.borrower_id`,
  },
  borrower_standing: { download: { part: 'wallet', orderBy: 'borrower_id' }, erased: 'never' },
  borrower_identity: {
    download: { part: 'identity', orderBy: 'confirmed_at', omits: ['name_found_of'] },
    erased: 'after the years',
    movesToArchive: true,
  },
  card_reading: {
    download: { part: 'cardReading', orderBy: 'read_at' },
    erased: 'after the years',
    movesToArchive: true,
  },
  stored_file: {
    download: { part: 'files', orderBy: 'uploaded_at', omits: ['key_sealed'] },
    erased: 'at once',
    // Without its key the file opens no more. It is removed with the uploads that no borrower has claimed.
    erase: `update stored_file f set borrower_id = null, key_sealed = '', uploaded_at = '-infinity'
      from gone where f.borrower_id = gone.borrower_id and not exists (select from borrower_identity i
        where i.borrower_id = f.borrower_id and f.file_id in (i.front_file_id, i.back_file_id))`,
    eraseAfterTheYears: `update stored_file f set borrower_id = null, key_sealed = '', uploaded_at = '-infinity'
      from gone where f.borrower_id = gone.borrower_id`,
  },
  borrower_archive: {
    download: { why: 'of a deleted account, which downloads nothing' },
    erased: 'after the years',
  },
  staff_look: {
    // Why a person looked may be a suspicion.
    download: {
      why: 'which person of staff looked at a picture or a list and why, as evidence against misuse',
    },
    erased: 'never',
  },
  borrower_block_event: {
    // Why an account was blocked may be a suspicion.
    download: {
      why: 'why an account was blocked and unblocked: what the borrower was told is in the messages',
    },
    erased: 'never',
    erasedBy: 'erase_block_notes',
  },
  borrower_note: {
    download: { why: 'what staff noted for each other, which may be about other people or a suspicion' },
    erased: 'after the years',
  },
  staff_audit: {
    // Numbers and codes only. It shows later who did what, also to an account that is gone.
    download: { why: 'which person of staff called what and when, as evidence against misuse' },
    erased: 'never',
  },
  staff_request: {
    // What staff ask of each other may be a suspicion.
    download: { why: 'what people of staff asked of each other about the account' },
    erased: 'never',
    eraseAfterTheYears: `update staff_request r set payload_sealed = '', effect_sealed = '', reason_sealed = '',
        check_reason_sealed = ''
      from gone where r.borrower_id = gone.borrower_id and r.ended_at is not null`,
  },
  application_claim: { download: { why: 'which person of staff has an application now' }, erased: 'at once' },
  borrower_form: { download: { part: 'forms', orderBy: 'cer_code' }, erased: 'at once' },
  questionnaire_answer: { download: { part: 'answers', orderBy: 'answered_at' }, erased: 'at once' },
  repay_account: {
    // The operator's name may be that of another person, whose number the borrower uses.
    download: {
      part: 'accounts',
      orderBy: 'account_id',
      omits: [
        'holder_name_sealed',
        'holder_asked_at',
        'holder_cleared_at',
        'holder_cleared_by',
        'holder_reason_sealed',
      ],
    },
    erased: 'at once',
  },
  borrower_by_google: { download: { part: 'googleAccount', orderBy: 'linked_at' }, erased: 'at once' },
  payout_number: {
    download: { why: 'a look-up of the numbers under accounts that money was sent to' },
    erased: 'at once',
  },
  borrower_trace: {
    download: { why: 'keyed hashes of networks, payout numbers and contacts, for ninety days: limits' },
    erased: 'at once',
  },
  borrower_screening: {
    download: {
      why: 'when the borrower was compared with public lists: the law forbids to tell what was found',
    },
    erased: 'at once',
  },
  screening_hit: {
    download: { why: 'what a comparison with public lists found: the law forbids to tell of it' },
    erased: 'after the years',
  },
  borrower_name_part: {
    download: { why: 'keyed hashes of the name and the birth date that stand in the identity' },
    erased: 'at once',
  },
  borrower_name_prefix: {
    download: { why: 'keyed hashes by which the name that stands in the identity is found' },
    erased: 'at once',
  },
  session: { download: { part: 'signIns', orderBy: 'created_at' }, erased: 'at once' },
  known_device: {
    download: { part: 'knownDevices', orderBy: 'trusted_at' },
    erased: 'at once',
  },
  security_event: {
    download: { part: 'securityEvents', orderBy: 'event_id', omits: ['actor'] },
    // It names no person, and shows a fraud that was covered by deleting the account. It goes after 400 days.
    erased: 'never',
  },
  step_up_code: {
    download: { why: 'keyed hashes of second codes, for a day at most' },
    erased: 'at once',
  },
  push_subscription: {
    download: { part: 'notifiedPhones', orderBy: 'created_at', omits: ['keys_sealed', 'consent'] },
    erased: 'at once',
    goesWith: 'consent_given',
  },
  consent_change: {
    download: { part: 'consents', orderBy: 'changed_at, kind, ordinal' },
    erased: 'after the years',
    erasedBy: 'erase_consent_changes',
  },
  consent_given: {
    download: { why: 'which consents stand now, as their changes tell, and a limit' },
    erased: 'at once',
  },
  phone_record: {
    download: { part: 'phones', orderBy: 'told_at', omits: ['consent'] },
    erased: 'at once',
    goesWith: 'consent_given',
  },
  rough_location: {
    download: { part: 'location', orderBy: 'told_at', omits: ['consent'] },
    erased: 'at once',
    goesWith: 'consent_given',
  },
  money_message_figures: {
    download: { part: 'moneyMessages', orderBy: 'told_at', omits: ['consent'] },
    erased: 'at once',
    goesWith: 'consent_given',
  },
  face_challenge: {
    download: { why: 'which movements were asked for before the camera, for a day' },
    erased: 'at once',
  },
  face_check: {
    download: { part: 'faceChecks', orderBy: 'checked_at', omits: ['rules_version', 'consent'] },
    erased: 'at once',
  },
  face_embedding: {
    download: { part: 'faceNumbers', orderBy: 'taken_at', omits: ['consent', 'embedding_id'] },
    erased: 'at once',
    goesWith: 'consent_given',
  },
  duplicate_find: {
    download: { why: 'what staff look at against fraud; it is about other people too' },
    erased: 'at once',
    erase: `delete from duplicate_find d using gone
      where gone.borrower_id in (d.borrower_id, d.other_borrower_id)`,
  },

  loan: { download: { part: 'loans', orderBy: 'loan_id' }, erased: 'never' },
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
      ],
    },
    erased: 'never',
    eraseAfterTheYears: `update payment_attempt p set msisdn_sealed = '', operator_reference = null
      from gone where p.borrower_id = gone.borrower_id`,
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

  borrower_coupon: {
    download: { part: 'coupons', orderBy: 'user_coupon_id', omits: ['given_by', 'request_id'] },
    erased: 'at once',
    // One that paid for a part of a loan is in that loan's figures, and a prize in those of the wheel.
    erase: `delete from borrower_coupon c using gone
      where c.borrower_id = gone.borrower_id and c.state <> 'used' and c.source <> 'prize'`,
    eraseAfterTheYears: `update borrower_coupon c set given_reason = ''
      from gone where c.borrower_id = gone.borrower_id and c.given_reason is not null`,
  },
  wheel_chance: {
    download: { part: 'wheelChances', orderBy: 'chance_id' },
    erased: 'at once',
    // Draws are published so that they can be checked, and carry no name.
    erase: `delete from wheel_chance c using gone where c.borrower_id = gone.borrower_id and c.spent_at is null`,
  },
  wheel_draw: { download: { part: 'wheelDraws', orderBy: 'drawn_at, chance_id' }, erased: 'never' },
  message: { download: { part: 'messages', orderBy: 'message_id' }, erased: 'at once' },
  reminder: { download: { part: 'reminders', orderBy: 'on_day, loan_id' }, erased: 'at once' },
  claim_ticket: { download: { part: 'claims', orderBy: 'ticket_id' }, erased: 'at once' },
  complaint: {
    download: { part: 'complaints', orderBy: 'ticket_id' },
    erased: 'after the years',
  },
  complaint_event: {
    download: { part: 'complaintHistory', orderBy: 'recorded_at, kind', omits: ['actor'] },
    erased: 'never',
  },
  mobile_change_request: {
    download: { part: 'mobileChangeRequests', orderBy: 'ticket_id' },
    erased: 'at once',
  },
  mobile_change_event: {
    download: { part: 'mobileChanges', orderBy: 'event_id', omits: ['actor'] },
    erased: 'after the years',
    erasedBy: 'erase_mobile_change_events',
  },
  conversion: {
    download: {
      part: 'advertising',
      orderBy: 'registered_at',
      omits: ['next_try_at', 'tries'],
    },
    erased: 'at once',
  },
  analytics_event: {
    download: {
      part: 'screensSeen',
      orderBy: 'received_at',
      whose: 'mobile_hash = any ($mobileHashes::bytea[])',
    },
    erased: 'at once',
    erase: `delete from analytics_event where mobile_hash in (
      select m.mobile_hash from borrower_by_mobile m join gone using (borrower_id)
      union all select unnest($mobileHashes::bytea[]) from gone)`,
  },
  borrower_use_of_day: {
    download: { why: 'how often something was used in a day, a limit' },
    erased: 'at once',
  },
  paper: { download: { part: 'papers', orderBy: 'issued_at' }, erased: 'at once' },
  paper_by_code: { download: { why: 'a look-up of the codes under papers' }, erased: 'at once' },
  paper_download: { download: { why: 'a copy of a paper, for ten minutes' }, erased: 'at once' },
  repay_link: { download: { why: 'the hash of a link that stands in a reminder' }, erased: 'at once' },
  idempotency_key: {
    download: { why: 'the answer that a repeated request gets: the same as what it did' },
    erased: 'at once',
  },
  data_download: { download: { why: 'a copy of this download, for some minutes' }, erased: 'at once' },
  account_deletion: {
    download: { why: 'says that an account is deleted; a deleted account downloads nothing' },
    erased: 'never',
  },
};
