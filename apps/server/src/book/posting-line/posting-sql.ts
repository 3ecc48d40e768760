import type { OperatorName } from '@thumba/lending/ledger';
import type { Coupon } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { type Statement, statement } from '../../platform/database.ts';
import { insertGiftedCoupons } from '../coupon/coupon-gifts.ts';
import { insertWheelChances } from '../coupon/wheel-chances.ts';
import { INSTALMENTS_OF_LOAN, type InstalmentTuple, LOAN_COLUMNS, type LoanRow } from '../loan/loan-row.ts';
import type { AttemptState, CouponState } from './posting.ts';

export type SubjectRow = { ordinal: number } & { [Column in keyof LoanRow]: LoanRow[Column] | null } & {
  instalments: InstalmentTuple[] | null;
  wallet_ngwee: Ngwee | null;
  ladder_step: number | null;
  on_time_loans: number | null;
  attempt_state: AttemptState | null;
  chosen_account_id: number | null;
  chosen_operator: OperatorName | null;
  chosen_coupon: Coupon | null;
  chosen_coupon_state: CouponState | null;
  chosen_coupon_loan_id: number | null;
  input_hash: Buffer | null;
  answer: unknown;
};

/** A coupon's columns, as the value that rules work on. */
export const COUPON_AS_JSON = `case when u.user_coupon_id is not null then json_build_object(
  'userCouponId', u.user_coupon_id, 'name', u.name, 'worth', u.worth, 'minPlanNgwee', u.min_plan_ngwee,
  'validFrom', u.valid_from, 'validTo', u.valid_to) end`;

/**
 * Everything that a batch of decisions looks at, in one query. PostgreSQL plans anew for arrays whose length it sees,
 * which costs a batch of one more than its work; behind a sub-select it cannot see it and keeps its plan.
 */
export const readSubjects = statement<SubjectRow>(
  'posting line: read',
  `select i.ordinal, ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN},
     s.wallet_ngwee, s.ladder_step, s.on_time_loans,
     a.state as attempt_state, k.input_hash, k.answer,
     c.account_id as chosen_account_id, c.operator as chosen_operator,
     ${COUPON_AS_JSON} as chosen_coupon, u.state as chosen_coupon_state, u.loan_id as chosen_coupon_loan_id
   from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::uuid[]), (select $4::bytea[]),
     (select $5::bigint[]), (select $6::bigint[])) with ordinality
     as i(borrower_id, loan_id, attempt_id, key_hash, account_id, user_coupon_id, ordinal)
   left join loan l on l.borrower_id = i.borrower_id and l.loan_id = i.loan_id
   left join borrower_standing s on s.borrower_id = i.borrower_id
   left join payment_attempt a on a.borrower_id = i.borrower_id and a.attempt_id = i.attempt_id
   left join idempotency_key k on k.borrower_id = i.borrower_id and k.key_hash = i.key_hash
   left join repay_account c on c.borrower_id = i.borrower_id
     and (c.account_id = i.account_id or (i.account_id = 0 and c.is_default))
   left join borrower_coupon u on u.borrower_id = i.borrower_id and u.user_coupon_id = i.user_coupon_id`,
);

/** The same for decisions that look at nothing but loans and where their borrowers stand. */
export const readLoans = statement<SubjectRow>(
  'posting line: read loans',
  `select i.ordinal, ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN},
     s.wallet_ngwee, s.ladder_step, s.on_time_loans,
     null as attempt_state, null as input_hash, null as answer, null as chosen_account_id, null as chosen_operator,
     null as chosen_coupon, null as chosen_coupon_state, null as chosen_coupon_loan_id
   from unnest((select $1::bigint[]), (select $2::bigint[])) with ordinality as i(borrower_id, loan_id, ordinal)
   left join loan l on l.borrower_id = i.borrower_id and l.loan_id = i.loan_id
   left join borrower_standing s on s.borrower_id = i.borrower_id`,
);

const LOAN_VALUES = `state = r.state,
  account_id = coalesce(r.payout_account_id, l.account_id), received_ngwee = r.received_ngwee, disbursed_on = r.disbursed_on,
  closed_on = r.closed_on, accrued_through_on = r.accrued_through_on,
  interest_earned_ngwee = r.interest_earned_ngwee, fee_earned_ngwee = r.fee_earned_ngwee,
  extensions_used = r.extensions_used, extension_fees_ngwee = r.extension_fees_ngwee,
  worst_days_late = r.worst_days_late, pending_attempt_id = r.pending_attempt_id,
  pending_period = r.pending_period, pending_amount_ngwee = r.pending_amount_ngwee,
  pending_since_on = r.pending_since_on, pending_purpose = r.pending_purpose,
  pending_quoted = r.pending_quoted, coupon = r.coupon, ladder_move = r.ladder_move,
  reversed_postings = r.reversed_postings, next_event_on = r.next_event_on`;

