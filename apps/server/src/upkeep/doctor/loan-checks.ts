import { OPEN_STATES } from '../../book/loan/queries.ts';
import type { Check } from './check.ts';

/** What the instalments of each loan lend and still owe. */
const INSTALMENT_SUMS = `(select borrower_id, loan_id, count(*) as instalments, sum(principal_ngwee) as principal,
    sum(principal_ngwee + interest_ngwee + fee_ngwee + penalty_ngwee
      - principal_paid_ngwee - interest_paid_ngwee - fee_paid_ngwee - penalty_paid_ngwee) as owed,
    bool_or(state = 'overdue') as is_late
  from instalment group by borrower_id, loan_id)`;

/** Checks of the parts of a loan against each other, and of rows that refer to a loan. */
export const loanChecks: Check[] = [
  {
    title: 'a loan has all its instalments, and they repay what was lent',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select coalesce(l.loan_id, i.loan_id) as id, case
        when l.loan_id is null then 'has instalments and does not exist'
        else format('lends %s in %s instalments, and has %s that repay %s', l.principal_ngwee,
          l.terms ->> 'instalmentCount', coalesce(i.instalments, 0), coalesce(i.principal, 0)) end as problem
      from loan l full join ${INSTALMENT_SUMS} i on i.borrower_id = l.borrower_id and i.loan_id = l.loan_id
      where l.loan_id is null or i.instalments is distinct from (l.terms ->> 'instalmentCount')::bigint
        or i.principal <> l.principal_ngwee`,
  },
  {
    title: 'the state of a loan is what it owes',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select l.loan_id as id, format('is %s and owes %s%s', l.state, i.owed,
        case when i.is_late then ', some of it late' else '' end) as problem
      from loan l join ${INSTALMENT_SUMS} i using (borrower_id, loan_id)
      where (l.state in ('active', 'overdue', 'written_off')) <> (i.owed > 0 and l.disbursed_on is not null)
          and l.state not in ('cancelled', 'declined', 'applied', 'approved', 'paying_out', 'payout_failed')
        or (l.state = 'overdue' and not i.is_late) or (l.state = 'active' and i.is_late)`,
  },
  {
    title: 'a running loan waits for a day or for a payment, a closed one for neither',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select loan_id as id, format('is %s, waits for %s and for %s', state,
        coalesce(next_event_on::text, 'no day'), coalesce('payment ' || pending_attempt_id, 'no payment')) as problem
      from loan
      where (state = 'active' and num_nonnulls(next_event_on, pending_attempt_id) <> 1)
        or (state = 'overdue' and num_nonnulls(next_event_on, pending_attempt_id) > 1)
        or (state not in ('active', 'overdue') and next_event_on is not null)
        or (state not in ('active', 'overdue', 'written_off') and pending_attempt_id is not null)`,
  },
  {
    title: 'no day of a loan was passed over',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select loan_id as id, format('waits for %s, and the end of %s is done', next_event_on, day_ended_through)
        as problem
      from loan, business_calendar where next_event_on <= day_ended_through`,
  },
  {
    title: 'a borrower has one open loan',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select min(loan_id) as id,
        format('is one of %s open loans: %s', count(*), string_agg(loan_id::text, ', ')) as problem
      from loan where state in ${OPEN_STATES} group by borrower_id having count(*) > 1`,
  },
  {
    title: 'a closed loan holds no coupon',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select loan_id as id, format('is %s and holds coupon %s', state, coupon ->> 'userCouponId') as problem
      from loan where coupon is not null
        and state in ('declined', 'cancelled', 'settled', 'written_off', 'recovered')`,
  },
  {
    title: 'a coupon is where its loan says, and used once',
    gravity: 'fault',
    looksAt: 'coupons',
    query: `with held_coupons as (
        select borrower_id, (coupon ->> 'userCouponId')::bigint as user_coupon_id, loan_id as held_by
        from loan where coupon is not null
      ),
      used_coupons as (
        select borrower_id, (detail ->> 'userCouponId')::bigint as user_coupon_id,
          sum(case kind when 'coupon_used' then 1 else -1 end) as times
        from loan_event
        where kind = 'coupon_used' or (kind = 'coupon_released' and detail ->> 'reason' = 'reversed')
        group by borrower_id, (detail ->> 'userCouponId')::bigint
      )
      select user_coupon_id as id, format('%s for %s, held by %s and used %s times', coalesce(c.state, 'is unknown'),
        coalesce('loan ' || c.loan_id, 'no loan'), coalesce('loan ' || held_by, 'no loan'), coalesce(times, 0))
        as problem
      from (select borrower_id, user_coupon_id, state, loan_id from borrower_coupon) c
      full join held_coupons using (borrower_id, user_coupon_id)
      full join used_coupons using (borrower_id, user_coupon_id)
      where c.state is null or (held_by is not null) <> (c.state = 'applied') or held_by <> c.loan_id
        or coalesce(times, 0) <> (c.state = 'used')::integer`,
  },
  {
    title: 'a loan has a borrower, an acceptance and a decision',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select l.loan_id as id, concat_ws(', ', case when s.borrower_id is null then 'has no borrower' end,
        case when a.loan_id is null then 'has no acceptance' end,
        case when d.loan_id is null then 'has no decision' end) as problem
      from loan l left join borrower_standing s using (borrower_id)
      left join loan_acceptance a using (borrower_id, loan_id)
      left join loan_decision d using (borrower_id, loan_id)
      where s.borrower_id is null or (l.taken_on is null and (a.loan_id is null or d.loan_id is null))`,
  },
  {
    title: 'a counter-offer that was signed is the loan, and was signed as it was shown',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select o.loan_id as id, concat_ws(', ',
        case when l.terms is distinct from o.terms or l.principal_ngwee <> (o.terms ->> 'principalNgwee')::bigint
          then 'has other terms than were signed' end,
        case when a.loan_id is null then 'has no acceptance of what was signed' end) as problem
      from counter_offer o left join loan l using (borrower_id, loan_id)
      left join loan_acceptance a on a.borrower_id = o.borrower_id and a.loan_id = o.loan_id
        and a.loan_version > o.loan_version and a.contract_version = o.contract_version
        and (a.shown ->> 'principalNgwee')::bigint = (o.terms ->> 'principalNgwee')::bigint
      where o.state = 'signed' and (l.terms is distinct from o.terms or a.loan_id is null
        or l.principal_ngwee <> (o.terms ->> 'principalNgwee')::bigint)`,
  },
  {
    title: 'a loan that was taken on came once, with an event of it',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select coalesce(l.loan_id, t.loan_id) as id, case when l.taken_on is null then 'is listed as taken on and is not'
        when t.loan_id is null then 'was taken on and is not listed'
        else format('is listed as %s and has %s events of %s', t.earlier_loan_no, coalesce(e.events, 0),
          l.taken_on ->> 'earlierLoanNo') end as problem
      from (select * from loan where taken_on is not null) l
      full join taken_on_loan t on t.borrower_id = l.borrower_id and t.loan_id = l.loan_id
      left join lateral (select count(*) as events from loan_event where borrower_id = l.borrower_id
        and loan_id = l.loan_id and kind = 'taken_on') e on true
      where l.loan_id is null or t.loan_id is null or t.earlier_loan_no <> l.taken_on ->> 'earlierLoanNo' or e.events <> 1`,
  },
  {
    title: 'history belongs to a loan, and one version of it is one entry',
    gravity: 'fault',
    looksAt: 'events',
    query: `select e.loan_id as id, case when l.loan_id is null then 'has events and does not exist'
        when e.loan_version > l.version
          then format('is at version %s and has events of version %s', l.version, e.loan_version)
        else format('wrote its version %s %s times', e.loan_version, e.entries) end as problem
      from (select borrower_id, loan_id, loan_version, count(distinct entry_id) as entries
        from loan_event group by borrower_id, loan_id, loan_version) e
      left join loan l using (borrower_id, loan_id)
      where l.loan_id is null or e.loan_version > l.version or e.entries > 1`,
  },
  {
    title: 'a message belongs to a borrower, and to a loan of theirs if it names one',
    gravity: 'fault',
    looksAt: 'messages',
    query: `select m.message_id as id, case when b.borrower_id is null then 'is for no borrower'
        else format('is about loan %s, which does not exist', m.loan_id) end as problem
      from message m left join borrower_standing b using (borrower_id)
      left join loan l on l.borrower_id = m.borrower_id and l.loan_id = m.loan_id
      where b.borrower_id is null or (m.loan_id is not null and l.loan_id is null)`,
  },
  {
    title: 'an answer that a key keeps names something that exists',
    gravity: 'fault',
    looksAt: 'keys',
    query: `select encode(k.key_hash, 'hex') as id, case when s.borrower_id is null then 'belongs to no borrower'
        else format('names %s', k.answer) end as problem
      from idempotency_key k left join borrower_standing s using (borrower_id)
      left join payment_attempt p on p.borrower_id = k.borrower_id and p.attempt_id::text = k.answer ->> 'paymentId'
      left join loan l on l.borrower_id = k.borrower_id and l.loan_id::text = k.answer ->> 'orderId'
      where s.borrower_id is null or (k.answer ->> 'paymentId' is not null and p.attempt_id is null)
        or (k.answer ->> 'orderId' is not null and l.loan_id is null)`,
  },
];
