import { type Statement, statement } from '../../platform/database.ts';
import { adoptedMobileHash } from '../adopted-mobile-hash.ts';
import {
  type Column,
  columnsOfChanges,
  columnsOfDays,
  recordType,
  selectList,
  setList,
} from '../column-table.ts';
import { insertGiftedCoupons } from '../coupon/coupon-gifts.ts';
import { insertWheelChances } from '../coupon/wheel-chances.ts';
import { keepAnswer } from '../idempotency/keep-answer.ts';
import { insertLoanEvents } from '../ledger/events.ts';
import { insertTransfers } from '../ledger/transfers.ts';
import {
  instalmentColumns,
  instalmentKeyColumns,
  loanColumns,
  loanKeyColumns,
} from '../loan/loan-columns.ts';
import { insertMessages } from '../message/messages.ts';
import { insertAttempts } from '../payment-attempt/insert-attempts.ts';
import { insertPlacements } from '../suspense/placement.ts';
import { insertTraces } from '../trace/borrower-trace.ts';
import { WRITTEN_REVIEWS } from './write-reviews.ts';

const changedLoanColumns = columnsOfChanges(loanColumns);
const changedInstalmentColumns = columnsOfChanges(instalmentColumns);
const dayLoanColumns = columnsOfDays(loanColumns);
const dayInstalmentColumns = columnsOfDays(instalmentColumns);

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

/**
 * The parts of a batch. Each part is a CTE that writes the JSON records in the parameter of its name. `entries` holds
 * the loans that are written, each with its entry. These parts belong to new loans and to changes of existing ones.
 */
const COMMON_PARTS = {
  transfers: `inserted_transfers as (
    ${insertTransfers({ records: '$transfers', entries: 'entries', joinedBy: OF_LOAN })}
  )`,
  events: `inserted_events as (
    ${insertLoanEvents({ records: '$events', entries: 'entries' })}
  )`,
  messages: `inserted_messages as (
    ${insertMessages({
      borrowerId: 'a.borrower_id',
      loanId: 'a.loan_id',
      kind: 'm.kind',
      figures: 'm.figures',
      on: 'm.on_day',
      at: 'a.recorded_at',
      payerAttemptId: 'm.payer_attempt_id',
      from: `json_to_recordset($messages::json) as m(loan_id bigint, kind text, figures jsonb, on_day date,
      payer_attempt_id uuid)
    join entries a on a.loan_id = m.loan_id`,
    })}
  )`,
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
  keys: `kept_answers as (
    ${keepAnswer({
      borrowerId: 'a.borrower_id',
      keyHash: `decode(k.key_hash, 'hex')`,
      inputHash: `decode(k.input_hash, 'hex')`,
      answer: 'k.answer',
      at: 'a.recorded_at',
      from: `json_to_recordset($keys::json) as k(loan_id bigint, key_hash text, input_hash text, answer jsonb)
    join entries a on a.loan_id = k.loan_id`,
    })}
  )`,
} as const;

/** The parts that belong only to changes of existing loans. */
const PARTS_OF_CHANGES = {
  standings: `updated_standings as (
    update borrower_standing s set wallet_ngwee = s.wallet_ngwee + t.wallet_change_ngwee,
      ladder_step = coalesce(t.ladder_step, s.ladder_step), on_time_loans = coalesce(t.on_time_loans, s.on_time_loans)
    from json_to_recordset($standings::json) as t(loan_id bigint, wallet_change_ngwee bigint, ladder_step integer,
      on_time_loans integer)
    join entries a on a.loan_id = t.loan_id
    where s.borrower_id = a.borrower_id
  )`,
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
} as const;

/** The update of instalments from the records in `$instalments`. */
function updateInstalments(columns: readonly Column[]): string {
  return `updated_instalments as (
    update instalment n set ${setList(columns, 'i')}
    from json_to_recordset($instalments::json) as i(${recordType([...instalmentKeyColumns, ...columns])})
    join entries a on a.borrower_id = i.borrower_id and a.loan_id = i.loan_id
    where n.borrower_id = i.borrower_id and n.loan_id = i.loan_id and n.period = i.period
  )`;
}

/**
 * Writes a batch of changes of existing loans, each only where the loan is still at the version that was decided on.
 * Returns the loans that were written. The others have changed meanwhile and are decided again.
 */