const LOAN_RECORD = `borrower_id bigint, loan_id bigint, version integer, state text, received_ngwee bigint,
  disbursed_on date, closed_on date, accrued_through_on date, interest_earned_ngwee bigint,
  fee_earned_ngwee bigint, extensions_used integer, extension_fees_ngwee bigint, worst_days_late integer,
  pending_attempt_id uuid, pending_period integer, pending_amount_ngwee bigint, pending_since_on date,
  pending_purpose text, pending_quoted jsonb, coupon jsonb, ladder_move jsonb, reversed_postings jsonb,
  next_event_on date, payout_account_id bigint`;

const INSTALMENT_RECORD = `borrower_id bigint, loan_id bigint, period integer, starts_on date, due_on date,
  state text, principal_ngwee bigint, interest_ngwee bigint, fee_ngwee bigint, penalty_ngwee bigint,
  principal_paid_ngwee bigint, interest_paid_ngwee bigint, fee_paid_ngwee bigint, penalty_paid_ngwee bigint,
  penalty_runs jsonb, days_late integer, discount_ngwee bigint, penalty_waived_ngwee bigint,
  earlier_due_dates jsonb`;

/** The loans that are still as they had been read, locked in one order for everybody, each with its entry. */
const LOCKED_AND_APPLIED = `locked as materialized (
    select r.borrower_id, r.loan_id
    from loan l join wanted r on r.borrower_id = l.borrower_id and r.loan_id = l.loan_id
    where l.version = r.version
    order by l.borrower_id, l.loan_id
    for update of l
  ),
  applied as materialized (
    select borrower_id, loan_id, nextval('ledger_entry_id') as entry_id, $2::timestamptz as recorded_at from locked
  )`;

/** What is written with a loan: one part for each kind of row, made from the parameter that holds the rows as JSON. */
type Part = (rows: string) => string;

/** What follows from a change, whether the loan is new or not: `applied` names the loans that were written. */
const CONSEQUENCES = {
  transfers: (rows) => `book as (
    insert into ledger_transfer (borrower_id, entry_id, line, loan_id, debit_account, credit_account,
      amount_ngwee, business_on, recorded_at)
    select a.borrower_id, a.entry_id, t.line, a.loan_id, t.debit_account, t.credit_account, t.amount_ngwee,
      t.business_on, a.recorded_at
    from json_to_recordset(${rows}::json) as t(loan_id bigint, line integer, debit_account text,
      credit_account text, amount_ngwee bigint, business_on date)
    join applied a on a.loan_id = t.loan_id
  )`,
  events: (rows) => `history as (
    insert into loan_event (borrower_id, entry_id, ordinal, loan_id, loan_version, kind, on_day, detail, actor,
      recorded_at)
    select a.borrower_id, a.entry_id, e.ordinal, a.loan_id, e.loan_version, e.kind, e.on_day, e.detail, e.actor,
      a.recorded_at
    from json_to_recordset(${rows}::json) as e(loan_id bigint, ordinal integer, loan_version integer, kind text,
      on_day date, detail jsonb, actor text)
    join applied a on a.loan_id = e.loan_id
  )`,
  messages: (rows) => `words as (
    insert into message (borrower_id, loan_id, kind, figures, on_day, payer_attempt_id, created_at, next_try_at)
    select a.borrower_id, a.loan_id, m.kind, m.figures, m.on_day, m.payer_attempt_id, a.recorded_at, a.recorded_at
    from json_to_recordset(${rows}::json) as m(loan_id bigint, kind text, figures jsonb, on_day date,
      payer_attempt_id uuid)
    join applied a on a.loan_id = m.loan_id
  )`,
  attempts: (rows) => `attempts as (
    insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, period, amount_ngwee,
      operator, msisdn_sealed, payer, state, submitted_on, quoted, created_at, next_step_at)
    select a.borrower_id, n.attempt_id, a.loan_id, n.direction, n.purpose, n.period, n.amount_ngwee,
      coalesce(n.operator, c.operator), coalesce(decode(n.msisdn_sealed, 'hex'), c.mobile_sealed), n.payer, 'created',
      n.submitted_on, n.quoted, a.recorded_at, a.recorded_at
    from json_to_recordset(${rows}::json) as n(loan_id bigint, attempt_id uuid, direction text, purpose text,
      period integer, amount_ngwee bigint, account_id bigint, operator text, msisdn_sealed text, payer text,
      submitted_on date, quoted jsonb)
    join applied a on a.loan_id = n.loan_id
    left join repay_account c on c.borrower_id = a.borrower_id and c.account_id = n.account_id
    returning borrower_id, attempt_id
  ),
  attempt_lookup as (
    insert into payment_by_attempt (attempt_id, borrower_id) select attempt_id, borrower_id from attempts
  )`,
  coupons: (rows) => `coupons as (
    update borrower_coupon b set state = c.state, used_on = c.used_on,
      loan_id = case when c.state = 'usable' then null else a.loan_id end
    from json_to_recordset(${rows}::json) as c(loan_id bigint, user_coupon_id bigint, state text, used_on date)
    join applied a on a.loan_id = c.loan_id
    where b.borrower_id = a.borrower_id and b.user_coupon_id = c.user_coupon_id
  )`,
  keys: (rows) => `keys as (
    insert into idempotency_key (borrower_id, key_hash, input_hash, answer, created_at)
    select a.borrower_id, decode(k.key_hash, 'hex'), decode(k.input_hash, 'hex'), k.answer, a.recorded_at
    from json_to_recordset(${rows}::json) as k(loan_id bigint, key_hash text, input_hash text, answer jsonb)
    join applied a on a.loan_id = k.loan_id
  )`,
} satisfies Record<string, Part>;

