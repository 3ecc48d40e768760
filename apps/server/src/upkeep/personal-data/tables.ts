import type { TableRule } from './table-rule.ts';
import { tablesOfMoney } from './tables-of-money.ts';
import { tablesOfPerson } from './tables-of-person.ts';

/**
 * What the database holds of a borrower, table by table: which part of the download it is in, what deleting the account
 * does to it, and why. Every table of the database stands here or in `tables-without-borrower.ts`, or a test fails, so that a
 * new table needs a decision. The page for people is docs/personal-data.md.
 */
export const tableRules: Readonly<Record<string, TableRule>> = {
  ...tablesOfPerson,
  ...tablesOfMoney,
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
  arrears_work: {
    download: { why: 'which late loans staff work on: what is owed and late is in the loans' },
    erased: 'at once',
  },
  arrears_call: {
    // What staff noted of a call may be about other people.
    download: { part: 'calls', orderBy: 'call_id', omits: ['actor', 'staff_id', 'tries', 'note_sealed'] },
    erased: 'after the years',
  },
  arrears_promise: {
    download: { part: 'promises', orderBy: 'promise_id', omits: ['actor'] },
    erased: 'after the years',
  },
  contact_stop: {
    // It may tell what other people said of the borrower.
    download: { why: 'why staff do not contact the borrower about a late loan' },
    erased: 'after the years',
  },
  agency_placement: {
    download: {
      part: 'agencies',
      orderBy: 'placement_id',
      omits: [
        'actor',
        'approved_by',
        'request_id',
        'ended_by',
        'end_note_sealed',
        'placed_file_id',
        'ended_file_id',
      ],
    },
    erased: 'after the years',
  },
  claim_ticket: {
    download: { part: 'claims', orderBy: 'ticket_id', omits: ['answered_by'] },
    erased: 'at once',
  },
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
