import { REVERSAL_EVENT_KINDS } from '@thumba/lending/payment-event';
import { sqlList } from '../../platform/sql-list.ts';
import { BOOKED_SINCE } from './running-loans.ts';

const REVERSALS = sqlList(REVERSAL_EVENT_KINDS);
const CHANGES_WITHOUT_ROWS = sqlList(['extended', 'hardship_agreed', ...REVERSAL_EVENT_KINDS]);

/** Amounts of an account in the rows booked after the cut: what a debit adds. */
const laterAmount = (...accounts: string[]) =>
  `coalesce(sum(side.ngwee) filter (where side.account in (${accounts.map((account) => `'${account}'`).join(', ')})), 0)`;

/** A change of what an instalment owes by one posting: charged more, or paid. */
const OWED_BY_MOVE = `coalesce(m."interestNgwee", 0) + coalesce(m."feeNgwee", 0) + coalesce(m."penaltyNgwee", 0)
  - coalesce(m."principalPaidNgwee", 0) - coalesce(m."interestPaidNgwee", 0) - coalesce(m."feePaidNgwee", 0)
  - coalesce(m."penaltyPaidNgwee", 0)`;

/** How the events of rows that are named `of` are joined, as `event`. */
type EventsOf = readonly [event: string, of: string, column: 'entry_id' | 'loan_id'];

const OF_ENTRIES: EventsOf = ['e', 'entry', 'entry_id'];
const OF_CHANGED_LOANS: EventsOf = ['o', 'l', 'loan_id'];

const joinEvents = ([event, of, column]: EventsOf) =>
  `join loan_event ${event} on ${event}.borrower_id = ${of}.borrower_id and ${event}.${column} = ${of}.${column}`;

/** Looks each row up, also in a transaction that forbids nested loops: PostgreSQL has no other way to join a limited part. */
const lookEventsUp = ([event, of, column]: EventsOf) =>
  `cross join lateral (select * from loan_event found where found.borrower_id = ${of}.borrower_id
      and found.${column} = ${of}.${column} offset 0) ${event}`;

/** What was booked after the cut: the ledger rows, and what they add to the amounts of a loan. */
const LATER_ROWS = `later as materialized (
    select borrower_id, loan_id, entry_id, debit_account, credit_account, amount_ngwee
    from ledger_transfer where business_on > $cutOn::date and loan_id is not null
  ),
  later_balance as materialized (
    select l.borrower_id, l.loan_id, ${laterAmount('principal_receivable')} as principal_ngwee,
      ${laterAmount('interest_receivable', 'unearned_interest')} as interest_ngwee,
      ${laterAmount('fee_receivable', 'unearned_fee')} as fee_ngwee,
      ${laterAmount('penalty_receivable')} as penalty_ngwee,
      ${laterAmount('principal_receivable', 'interest_receivable', 'fee_receivable')} as base_ngwee,
      ${laterAmount('principal_receivable', 'interest_receivable', 'fee_receivable', 'penalty_receivable')} as owed_ngwee,
      coalesce(sum(side.ngwee) filter (where side.account in ('penalty_receivable',
        'write_off_expense') and l.credit_account = 'wallet_credit'), 0) as penalty_refund_ngwee
    from later l cross join lateral (values (l.debit_account, l.amount_ngwee),
      (l.credit_account, -l.amount_ngwee)) as side (account, ngwee)
    group by l.borrower_id, l.loan_id
  )`;

/** The events of what was booked after the cut, by one of the two ways in which they are joined. */
const laterEvents = (joined: (events: EventsOf) => string) => `later_event as materialized (
    select e.borrower_id, e.loan_id, e.entry_id, e.kind, e.on_day, e.detail
    from (
      select borrower_id, entry_id from later
      union
      -- A hardship plan, an extension at no cost and a reversal of it have no ledger row.
      select o.borrower_id, o.entry_id
      from loan l ${joined(OF_CHANGED_LOANS)}
      where (l.extensions_used > 0 or l.reversed_postings <> '[]' or l.hardship is not null)
        and o.on_day > $cutOn::date and o.kind in ${CHANGES_WITHOUT_ROWS}
    ) entry ${joined(OF_ENTRIES)}
  )`;