/**
 * Writes a batch of changes to loans that exist: each only if the loan is still at the version that was decided
 * on. Answers the loans that were written; the others moved on meanwhile and are decided again.
 */
export const writeChanges = batchStatement(
  'posting line: write',
  `with wanted as (select * from json_to_recordset($1::json) as r(${LOAN_RECORD})),
  ${LOCKED_AND_APPLIED},
  loans as (
    update loan l set version = l.version + 1, ${LOAN_VALUES},
      disbursed_at = case when l.disbursed_on is null and r.disbursed_on is not null
        then $2::timestamptz else l.disbursed_at end
    from wanted r join applied a on a.borrower_id = r.borrower_id and a.loan_id = r.loan_id
    where l.borrower_id = r.borrower_id and l.loan_id = r.loan_id
  )`,
  {
    ...CONSEQUENCES,
    instalments: (rows) => `instalments as (
    update instalment n set starts_on = i.starts_on, due_on = i.due_on, state = i.state,
      principal_ngwee = i.principal_ngwee, interest_ngwee = i.interest_ngwee, fee_ngwee = i.fee_ngwee,
      penalty_ngwee = i.penalty_ngwee, principal_paid_ngwee = i.principal_paid_ngwee,
      interest_paid_ngwee = i.interest_paid_ngwee, fee_paid_ngwee = i.fee_paid_ngwee,
      penalty_paid_ngwee = i.penalty_paid_ngwee, penalty_runs = i.penalty_runs,
      days_late = i.days_late, discount_ngwee = i.discount_ngwee,
      penalty_waived_ngwee = i.penalty_waived_ngwee, earlier_due_dates = i.earlier_due_dates
    from json_to_recordset(${rows}::json) as i(${INSTALMENT_RECORD})
    join applied a on a.borrower_id = i.borrower_id and a.loan_id = i.loan_id
    where n.borrower_id = i.borrower_id and n.loan_id = i.loan_id and n.period = i.period
  )`,
    standings: (rows) => `standing as (
    update borrower_standing s set wallet_ngwee = s.wallet_ngwee + t.wallet_change_ngwee,
      ladder_step = coalesce(t.ladder_step, s.ladder_step), on_time_loans = coalesce(t.on_time_loans, s.on_time_loans)
    from json_to_recordset(${rows}::json) as t(loan_id bigint, wallet_change_ngwee bigint, ladder_step integer,
      on_time_loans integer)
    join applied a on a.loan_id = t.loan_id
    where s.borrower_id = a.borrower_id
  )`,
    occasions: (rows) => `coupons_given as (
    ${insertGiftedCoupons({
      borrowerId: 'a.borrower_id',
      source: 'o.occasion',
      forLoanId: 'a.loan_id',
      on: 'g.on_day',
      at: '$2::timestamptz',
      from: `json_to_recordset(${rows}::json) as g(loan_id bigint, occasion text, on_day date)
        join applied a on a.loan_id = g.loan_id join standing_coupon_offer o on o.occasion = g.occasion`,
    })}
    on conflict do nothing
  ),
  chances_given as (
    ${insertWheelChances({
      borrowerId: 'a.borrower_id',
      occasion: 'g.occasion',
      forLoanId: 'a.loan_id',
      on: 'g.on_day',
      at: '$2::timestamptz',
      from: `json_to_recordset(${rows}::json) as g(loan_id bigint, occasion text, on_day date)
        join applied a on a.loan_id = g.loan_id`,
    })}
  )`,
    attemptEnds: (rows) => `attempt_ends as (
    update payment_attempt p set state = e.state, operator_reference = coalesce(e.operator_reference, p.operator_reference),
      failure_reason = e.failure_reason, receipt_no = e.receipt_no, finished_at = $2::timestamptz, next_step_at = null
    from json_to_recordset(${rows}::json) as e(loan_id bigint, attempt_id uuid, state text, operator_reference text,
      failure_reason text, receipt_no text)
    join applied a on a.loan_id = e.loan_id
    where p.borrower_id = a.borrower_id and p.attempt_id = e.attempt_id
  )`,
    supersedings: (rows) => `supersedings as (
    update payment_attempt p set state = 'failed', failure_reason = 'superseded', finished_at = $2::timestamptz,
      next_step_at = null
    from json_to_recordset(${rows}::json) as e(loan_id bigint, attempt_id uuid)
    join applied a on a.loan_id = e.loan_id
    where p.borrower_id = a.borrower_id and p.loan_id = a.loan_id and p.purpose = 'loan_payout'
      and p.attempt_id <> e.attempt_id and p.state = 'created'
  )`,
    reviews: (rows) => `reviews as (
    update loan_decision d set review_outcome = r.outcome, review_reason = r.reason, reviewed_by = r.actor,
      reviewed_at = $2::timestamptz, may_apply_again_on = r.may_apply_again_on
    from json_to_recordset(${rows}::json) as r(loan_id bigint, outcome text, reason text, actor text,
      may_apply_again_on date)
    join applied a on a.loan_id = r.loan_id
    where d.borrower_id = a.borrower_id and d.loan_id = a.loan_id
  )`,
  },
);

