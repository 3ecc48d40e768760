import { adoptedMobileHash } from '../adopted-mobile-hash.ts';
import {
  ALL_GROUPS,
  type ColumnGroups,
  columnsOfGroups,
  NO_GROUPS,
  selectList,
  setList,
} from '../column-table.ts';
import { insertGiftedCoupons } from '../coupon/coupon-gifts.ts';
import { insertWheelChances } from '../coupon/wheel-chances.ts';
import { keepAnswer } from '../idempotency/keep-answer.ts';
import { EVENT_RECORD, insertLoanEvents } from '../ledger/events.ts';
import { insertTransfers, TRANSFER_RECORD } from '../ledger/transfers.ts';
import {
  instalmentColumns,
  instalmentKeyColumns,
  loanColumns,
  loanKeyColumns,
} from '../loan/loan-columns.ts';
import { insertMessages } from '../message/messages.ts';
import { insertAttempts } from '../payment-attempt/insert-attempts.ts';
import { arrayTable, columnsOfRecord, recordType } from '../record-table.ts';
import { insertPlacements } from '../suspense/placement.ts';
import { insertTraces } from '../trace/borrower-trace.ts';
import { type Batch, batchStatement, type Part, type Written } from './batch-statement.ts';
import { WRITTEN_REVIEWS } from './write-reviews.ts';

/**
 * Locks the loans that are still at the version that was read, always in the same order, and numbers an entry for each.
 */
const LOCKED_LOANS_AND_ENTRIES = `locked_loans as materialized (
    select r.borrower_id, r.loan_id
    from loan l join changed_loans r on r.borrower_id = l.borrower_id and r.loan_id = l.loan_id
    where l.version = r.version
    order by l.borrower_id, l.loan_id
    for update of l
  ),
  entries as materialized (
    select borrower_id, loan_id, nextval('ledger_entry_id') as entry_id, $at::timestamptz as recorded_at
    from locked_loans
  )`;

const OF_LOAN = 'a.loan_id = t.loan_id';

const MESSAGE_RECORD = columnsOfRecord(
  'loan_id bigint, kind text, figures jsonb, on_day date, payer_attempt_id uuid',
);
const KEY_RECORD = columnsOfRecord('loan_id bigint, key_hash text, input_hash text, answer json');
const STANDING_RECORD = columnsOfRecord(
  'loan_id bigint, wallet_change_ngwee bigint, ladder_step integer, on_time_loans integer',
);

/**
 * The parts that belong to new loans and to changes of existing ones. `entries` holds the loans that are written, each
 * with its entry.
 */
const COMMON_PARTS = {
  transfers: {
    columns: TRANSFER_RECORD,
    sql: `inserted_transfers as (
    ${insertTransfers({ records: 'transfers', table: arrayTable, entries: 'entries', joinedBy: OF_LOAN })}
  )`,
  },
  events: {
    columns: EVENT_RECORD,
    sql: `inserted_events as (
    ${insertLoanEvents({ records: 'events', table: arrayTable, entries: 'entries' })}
  )`,
  },
  messages: {
    columns: MESSAGE_RECORD,
    sql: `inserted_messages as (
    ${insertMessages({
      borrowerId: 'a.borrower_id',
      loanId: 'a.loan_id',
      kind: 'm.kind',
      figures: 'm.figures',
      on: 'm.on_day',
      at: 'a.recorded_at',
      payerAttemptId: 'm.payer_attempt_id',
      from: `${arrayTable('messages', 'm', MESSAGE_RECORD)} join entries a on a.loan_id = m.loan_id`,
    })}
  )`,
  },
  attempts: insertAttempts({ records: '$attempts', entries: 'entries', joinedBy: 'a.loan_id = n.loan_id' }),
  acceptances: `inserted_acceptances as (
    insert into loan_acceptance (borrower_id, loan_id, loan_version, contract_version, shown, shown_hash, purpose,
      app_version_code, app_channel_code, agreed_at)
    select a.borrower_id, a.loan_id, c.loan_version, c.contract_version, c.shown, c.shown_hash, c.purpose,
      c.app_version_code, c.app_channel_code, $at::timestamptz
    from json_to_recordset($acceptances::json) as c(loan_id bigint, loan_version integer, contract_version text,
      shown jsonb, shown_hash text, purpose text, app_version_code text, app_channel_code text)
    join entries a on a.loan_id = c.loan_id
  )`,
  coupons: `updated_coupons as (
    update borrower_coupon b set state = c.state, used_on = c.used_on,
      loan_id = case when c.state = 'usable' then null else a.loan_id end
    from json_to_recordset($coupons::json) as c(loan_id bigint, user_coupon_id bigint, state text, used_on date)
    join entries a on a.loan_id = c.loan_id
    where b.borrower_id = a.borrower_id and b.user_coupon_id = c.user_coupon_id
  )`,
  keys: {
    columns: KEY_RECORD,
    sql: `kept_answers as (
    ${keepAnswer({
      borrowerId: 'a.borrower_id',
      keyHash: `decode(k.key_hash, 'hex')`,
      inputHash: `decode(k.input_hash, 'hex')`,
      answer: 'k.answer',
      at: 'a.recorded_at',
      from: `${arrayTable('keys', 'k', KEY_RECORD)} join entries a on a.loan_id = k.loan_id`,
    })}
  )`,
  },
} as const satisfies Record<string, Part>;

