import { ENDED_STATES } from '@thumba/lending/attempt';
import { sqlList } from '../../platform/sql-list.ts';
import { BOTH_SIDES, type Check, IS_OF_NO_JOURNAL } from './check.ts';

const ENDED = sqlList(ENDED_STATES);

/**
 * How each entry changed the float for a payment. A transfer between an operator and a bank is not for a payment, nor is
 * a charge of an operator, nor one by which staff resolved a difference to a statement, nor a journal.
 */
const POSTED_FLOAT_CHANGES = `select t.borrower_id, t.entry_id, side.account, sum(side.ngwee) as ngwee
  from ${BOTH_SIDES}
  where side.account like 'float%'
    and not array[t.debit_account::text, t.credit_account::text]
      && array['bank', 'in_transit', 'operator_charge_expense', 'opening_balance']
    and not exists (select from reconciliation_difference d where d.entry_id = t.entry_id)
    and ${IS_OF_NO_JOURNAL}
  group by t.borrower_id, t.entry_id, side.account`;

/** The amount by which a payment changes the float. */
const FLOAT_CHANGE = `case direction when 'collection' then amount_ngwee else -amount_ngwee end`;

/** Checks of payments against the ledger and against the loans that wait for them. */
export const paymentChecks: Check[] = [
  {
    title: 'float = payments, by operator and direction',
    gravity: 'fault',
    looksAt: 'payments',
    query: `select account as id, format('the payments say %s and the book says %s', coalesce(paid, 0),
        coalesce(posted, 0)) as problem
      from (
        select format('float_%s_%s', operator, direction) as account, sum(${FLOAT_CHANGE}) as paid
        from payment_attempt where state = 'succeeded' group by operator, direction
      ) payments full join (
        select account::text as account, sum(ngwee) as posted from (${POSTED_FLOAT_CHANGES}) change group by account
      ) ledger using (account)
      where coalesce(paid, 0) <> coalesce(posted, 0)`,
  },
  {
    title: 'every payment that succeeded is posted, once',
    gravity: 'fault',
    looksAt: 'payments',
    query: `with attempts_of_entries as (
        select distinct borrower_id, entry_id, (detail ->> 'attemptId')::uuid as attempt_id
        from loan_event where detail ->> 'attemptId' is not null
        union all
        select borrower_id, entry_id, attempt_id from wallet_payout_event
        union all
        select borrower_id, entry_id, attempt_id from suspense_placement
        where entry_id is not null and attempt_id is not null
      ),
      posted_payments as (
        select borrower_id, e.attempt_id, count(*) as times, sum(change.ngwee) as ngwee,
          min(change.account::text) as account, min(entry_id) as entry_id
        from (${POSTED_FLOAT_CHANGES}) change left join attempts_of_entries e using (borrower_id, entry_id)
        group by borrower_id, e.attempt_id, case when e.attempt_id is null then entry_id end
      ),
      succeeded_payments as (
        select borrower_id, attempt_id, format('float_%s_%s', operator, direction) as account,
          ${FLOAT_CHANGE} as ngwee
        from payment_attempt where state = 'succeeded'
      )
      select coalesce(attempt_id::text, format('entry %s', posted.entry_id)) as id, case
        when succeeded.ngwee is null and attempt_id is null
          then format('moved %s on %s for no payment', posted.ngwee, posted.account)
        when succeeded.ngwee is null then format('did not succeed and moved %s on %s', posted.ngwee, posted.account)
        when posted.times is null
          then format('succeeded over %s on %s and was not posted', succeeded.ngwee, succeeded.account)
        else format('succeeded over %s on %s and was posted %s times, %s in all on %s', succeeded.ngwee,
          succeeded.account, posted.times, posted.ngwee, posted.account) end as problem
      from succeeded_payments succeeded full join posted_payments posted using (borrower_id, attempt_id)
      where succeeded.ngwee is null or posted.times is distinct from 1 or posted.ngwee <> succeeded.ngwee
        or posted.account <> succeeded.account`,
  },
  {
    title: 'a difference that was taken back is the reversal of its payment',
    gravity: 'fault',
    looksAt: 'payments',
    query: `select d.difference_id as id, format('entry %s takes back no posting of payment %s', d.entry_id, d.attempt_id)
        as problem
      from reconciliation_difference d
      where d.resolution = 'taken_back' and not exists (
        select from loan_event r join loan_event posted on posted.borrower_id = r.borrower_id
          and posted.loan_id = r.loan_id and posted.detail ->> 'receiptNo' = r.detail ->> 'reversedReceiptNo'
        where r.borrower_id = d.borrower_id and r.entry_id = d.entry_id and r.kind = 'collection_taken_back'
          and posted.detail ->> 'attemptId' = d.attempt_id::text)`,
  },
  {
    title: 'a loan has its money exactly once',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select l.loan_id as id, format('%s after %s payouts that it runs on', l.state, coalesce(p.payouts, 0))
        as problem
      from loan l left join (
        select borrower_id, loan_id, count(*) as payouts from loan_event where kind = 'paid_out'
        group by borrower_id, loan_id
      ) p using (borrower_id, loan_id)
      where coalesce(p.payouts, 0) <> (l.disbursed_on is not null and l.taken_on is null)::integer`,
  },
  {
    title: 'a loan that is paid out has one payout under way',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select l.loan_id as id, format('%s with %s open payouts', l.state, coalesce(p.open, 0)) as problem
      from loan l left join (
        select borrower_id, loan_id, count(*) as open from payment_attempt
        where purpose = 'loan_payout' and state not in ${ENDED} group by borrower_id, loan_id
      ) p using (borrower_id, loan_id)
      where coalesce(p.open, 0) <> (l.state = 'paying_out')::integer`,
  },
  {
    title: 'a loan waits for a payment exactly while one is open',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select coalesce(l.loan_id, p.loan_id) as id, case
        when p.attempt_id is null then format('waits for payment %s, which is not open', attempt_id)
        when l.loan_id is null then format('does not wait for payment %s, which is open', attempt_id)
        else format('waits for another payment than %s is', attempt_id) end as problem
      from (select loan_id, borrower_id, pending_attempt_id as attempt_id, pending_amount_ngwee, pending_period,
          pending_purpose, pending_since_on from loan where pending_attempt_id is not null) l
      full join (select *, attempt_id as open_id from payment_attempt
          where direction = 'collection' and state not in ${ENDED}) p using (borrower_id, attempt_id)
      where l.loan_id is null or p.open_id is null
        or (l.loan_id, pending_amount_ngwee, pending_period, pending_purpose, pending_since_on)
          is distinct from (p.loan_id, p.amount_ngwee, p.period, p.purpose, p.submitted_on)`,
  },
  {
    title: 'a payment under way has a next step',
    gravity: 'fault',
    looksAt: 'payments',
    query: `select attempt_id as id, format('is %s and nobody will ask about it', state) as problem
      from payment_attempt where state not in ${ENDED} and next_step_at is null`,
  },
  {
    title: 'a payment is found by its id, and belongs to a loan or a wallet',
    gravity: 'fault',
    looksAt: 'payments',
    query: `select attempt_id as id, case when p.state is null then 'is looked up and does not exist'
          when f.attempt_id is null then 'is not found by its id'
          else format('is for loan %s, which does not exist', p.loan_id) end as problem
      from (select borrower_id, attempt_id, loan_id, state from payment_attempt) p
      full join payment_by_attempt f using (borrower_id, attempt_id)
      left join loan l on l.borrower_id = p.borrower_id and l.loan_id = p.loan_id
      where p.state is null or f.attempt_id is null or (p.loan_id is not null and l.loan_id is null)`,
  },
];