/**
 * The same for loans that nothing but days went over: most of a book at the end of a day, of which only these columns
 * move.
 */
export const writeDays = batchStatement(
  'posting line: write days',
  `with wanted as (
    select * from json_to_recordset($1::json) as r(borrower_id bigint, loan_id bigint, version integer, state text,
      accrued_through_on date, interest_earned_ngwee bigint, fee_earned_ngwee bigint, worst_days_late integer,
      next_event_on date)
  ),
  ${LOCKED_AND_APPLIED},
  loans as (
    update loan l set version = l.version + 1, state = r.state, accrued_through_on = r.accrued_through_on,
      interest_earned_ngwee = r.interest_earned_ngwee, fee_earned_ngwee = r.fee_earned_ngwee,
      worst_days_late = r.worst_days_late, next_event_on = r.next_event_on
    from wanted r join applied a on a.borrower_id = r.borrower_id and a.loan_id = r.loan_id
    where l.borrower_id = r.borrower_id and l.loan_id = r.loan_id
  )`,
  {
    transfers: CONSEQUENCES.transfers,
    events: CONSEQUENCES.events,
    instalments: (rows) => `instalments as (
    update instalment n set state = i.state, penalty_ngwee = i.penalty_ngwee, penalty_runs = i.penalty_runs,
      days_late = i.days_late
    from json_to_recordset(${rows}::json) as i(borrower_id bigint, loan_id bigint, period integer, state text,
      penalty_ngwee bigint, penalty_runs jsonb, days_late integer)
    join applied a on a.borrower_id = i.borrower_id and a.loan_id = i.loan_id
    where n.borrower_id = i.borrower_id and n.loan_id = i.loan_id and n.period = i.period
  )`,
  },
);

/**
 * Writes new loans. A borrower who has an open one already gets no second, a coupon that is taken by now is held for
 * none, and an account that was deleted by now gets nothing: such a loan is not answered. Each application is counted,
 * so that a deletion that was decided on before it does not go through after it.
 */