/** What these rows and events are taken back from, and the facts that remain. */
const FACTS_BEFORE = `-- The posting that a reversal took back, with what an earlier reversal had led to on it.
  reversed_event as materialized (
    select o.borrower_id, o.loan_id, o.entry_id, o.kind, o.on_day, o.detail
    from later_event r join loan_event o on o.borrower_id = r.borrower_id and o.loan_id = r.loan_id
      and (o.detail ->> 'receiptNo' = r.detail ->> 'reversedReceiptNo' and o.kind not in ${REVERSALS}
        or o.detail ->> 'ofReceiptNo' = r.detail ->> 'reversedReceiptNo' and o.detail ? 'posting')
    where r.kind in ${REVERSALS}
  ),
  later_posting as (
    select borrower_id, loan_id, 1 as sign,
      coalesce(detail -> 'posting' -> 'instalments', detail -> 'moves') as moves
    from later_event where detail ? 'posting' or detail ? 'moves'
    union all
    select borrower_id, loan_id, -1, detail -> 'posting' -> 'instalments' from reversed_event
  ),
  later_move as (
    select borrower_id, loan_id, period, sum(owed) as owed_ngwee, sum(waived) as waived_ngwee,
      sum(charged) as charged_ngwee
    from (
      select p.borrower_id, p.loan_id, m.period, p.sign * (${OWED_BY_MOVE}) as owed, 0 as waived,
        p.sign * (coalesce(m."interestNgwee", 0) + coalesce(m."feeNgwee", 0)) as charged
      from later_posting p cross join lateral jsonb_to_recordset(p.moves) as m(period integer,
        "interestNgwee" bigint, "feeNgwee" bigint, "penaltyNgwee" bigint, "principalPaidNgwee" bigint,
        "interestPaidNgwee" bigint, "feePaidNgwee" bigint, "penaltyPaidNgwee" bigint)
      union all
      select borrower_id, loan_id, (detail ->> 'period')::integer, (detail ->> 'amountNgwee')::bigint, 0, 0
      from later_event where kind = 'penalty_accrued'
      union all
      select borrower_id, loan_id, (detail ->> 'period')::integer, 0, (detail ->> 'amountNgwee')::bigint, 0
      from later_event where kind = 'penalty_waived'
    ) move group by borrower_id, loan_id, period
  ),
  undone_move as materialized (
    select borrower_id, loan_id, period, owed_ngwee - waived_ngwee as owed_ngwee, charged_ngwee
    from later_move
  ),
  -- A late confirmation moved what was paid between the plans of these loans, and no event says how much of each. As
  -- payments pay the plans in their order, a plan was owed where the ones after it come to less than what was owed.
  moved_loan as materialized (
    select borrower_id, loan_id from later_event where kind = 'freed_money_allocated'
    union select borrower_id, loan_id from later_balance where penalty_refund_ngwee > 0
  ),
  moved_plan as materialized (
    select borrower_id, loan_id, period, after_it < coalesce(base_now, 0) - base_ngwee
      or (coalesce(base_now, 0) = base_ngwee and coalesce(penalty_now, 0) > penalty_later
        and due_on < $cutOn::date) as is_owed
    from (
      select n.borrower_id, n.loan_id, n.period, n.due_on,
        coalesce(sum(n.principal_ngwee + n.interest_ngwee + n.fee_ngwee - coalesce(c.charged_ngwee, 0)) over (partition by n.borrower_id, n.loan_id
          order by n.period desc rows between unbounded preceding and 1 preceding), 0) as after_it,
        sum(n.principal_ngwee - n.principal_paid_ngwee + n.interest_ngwee - n.interest_paid_ngwee + n.fee_ngwee
          - n.fee_paid_ngwee) filter (where l.state in ('active', 'overdue')) over loan_plans
          as base_now, b.base_ngwee,
        sum(n.penalty_ngwee - n.penalty_paid_ngwee) filter (where l.state in ('active', 'overdue')) over loan_plans
          as penalty_now, b.penalty_ngwee as penalty_later
      from moved_loan m join loan l using (borrower_id, loan_id) join instalment n using (borrower_id, loan_id)
      join later_balance b using (borrower_id, loan_id)
      left join undone_move c using (borrower_id, loan_id, period)
      window loan_plans as (partition by n.borrower_id, n.loan_id)
    ) sums
  ),
  -- Dates that were moved after the cut and stay so, and extensions made before it that were reversed after it.
  later_extension as materialized (
    select n.borrower_id, n.loan_id, n.period, sum(x.made)::integer as made, sum(x.days_back)::integer as days_back,
      max(x.taken_back_on) as taken_back_on
    from (
      select borrower_id, loan_id, (detail ->> 'period')::integer as period, null::integer as only_period, 1 as made,
        0 as days_back, null::date as taken_back_on
      from later_event where kind = 'extended'
      union all
      select h.borrower_id, h.loan_id, (moved ->> 'period')::integer, (moved ->> 'period')::integer, 1, 0, null
      from later_event h cross join lateral jsonb_array_elements(h.detail -> 'dueDates') as moved
      where h.kind = 'hardship_agreed' and moved ->> 'beforeDueOn' <> moved ->> 'afterDueOn'
      union all
      select r.borrower_id, r.loan_id, (r.detail ->> 'period')::integer, null, case when is_later then -1 else 0 end,
        case when is_later then 0 else (r.detail ->> 'afterDueOn')::date - (r.detail ->> 'beforeDueOn')::date end,
        case when not is_later then r.on_day end
      from reversed_event r cross join lateral (select exists (select from later_event e
        where e.borrower_id = r.borrower_id and e.entry_id = r.entry_id) as is_later) seen
      where r.kind = 'extended'
    ) x join instalment n on n.borrower_id = x.borrower_id and n.loan_id = x.loan_id
      and n.period between x.period and coalesce(x.only_period, n.period)
    group by n.borrower_id, n.loan_id, n.period
  ),
  candidate as (
    select l.borrower_id, l.loan_id, l.state in ('active', 'overdue') as is_in_book, l.interest_earned_ngwee,
      l.fee_earned_ngwee, least($cutOn::date, l.pending_since_on) as through_on,
      case when l.hardship ->> 'agreedOn' <= $cutOn::date::text then (l.hardship ->> 'agreedOn')::date end as hardship_on,
      case when l.terms ->> 'feeMode' = 'deducted' then l.principal_ngwee - l.received_ngwee end as deducted_fee_ngwee,
      coalesce(b.principal_ngwee, 0) as later_principal, coalesce(b.interest_ngwee, 0) as later_interest,
      coalesce(b.fee_ngwee, 0) as later_fee, coalesce(b.penalty_ngwee, 0) as later_penalty,
      coalesce(b.owed_ngwee, 0) as later_owed
    from loan l left join later_balance b using (borrower_id, loan_id)
    where (l.state in ('active', 'overdue') or b.loan_id is not null) and ${BOOKED_SINCE} <= $cutOn::date
  ),
  plan as (
    select n.*, coalesce(v.is_owed, n.principal_ngwee - n.principal_paid_ngwee + n.interest_ngwee - n.interest_paid_ngwee
        + n.fee_ngwee - n.fee_paid_ngwee + n.penalty_ngwee - n.penalty_paid_ngwee
        - coalesce(m.owed_ngwee, 0) > 0) as is_owed,
      coalesce((n.earlier_due_dates -> 0 ->> 'dueOn')::date, n.due_on) as original_due_on,
      coalesce((n.earlier_due_dates -> -nullif(x.made, 0) ->> 'dueOn')::date, n.due_on) + coalesce(x.days_back, 0)
        as valid_due_on,
      (n.earlier_due_dates -> -(1 + coalesce(x.made, 0)) ->> 'throughOn')::date as replaced_on,
      x.taken_back_on
    from instalment n left join undone_move m using (borrower_id, loan_id, period)
    left join later_extension x using (borrower_id, loan_id, period)
    left join moved_plan v using (borrower_id, loan_id, period)
  ),
  plan_sums as (
    select c.borrower_id, c.loan_id, sum(p.principal_ngwee - p.principal_paid_ngwee) as principal_owed,
      sum(p.interest_ngwee - p.interest_paid_ngwee) as interest_owed, sum(p.interest_ngwee) as interest,
      sum(p.fee_ngwee - p.fee_paid_ngwee) as fee_owed, sum(p.fee_ngwee) as fee,
      sum(p.penalty_ngwee - p.penalty_paid_ngwee) as penalty_owed,
      min(p.original_due_on) filter (where p.is_owed) as oldest_due_on,
      min(p.valid_due_on) filter (where p.is_owed) as oldest_valid_due_on, max(greatest(p.replaced_on, p.taken_back_on)) as extended_on,
      bool_or(case when p.is_owed then p.valid_due_on < $cutOn::date
        else p.days_late > 0 and p.valid_due_on > $cutOn::date - $cureDays::integer end) as is_late
    from candidate c join plan p using (borrower_id, loan_id)
    group by c.borrower_id, c.loan_id
  ),
  loan_facts as (
    select c.borrower_id, c.loan_id,
      (case when c.is_in_book then s.principal_owed else 0 end - c.later_principal)::bigint as principal_ngwee,
      (case when c.is_in_book then s.interest_owed - s.interest + c.interest_earned_ngwee else 0 end
        - c.later_interest)::bigint as interest_ngwee,
      (case when c.is_in_book then s.fee_owed - coalesce(c.deducted_fee_ngwee, s.fee) + c.fee_earned_ngwee else 0 end
        - c.later_fee)::bigint as fee_ngwee,
      (case when c.is_in_book then s.principal_owed + s.interest_owed + s.fee_owed + s.penalty_owed else 0 end
        - c.later_owed)::bigint as owed_ngwee,
      (case when c.is_in_book then s.penalty_owed else 0 end - c.later_penalty)::bigint as penalty_ngwee,
      greatest(0, coalesce($cutOn::date - s.oldest_due_on, 0)) as days_late_on_cut,
      greatest(0, coalesce($cutOn::date - s.oldest_valid_due_on, 0)) as days_late_on_cut_by_valid_date,
      greatest(0, coalesce(c.through_on - s.oldest_due_on, 0)) as days_past_due,
      greatest(0, coalesce(c.through_on - s.oldest_valid_due_on, 0)) as days_past_due_by_valid_date,
      greatest(s.extended_on, c.hardship_on) is not null and (greatest(s.extended_on, c.hardship_on)
        > $cutOn::date - $cureDays::integer or s.is_late) as is_forborne
    from candidate c join plan_sums s using (borrower_id, loan_id)
  )`;

/**
 * Common table expressions that end in `loan_facts`: the facts of `factsOf` in `accounting` of each loan that has an
 * amount in the book at the end of `$cutOn`. Loans are read as they are now, and what was booked after the cut is taken
 * back: the ledger rows for the amounts, the postings of the events for what each instalment owed. So a run is as quick
 * as the days since the cut are few, and a payment of these days changes nothing. Rule: docs/rules/impairment.md.
 */
export const BOOK_CUT = `${LATER_ROWS},
  ${laterEvents(joinEvents)},
  ${FACTS_BEFORE}`;

/** The same for one of the last days, since which few entries were booked. */
export const RECENT_BOOK_CUT = `${LATER_ROWS},
  ${laterEvents(lookEventsUp)},
  ${FACTS_BEFORE}`;
