import type { TableRule } from './table-rule.ts';
import { waitsAfterDecline } from './waits-after-decline.ts';

/** The tables about the person: who it is, how they sign in, and what they agreed to. */
export const tablesOfPerson: Readonly<Record<string, TableRule>> = {
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
  bureau_enquiry: {
    // What a bureau answered is theirs: the borrower gets it there, and here what came of it.
    download: { part: 'bureauEnquiries', orderBy: 'enquiry_id' },
    erased: 'after the years',
  },
  bureau_listing: {
    download: { part: 'bureauListings', orderBy: 'listing_id' },
    erased: 'after the years',
  },
  bureau_file_row: {
    download: { part: 'bureauRecords', orderBy: 'file_id' },
    erased: 'after the years',
  },
  bureau_dispute: {
    download: {
      part: 'bureauDisputes',
      orderBy: 'dispute_id',
      omits: ['opened_by', 'decided_by', 'note_sealed'],
    },
    erased: 'after the years',
  },
  alert_case: {
    download: { why: 'what compliance found suspicious in payments: the law forbids to tell of it' },
    erased: 'after the years',
  },
  payment_alert: {
    download: { why: 'what a rule found in payments: the law forbids to tell of it' },
    erased: 'after the years',
  },
  alert_case_note: {
    download: { why: 'what compliance noted on a case: the law forbids to tell of it' },
    erased: 'after the years',
  },
  suspicion_report: {
    download: { why: 'reports of a suspicion: the law forbids to tell of them' },
    erased: 'after the years',
  },
  suspicion_report_export: {
    download: { why: 'when a report of a suspicion was written as a file: the law forbids to tell of it' },
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
};
