import type { LoanKind } from './damages.test-support.ts';

const CHAIN = ['the audit of staff is one chain'];

/** Three entries, as the program writes them: with the trigger that chains them. */
const ENTRIES = `set session_replication_role = 'origin';
  insert into staff_audit (happened_at, actor, staff_id, call, outcome, borrower_id, detail)
  select now() + n * interval '1 minute', 'staff:mary', 1, 'blockBorrower', 'done', n, '{}' from generate_series(1, 3) n;
  set session_replication_role = 'replica';`;

/** A loan that two people handed to an agency. */
const APPROVED_HANDOVER = `with asked as (
    insert into staff_request (kind, subject, borrower_id, loan_id, payload_sealed, effect_sealed, reason_sealed, state, made_by,
      made_at, expires_at, checked_by, checked_at)
    select 'agency_handover', 'a loan', borrower_id, loan_id, '', '', '', 'approved', 'staff:bwalya', now(), now(),
      'staff:chanda', now() from loan where loan_id = $1 returning request_id, borrower_id, loan_id
  )
  insert into agency_placement (borrower_id, loan_id, agency, request_id, placed_on, placed_at, actor, approved_by, owed_ngwee)
  select borrower_id, loan_id, 'Collect Fair Ltd', request_id, '2026-12-01', now(), 'staff:bwalya', 'staff:chanda', 100
  from asked;`;

/** Damages of what staff did. No loan has to do with them. */
export const STAFF_DAMAGES: [damage: string, loan: LoanKind, sql: string, checkTitles: string[]][] = [
  [
    'an entry of the audit that was changed',
    'running',
    `${ENTRIES} update staff_audit set borrower_id = 99 where borrower_id = 2`,
    CHAIN,
  ],
  [
    'an entry of the audit that was changed, with a new hash of its own',
    'running',
    `${ENTRIES} update staff_audit set borrower_id = 99 where borrower_id = 2;
     update staff_audit a set hash = staff_audit_hash(a) where borrower_id = 99`,
    CHAIN,
  ],
  [
    'an entry of the audit that was removed',
    'running',
    `${ENTRIES} delete from staff_audit where borrower_id = 2`,
    CHAIN,
  ],
  [
    'a role of staff that no second person approved',
    'running',
    `insert into staff_member (user_name, name, made_by, made_at) values ('chipo', 'Chipo', 'staff:root', now()),
       ('natasha', 'Natasha', 'staff:chipo', now());
     insert into staff_role (staff_id, role, granted_at) select staff_id, 'administrator', now() from staff_member
       where user_name = 'chipo';
     insert into staff_role (staff_id, role, granted_at) select staff_id, 'head_of_finance', now() from staff_member
       where user_name = 'natasha'`,
    ['each role of staff comes from a request that a second person approved, but for the first'],
  ],
  [
    'a payout with a request that no second person approved',
    'running',
    `update payment_attempt set request_id = 999999 where loan_id = $1 and purpose = 'loan_payout'`,
    ['each payout that staff sent has its request, or the number of the one that failed'],
  ],
  [
    'a late loan that the end of the day left out',
    'late',
    `update arrears_work set measured_on = measured_on - 1 where loan_id = $1`,
    ['each late loan that staff work on was measured by the last end of a day'],
  ],
  [
    'a promise to pay that was not judged',
    'running',
    `insert into arrears_promise (borrower_id, loan_id, call_id, promised_on, due_on, amount_ngwee, paid_before_ngwee,
         actor, made_at)
       select borrower_id, loan_id, 1, '2026-11-01', '2026-11-10', 100, 0, 'staff:mary', now() from loan
       where loan_id = $1`,
    ['each open promise to pay waits for its day or for a payment under way'],
  ],
  [
    'an agency that has a loan which was late long ago',
    'late',
    `${APPROVED_HANDOVER} update arrears_work set ended_on = '2026-01-01' where loan_id = $1`,
    ['each loan that an agency has is late'],
  ],
  [
    'a loan that one person alone handed to an agency',
    'late',
    `${APPROVED_HANDOVER} update agency_placement set approved_by = actor`,
    ['each hand-over of a loan to an agency was approved by a second person'],
  ],
];