/** The parts that belong only to changes of existing loans. */
const PARTS_OF_CHANGES = {
  standings: {
    columns: STANDING_RECORD,
    sql: `updated_standings as (
    update borrower_standing s set wallet_ngwee = s.wallet_ngwee + t.wallet_change_ngwee,
      ladder_step = coalesce(t.ladder_step, s.ladder_step), on_time_loans = coalesce(t.on_time_loans, s.on_time_loans)
    from ${arrayTable('standings', 't', STANDING_RECORD)} join entries a on a.loan_id = t.loan_id
    where s.borrower_id = a.borrower_id
  )`,
  },
  occasions: `inserted_coupons as (
    ${insertGiftedCoupons({
      borrowerId: 'a.borrower_id',
      source: 'o.occasion',
      forLoanId: 'a.loan_id',
      on: 'g.on_day',
      at: '$at::timestamptz',
      from: `json_to_recordset($occasions::json) as g(loan_id bigint, occasion text, on_day date)
        join entries a on a.loan_id = g.loan_id join standing_coupon_offer o on o.occasion = g.occasion`,
    })}
    on conflict do nothing
  ),
  inserted_chances as (
    ${insertWheelChances({
      borrowerId: 'a.borrower_id',
      occasion: 'g.occasion',
      forLoanId: 'a.loan_id',
      on: 'g.on_day',
      at: '$at::timestamptz',
      from: `json_to_recordset($occasions::json) as g(loan_id bigint, occasion text, on_day date)
        join entries a on a.loan_id = g.loan_id`,
    })}
  )`,
  attemptEnds: `ended_attempts as (
    update payment_attempt p set state = e.state,
      operator_reference = coalesce(e.operator_reference, p.operator_reference),
      failure_reason = e.failure_reason, receipt_no = e.receipt_no, finished_at = $at::timestamptz, next_step_at = null
    from json_to_recordset($attemptEnds::json) as e(loan_id bigint, attempt_id uuid, state text,
      operator_reference text, failure_reason text, receipt_no text)
    join entries a on a.loan_id = e.loan_id
    where p.borrower_id = a.borrower_id and p.attempt_id = e.attempt_id
  )`,
  supersedings: `superseded_attempts as (
    update payment_attempt p set state = 'failed', failure_reason = 'superseded', finished_at = $at::timestamptz,
      next_step_at = null
    from json_to_recordset($supersedings::json) as e(loan_id bigint, attempt_id uuid)
    join entries a on a.loan_id = e.loan_id
    where p.borrower_id = a.borrower_id and p.loan_id = a.loan_id and p.purpose = 'loan_payout'
      and p.attempt_id <> e.attempt_id and p.state = 'created'
  )`,
  reviews: WRITTEN_REVIEWS,
  placements: insertPlacements({
    records: '$placements',
    entries: 'entries',
    joinedBy: 'a.loan_id = r.loan_id',
  }),
  // A difference that was resolved meanwhile gets no state, which the table refuses: the statement fails as a whole.
  takenBack: `resolved_differences as (
    update reconciliation_difference d set state = case d.state when 'open' then 'resolved' end,
      resolution = 'taken_back', actor = r.actor, reason = r.reason, request_id = r.request_id,
      approved_by = r.approved_by, resolved_at = a.recorded_at, entry_id = a.entry_id
    from json_to_recordset($takenBack::json) as r(loan_id bigint, difference_id bigint, reason text, actor text,
      request_id bigint, approved_by text)
    join entries a on a.loan_id = r.loan_id
    where d.difference_id = r.difference_id
  )`,
  // The plans of terms that were signed take the place of the earlier ones. The database removes those beyond the last.
  signedInstalments: `signed_instalments as (
    insert into instalment (borrower_id, loan_id, ${selectList(instalmentColumns)})
    select a.borrower_id, a.loan_id, ${selectList(instalmentColumns, 'i')}
    from json_to_recordset($signedInstalments::json) as i(loan_id bigint, ${recordType(instalmentColumns)})
    join entries a on a.loan_id = i.loan_id
    on conflict (borrower_id, loan_id, period) do update
      set ${setList(columnsOfGroups(instalmentColumns, ALL_GROUPS), 'excluded')}
  )`,
} as const satisfies Record<string, Part>;

