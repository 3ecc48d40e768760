import { IS_HELD } from '../../book/payment-attempt/attempt-statements.ts';
import { suspensePieces } from '../../book/suspense/pieces.ts';
import { RESTORED_ELSEWHERE } from '../../money/payment/restored-book.ts';
import { type Check, kwachaOf } from './check.ts';

const OVERDUE_AFTER = `interval '10 minutes'`;

/** Whether another program is connected to this database. While no server runs, overdue work is expected. */
const SERVER_IS_UP = `exists (select from pg_stat_activity where datname = current_database()
  and pid <> pg_backend_pid() and backend_type = 'client backend')`;

/** Times as people write them. The session of the command has another time zone than Lusaka. */
const lusakaTime = (instant: string) =>
  `to_char(${instant} at time zone 'Africa/Lusaka', 'YYYY-MM-DD HH24:MI')`;

/** What a payment is for. */
const PURPOSE = `case when p.purpose = 'suspense_return' then 'money sent back' when p.loan_id is null then 'wallet credit'
  else format('order %s', p.loan_id) end`;

/** What staff should know of in a sound book. */
export const notices: Check[] = [
  {
    title: 'applications that wait for a person',
    gravity: 'notice',
    looksAt: 'loans',
    query: `select loan_id as id, format('since %s', applied_on) as problem from loan where state = 'applied'`,
  },
  {
    title: 'loans that could not be paid out',
    gravity: 'notice',
    looksAt: 'loans',
    query: `select loan_id as id, format('applied for on %s', applied_on) as problem
      from loan where state = 'payout_failed'`,
  },
  {
    title: 'loans that are on time only by an extension or a hardship plan',
    gravity: 'notice',
    looksAt: 'loans',
    query: `select n.loan_id as id, format('plan %s was due on %s and was moved to %s: %s days past due by its original date',
        n.period, n.original_due_on, n.due_on, c.day_ended_through - n.original_due_on) as problem
      from business_calendar c, loan l join lateral (
        select n.*, (n.earlier_due_dates -> 0 ->> 'dueOn')::date as original_due_on from instalment n
        where n.borrower_id = l.borrower_id and n.loan_id = l.loan_id and n.state <> 'settled'
        order by n.period limit 1
      ) n on true
      where l.state in ('active', 'overdue') and n.original_due_on < c.day_ended_through
        and n.due_on >= c.day_ended_through`,
  },
  {
    title: 'payments whose outcome is not known',
    gravity: 'notice',
    looksAt: 'payments',
    query: `select attempt_id as id, format('%s of %s for %s by %s since %s', direction, ${kwachaOf('amount_ngwee')},
        ${PURPOSE}, operator, ${lusakaTime('coalesce(sent_at, created_at)')}) as problem
      from payment_attempt p where state = 'unknown'`,
  },
  {
    title: 'payments that a person has to settle, because their operator cannot tell',
    gravity: 'notice',
    looksAt: 'payments',
    query: `select attempt_id as id, format('%s of %s for %s by %s, sent at %s: %s', direction,
        ${kwachaOf('amount_ngwee')}, ${PURPOSE}, p.operator, ${lusakaTime('sent_at')}, case handed_over_for
          when 'route_gone' then format('no setting connects to %s as %s, where it was sent', r.platform, r.api_user)
          when 'route_unknown' then 'the book does not say where it was sent, and the operator that is connected does not know it'
          when 'operator_denies' then 'the operator knew it, and later said that it does not'
          else 'the operator may have forgotten it' end) as problem
      from payment_attempt p left join operator_route r using (route_id)
      where state = 'unknown' and handed_over_for is not null`,
  },
  {
    title: 'payments that a person has to settle, unknown for a day',
    gravity: 'notice',
    looksAt: 'payments',
    query: `select attempt_id as id, format('%s of %s for %s by %s, asked about %s times', direction,
        ${kwachaOf('amount_ngwee')}, ${PURPOSE}, operator, enquiries) as problem
      from payment_attempt p where state = 'unknown' and handed_over_for is null
        and coalesce(sent_at, created_at) < now() - interval '24 hours'`,
  },
  {
    title: 'payouts that wait',
    gravity: 'notice',
    looksAt: 'payments',
    query: `select attempt_id as id, format('%s for %s by %s, since %s: %s', ${kwachaOf('amount_ngwee')}, ${PURPOSE},
        operator, ${lusakaTime('held_since')}, case held_reason when 'float_low' then 'the float is too low'
          when 'operator_down' then 'the operator is down' when 'under_review' then 'a person has to look: see npm run holders, npm run screening and npm run blocked'
          when 'lending_stopped' then 'lending is stopped: see npm run lending'
          when 'operator_stopped' then 'the operator is stopped: see Operators in the console'
          when 'payout_ceiling' then 'the payouts of the day are at their ceiling: see npm run lending'
          else 'the database was restored' end) as problem
      from payment_attempt p where direction = 'payout' and ${IS_HELD}`,
  },
  {
    title: 'payouts are held, because the database was restored',
    gravity: 'notice',
    looksAt: 'payments',
    query: `select case backup_id when '${RESTORED_ELSEWHERE}' then 'npm run restored' else 'backup ' || backup_id end as id,
        format('%s at %s, with the data until %s: see npm run release-payouts',
          case backup_id when '${RESTORED_ELSEWHERE}' then 'declared' else 'restored' end,
          ${lusakaTime('restored_at')}, ${lusakaTime('data_until')}) as problem
      from restored_book where held_until is null`,
  },
  {
    title: 'money in suspense',
    gravity: 'notice',
    looksAt: 'ledger rows',
    query: `select format('piece %s', entry_id) as id, format('%s that %s on %s, of %s: see npm run suspense', ${kwachaOf('left_ngwee')},
        case when ngwee > 0 then 'came' else 'left' end, booked_on, case
          when loan_id is not null then format('order %s', loan_id)
          when borrower_id = 0 then 'nobody' else format('borrower %s', borrower_id) end) as problem
      from (${suspensePieces()}) piece where left_ngwee > 0`,
  },
  {
    title: 'unused wallet credit that could not be sent back',
    gravity: 'notice',
    looksAt: 'borrowers',
    query: `select format('borrower %s', s.borrower_id) as id, format('%s, tried on %s: %s; see npm run suspense -- unused',
        ${kwachaOf('last.amount_ngwee')}, last.submitted_on, coalesce(replace(last.failure_reason, '_', ' '), last.state))
        as problem
      from borrower_standing s cross join lateral (select * from payment_attempt p
        where p.borrower_id = s.borrower_id and p.purpose = 'wallet_payout' and p.quoted is not null
        order by p.created_at desc limit 1) last
      where s.wallet_ngwee > 0 and last.state in ('failed', 'expired')`,
  },
  {
    title: 'differences with an operator that wait for a person',
    gravity: 'notice',
    looksAt: 'payments',
    query: `select difference_id as id, format('%s %s, %s', operator, direction, replace(kind, '_', ' ')) as problem
      from reconciliation_difference where state <> 'resolved'`,
  },
  {
    title: 'claims of a payment that is not found',
    gravity: 'notice',
    looksAt: 'payments',
    query: `select ticket_id as id, format('since %s', ${lusakaTime('claimed_at')}) as problem
      from claim_ticket where state in ('open', 'found')`,
  },
  {
    title: 'complaints that wait for an answer',
    gravity: 'notice',
    looksAt: 'borrowers',
    query: `select ticket_id as id, format('%s, since %s, due %s', replace(state, '_', ' '), written_on, answer_due_on)
        as problem
      from complaint where state in ('open', 'looked_at')`,
  },
  {
    title: 'changes of number that wait for a person',
    gravity: 'notice',
    looksAt: 'borrowers',
    query: `select ticket_id as id, format('since %s', asked_on) as problem
      from mobile_change_request where state = 'open'`,
  },
  {
    title: 'alarms about codes by SMS in the last seven days',
    gravity: 'notice',
    looksAt: 'borrowers',
    query: `select hour as id, case kind when 'few_verified' then 'few of the codes that were sent were entered'
        when 'budget' then 'the budget of codes for the hour was reached'
        else format('the budget of codes to %s for the hour was reached', prefix) end as problem
      from code_alarm`,
  },
  {
    title: 'steps of payments that are long overdue while a server is up',
    gravity: 'notice',
    looksAt: 'payments',
    query: `select attempt_id as id, format('is %s and was due at %s', state, ${lusakaTime('next_step_at')}) as problem
      from payment_attempt where next_step_at < now() - ${OVERDUE_AFTER} and ${SERVER_IS_UP}`,
  },
  {
    title: 'messages that are long overdue while a server is up',
    gravity: 'notice',
    looksAt: 'messages',
    query: `select message_id as id, format('%s was due at %s', kind, ${lusakaTime('next_try_at')}) as problem
      from message where next_try_at < now() - ${OVERDUE_AFTER} and ${SERVER_IS_UP}`,
  },
];