export const writeChanges = batchStatement(
  'posting line: write',
  `with changed_loans as (
    select * from json_to_recordset($loans::json) as r(${recordType([...loanKeyColumns, ...changedLoanColumns])},
      payout_account_id bigint, signed_terms jsonb, signed_principal_ngwee bigint)
  ),
  ${LOCKED_LOANS_AND_ENTRIES},
  updated_loans as (
    update loan l set version = l.version + 1, ${setList(changedLoanColumns, 'r')},
      account_id = coalesce(r.payout_account_id, l.account_id),
      terms = coalesce(r.signed_terms, l.terms), principal_ngwee = coalesce(r.signed_principal_ngwee, l.principal_ngwee),
      disbursed_at = case when l.disbursed_on is null and r.disbursed_on is not null
        then $at::timestamptz else l.disbursed_at end
    from changed_loans r join entries a on a.borrower_id = r.borrower_id and a.loan_id = r.loan_id
    where l.borrower_id = r.borrower_id and l.loan_id = r.loan_id
  )`,
  {
    ...COMMON_PARTS,
    instalments: updateInstalments(changedInstalmentColumns),
    // The plans of terms that were signed take the place of the earlier ones. The database removes those beyond the last.
    signedInstalments: `signed_instalments as (
    insert into instalment (borrower_id, loan_id, ${selectList(instalmentColumns)})
    select a.borrower_id, a.loan_id, ${selectList(instalmentColumns, 'i')}
    from json_to_recordset($signedInstalments::json) as i(loan_id bigint, ${recordType(instalmentColumns)})
    join entries a on a.loan_id = i.loan_id
    on conflict (borrower_id, loan_id, period) do update set ${setList(changedInstalmentColumns, 'excluded')}
  )`,
    ...PARTS_OF_CHANGES,
  },
);

/**
 * The same for changes by passing days only, which most changes at the end of a day are. It writes only the columns
 * that change with days.
 */
export const writeDays = batchStatement(
  'posting line: write days',
  `with changed_loans as (
    select * from json_to_recordset($loans::json) as r(${recordType([...loanKeyColumns, ...dayLoanColumns])})
  ),
  ${LOCKED_LOANS_AND_ENTRIES},
  updated_loans as (
    update loan l set version = l.version + 1, ${setList(dayLoanColumns, 'r')}
    from changed_loans r join entries a on a.borrower_id = r.borrower_id and a.loan_id = r.loan_id
    where l.borrower_id = r.borrower_id and l.loan_id = r.loan_id
  )`,
  {
    transfers: COMMON_PARTS.transfers,
    events: COMMON_PARTS.events,
    instalments: updateInstalments(dayInstalmentColumns),
  },
);

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

type Written = { loan_id: number };
type BatchValues<Part extends string> = { loans: string; at: Date } & { [Name in Part]?: string };

/**
 * Makes one prepared statement for each set of parts that a batch can have. A part without records is left out, because
 * running it on nothing would take longer than the rest of a small batch.
 */
function batchStatement<Part extends string>(
  name: string,
  loans: string,
  parts: Record<Part, string>,
): (batch: {
  loans: unknown[];
  at: Date;
  rows: Record<Part, unknown[]>;
}) => [Statement<Written, BatchValues<Part>>, BatchValues<Part>] {
  const partNames = Object.keys(parts) as Part[];
  const statements = new Map<string, Statement<Written, BatchValues<Part>>>();

  function statementOf(present: Part[]): Statement<Written, BatchValues<Part>> {
    // PostgreSQL cuts a name after 63 bytes, so parts are numbered in it.
    const fullName = `${name} ${present.map((part) => partNames.indexOf(part)).join('.')}`;
    const known = statements.get(fullName);
    if (known) return known;
    const ctes = [loans, ...present.map((part) => parts[part])];
    const made = statement<Written, BatchValues<Part>>(
      fullName,
      `${ctes.join(',\n  ')}\n  select loan_id from entries`,
    );
    statements.set(fullName, made);
    return made;
  }

  return (batch) => {
    const present = partNames.filter((part) => batch.rows[part].length > 0);
    const records = Object.fromEntries(present.map((part) => [part, JSON.stringify(batch.rows[part])]));
    const values = { loans: JSON.stringify(batch.loans), at: batch.at, ...records };
    return [statementOf(present), values as BatchValues<Part>];
  };
}