/** What an application gets that goes to another account, or whose other terms were signed. */
const APPLICATION_RECORD = columnsOfRecord(
  'payout_account_id bigint, signed_terms jsonb, signed_principal_ngwee bigint',
);

const WRITTEN_OF_APPLICATION = `account_id = coalesce(r.payout_account_id, l.account_id),
      terms = coalesce(r.signed_terms, l.terms), principal_ngwee = coalesce(r.signed_principal_ngwee, l.principal_ngwee)`;

/** Which columns a batch of changes writes. */
export type WrittenColumns = { loan: ColumnGroups; instalments: ColumnGroups; hasApplications: boolean };

function updateLoans({ loan, hasApplications }: WrittenColumns): Part {
  const changed = columnsOfGroups(loanColumns, loan);
  const columns = [...loanKeyColumns, ...changed, ...(hasApplications ? APPLICATION_RECORD : [])];
  const assignments = [
    'version = l.version + 1',
    ...(changed.length > 0 ? [setList(changed, 'r')] : []),
    ...(hasApplications ? [WRITTEN_OF_APPLICATION] : []),
    ...(changed.some(({ name }) => name === 'disbursed_on')
      ? [
          `disbursed_at = case when l.disbursed_on is null and r.disbursed_on is not null
        then $at::timestamptz else l.disbursed_at end`,
        ]
      : []),
  ];
  return {
    columns,
    sql: `with changed_loans as (
    select * from ${arrayTable('loans', 'r', columns)}
  ),
  ${LOCKED_LOANS_AND_ENTRIES},
  updated_loans as (
    update loan l set ${assignments.join(',\n      ')}
    from changed_loans r join entries a on a.borrower_id = r.borrower_id and a.loan_id = r.loan_id
    where l.borrower_id = r.borrower_id and l.loan_id = r.loan_id
  )`,
  };
}

function updateInstalments({ instalments }: WrittenColumns): Part {
  const changed = columnsOfGroups(instalmentColumns, instalments);
  const columns = [...instalmentKeyColumns, ...changed];
  return {
    columns,
    sql: `updated_instalments as (
    update instalment n set ${setList(changed, 'i')}
    from ${arrayTable('instalments', 'i', columns)}
    join entries a on a.borrower_id = i.borrower_id and a.loan_id = i.loan_id
    where n.borrower_id = i.borrower_id and n.loan_id = i.loan_id and n.period = i.period
  )`,
  };
}

const CHANGE_PARTS = { ...COMMON_PARTS, ...PARTS_OF_CHANGES };

type ChangePart = keyof typeof CHANGE_PARTS | 'instalments';
type ChangeStatements = (batch: Batch<ChangePart>) => Written;
const changeStatements = new Map<string, ChangeStatements>();

/**
 * Writes a batch of changes of existing loans, each only where the loan is still at the version that was decided on.
 * Returns the loans that were written. The others have changed meanwhile and are decided again. There is a statement for
 * each set of columns, because most batches change few of them.
 */
export function writeChanges(batch: Batch<ChangePart>, written: WrittenColumns): Written {
  const name = `posting line: write ${written.loan}.${written.instalments}${written.hasApplications ? 'a' : ''}`;
  const known = changeStatements.get(name);
  if (known) return known(batch);
  const instalments = written.instalments === NO_GROUPS ? {} : { instalments: updateInstalments(written) };
  const made = batchStatement(name, updateLoans(written), { ...CHANGE_PARTS, ...instalments } as Record<
    ChangePart,
    Part
  >);
  changeStatements.set(name, made);
  return made(batch);
}

