import type { Check } from './check.ts';

/** Checks of what staff did (docs/decisions/0107-the-audit-is-a-chain.md). */
export const staffChecks: Check[] = [
  {
    title: 'the audit of staff is one chain',
    gravity: 'fault',
    looksAt: 'audit entries',
    query: `select e.entry_id as id, case
          when e.entry_id <> e.expected_id then format('the %s entries before it are missing', e.gap)
          when e.previous_hash <> e.expected_hash then 'does not follow the entry before it'
          else 'was changed: its hash is another' end as problem
      from (select a.*, staff_audit_hash(a) as own_hash,
          coalesce(lag(a.hash) over by_entry, '') as expected_hash,
          coalesce(lag(a.entry_id) over by_entry, 0) + 1 as expected_id,
          a.entry_id - coalesce(lag(a.entry_id) over by_entry, 0) - 1 as gap
        from staff_audit a window by_entry as (order by a.entry_id)) e
      where e.entry_id <> e.expected_id or e.previous_hash <> e.expected_hash or e.hash <> e.own_hash`,
  },
  {
    title: 'each role of staff comes from a request that a second person approved, but for the first',
    gravity: 'fault',
    looksAt: 'audit entries',
    query: `select r.staff_id as id, format('has the role %s without an approved request', r.role) as problem
      from staff_role r left join staff_request q using (request_id)
      where (q.request_id is null and (r.role <> 'administrator'
          or (select count(*) from staff_role o where o.request_id is null) > 1))
        or (q.request_id is not null and (q.kind <> 'role_grant' or q.of_staff_id <> r.staff_id
          or q.checked_by is null or person_of(q.checked_by) = person_of(q.made_by)))`,
  },
  {
    title: 'each payout that staff sent has its request, or the number of the one that failed',
    gravity: 'fault',
    looksAt: 'payments',
    query: `select p.attempt_id::text as id, format('names request %s, which no second person approved', p.request_id)
        as problem
      from payment_attempt p left join staff_request q using (request_id)
      where p.request_id is not null and (q.request_id is null or q.kind not in ('payout_retry', 'refund')
        or q.checked_by is null or person_of(q.checked_by) = person_of(q.made_by))
      union all
      select p.attempt_id::text, 'was sent again by staff, without a request or the number of the one before'
      from loan_event e join payment_attempt p on p.borrower_id = e.borrower_id
        and p.attempt_id = (e.detail ->> 'attemptId')::uuid
      where e.kind = 'payout_started' and e.actor like 'staff:%' and p.request_id is null and p.same_number_as is null
        and exists (select from loan_event o where o.borrower_id = e.borrower_id and o.loan_id = e.loan_id
          and o.kind = 'payout_started' and o.loan_version < e.loan_version)
      union all
      select p.attempt_id::text, 'was taken out of a wallet by staff, without a request'
      from wallet_payout_event e join payment_attempt p using (borrower_id, attempt_id)
      where e.kind = 'submitted' and e.actor like 'staff:%' and p.request_id is null`,
  },
];