export const writeOpenings = batchStatement(
  'posting line: open',
  `with wanted as (
    select * from json_to_recordset($1::json) as r(${LOAN_RECORD}, terms jsonb, account_id bigint,
      principal_ngwee bigint, applied_on date)
  ),
  present as materialized (
    select s.borrower_id from borrower_standing s join wanted r on r.borrower_id = s.borrower_id
    where s.deleted_at is null order by s.borrower_id for no key update of s
  ),
  counted as (
    update borrower_standing s set applications = s.applications + 1
    from present p where s.borrower_id = p.borrower_id
  ),
  opened as (
    insert into loan (borrower_id, loan_id, version, state, terms, account_id, principal_ngwee, received_ngwee,
      applied_at, applied_on, closed_on, coupon, next_event_on)
    select r.borrower_id, r.loan_id, r.version + 1, r.state, r.terms, r.account_id, r.principal_ngwee,
      r.received_ngwee, $2::timestamptz, r.applied_on, r.closed_on, r.coupon, r.next_event_on
    from wanted r join present p on p.borrower_id = r.borrower_id
    where r.coupon is null or exists (select from borrower_coupon u where u.borrower_id = r.borrower_id
      and u.user_coupon_id = (r.coupon ->> 'userCouponId')::bigint and u.state = 'usable')
    order by r.borrower_id
    on conflict do nothing
    returning borrower_id, loan_id
  ),
  applied as materialized (
    select borrower_id, loan_id, nextval('ledger_entry_id') as entry_id, $2::timestamptz as recorded_at from opened
  )`,
  {
    ...CONSEQUENCES,
    instalments: (rows) => `instalments as (
    insert into instalment (borrower_id, loan_id, period, starts_on, due_on, state, principal_ngwee, interest_ngwee,
      fee_ngwee)
    select a.borrower_id, a.loan_id, i.period, i.starts_on, i.due_on, i.state, i.principal_ngwee, i.interest_ngwee,
      i.fee_ngwee
    from json_to_recordset(${rows}::json) as i(${INSTALMENT_RECORD}) join applied a on a.loan_id = i.loan_id
  )`,
    acceptances: (rows) => `acceptances as (
    insert into loan_acceptance (borrower_id, loan_id, contract_version, shown, shown_hash, purpose,
      app_version_code, app_channel_code, agreed_at)
    select a.borrower_id, a.loan_id, c.contract_version, c.shown, c.shown_hash, c.purpose, c.app_version_code,
      c.app_channel_code, $2::timestamptz
    from json_to_recordset(${rows}::json) as c(loan_id bigint, contract_version text, shown jsonb, shown_hash text,
      purpose text, app_version_code text, app_channel_code text)
    join applied a on a.loan_id = c.loan_id
  )`,
    decisions: (rows) => `decisions as (
    insert into loan_decision (borrower_id, loan_id, outcome, points, reasons, inputs, versions,
      may_apply_again_on, decided_at)
    select a.borrower_id, a.loan_id, d.outcome, d.points, d.reasons, d.inputs, d.versions, d.may_apply_again_on,
      $2::timestamptz
    from json_to_recordset(${rows}::json) as d(loan_id bigint, outcome text, points integer, reasons jsonb,
      inputs jsonb, versions jsonb, may_apply_again_on date)
    join applied a on a.loan_id = d.loan_id
  )`,
  },
);

type Written = { loan_id: number; entry_id: number };

/**
 * One statement for each set of parts that a batch can have, planned once like any other: a part without rows is left
 * out, because setting it up would cost a small batch more than its rows do.
 */
function batchStatement<Name extends string>(
  name: string,
  loans: string,
  parts: Record<Name, Part>,
): (batch: { loans: unknown[]; at: Date; rows: Record<Name, unknown[]> }) => [Statement<Written>, unknown[]] {
  const names = Object.keys(parts) as Name[];
  const statements = new Map<string, Statement<Written>>();

  function statementOf(present: Name[]): Statement<Written> {
    // PostgreSQL cuts a name after 63 bytes, so parts are numbered in it.
    const fullName = `${name} ${present.map((part) => names.indexOf(part)).join('.')}`;
    const known = statements.get(fullName);
    if (known) return known;
    const texts = present.map((part, index) => parts[part](`$${index + 3}`));
    const made = statement<Written>(
      fullName,
      `${[loans, ...texts].join(',\n  ')}\n  select loan_id, entry_id from applied`,
    );
    statements.set(fullName, made);
    return made;
  }

  return (batch) => {
    const present = names.filter((part) => batch.rows[part].length > 0);
    const json = present.map((part) => JSON.stringify(batch.rows[part]));
    return [statementOf(present), [JSON.stringify(batch.loans), batch.at, ...json]];
  };
}