const openedLoanColumns = loanColumns.filter(({ name }) => name !== 'version');

/**
 * Writes new loans and returns those that were written. A borrower with an open loan gets no second one, a loan gets no
 * coupon that was taken meanwhile, and a deleted account gets no loan. Another identity than the judged one gets none
 * either: it is held, so that it stays until the loan stands. A loan that was taken on was not judged by an identity.
 * The reading of a card and a pass of the face belong to the picture of the identity, so they need no lock of their own.
 * Applications are counted, so that a deletion that was decided on before this application fails.
 */
export const writeOpenings = batchStatement(
  'posting line: open',
  `with new_loans as (
    select * from json_to_recordset($loans::json) as r(${recordType(loanColumns)}, account_id bigint,
      principal_ngwee bigint, disbursed_at timestamptz, identity_sealed text)
  ),
  present_borrowers as materialized (
    select s.borrower_id from borrower_standing s join new_loans r on r.borrower_id = s.borrower_id
    where s.deleted_at is null order by s.borrower_id for no key update of s
  ),
  judged_identities as materialized (
    select i.borrower_id from borrower_identity i join new_loans r on r.borrower_id = i.borrower_id
    where i.identity_sealed = decode(r.identity_sealed, 'base64')
      and r.borrower_id in (select borrower_id from present_borrowers)
    order by i.borrower_id for share of i
  ),
  counted_applications as (
    update borrower_standing s set applications = s.applications + 1
    from present_borrowers p where s.borrower_id = p.borrower_id
  ),
  inserted_loans as (
    insert into loan (version, ${selectList(openedLoanColumns)}, account_id, principal_ngwee, applied_at, disbursed_at)
    select r.version + 1, ${selectList(openedLoanColumns, 'r')}, r.account_id, r.principal_ngwee, $at::timestamptz,
      r.disbursed_at
    from new_loans r join present_borrowers p on p.borrower_id = r.borrower_id
    where (r.coupon is null or exists (select from borrower_coupon u where u.borrower_id = r.borrower_id
        and u.user_coupon_id = (r.coupon ->> 'userCouponId')::bigint and u.state = 'usable'))
      and (r.identity_sealed is null or r.borrower_id in (select borrower_id from judged_identities))
    order by r.borrower_id
    on conflict do nothing
    returning borrower_id, loan_id
  ),
  entries as materialized (
    select borrower_id, loan_id, nextval('ledger_entry_id') as entry_id, $at::timestamptz as recorded_at
    from inserted_loans
  )`,
  {
    ...COMMON_PARTS,
    instalments: `inserted_instalments as (
    insert into instalment (borrower_id, loan_id, ${selectList(instalmentColumns)})
    select a.borrower_id, a.loan_id, ${selectList(instalmentColumns, 'i')}
    from json_to_recordset($instalments::json) as i(loan_id bigint, ${recordType(instalmentColumns)})
    join entries a on a.loan_id = i.loan_id
  )`,
    traces: `inserted_traces as (
    ${insertTraces({
      kind: 't.kind',
      subjectHashes: 'subject.hashes',
      borrowerId: 'a.borrower_id',
      at: '$at::timestamptz',
      from: `json_to_recordset($traces::json) as t(loan_id bigint, kind text, subject_hashes bytea[])
    join entries a on a.loan_id = t.loan_id
    cross join lateral (select case when t.kind = 'payout_number'
      then array[${adoptedMobileHash('t.subject_hashes')}] else t.subject_hashes end) as subject(hashes)`,
    })}
  )`,
    decisions: `inserted_decisions as (
    insert into loan_decision (borrower_id, loan_id, outcome, points, reasons, inputs, versions,
      may_apply_again_on, decided_at)
    select a.borrower_id, a.loan_id, d.outcome, d.points, d.reasons, d.inputs, d.versions, d.may_apply_again_on,
      $at::timestamptz
    from json_to_recordset($decisions::json) as d(loan_id bigint, outcome text, points integer, reasons jsonb,
      inputs jsonb, versions jsonb, may_apply_again_on date)
    join entries a on a.loan_id = d.loan_id
  )`,
  },
);
