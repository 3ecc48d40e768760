import { BOTH_SIDES, type Check, signedKwachaOf, TODAY } from './check.ts';

/** The first day of the first month that is not closed. */
const FIRST_OPEN_DAY = `coalesce(c.closed_through_on + 1,
  (select date_trunc('month', min(business_on))::date from ledger_transfer))`;

/** The lines of each proposal and the rows of its journal, summed by account. A debit is positive. */
const PROPOSED_SUMS = `select a.journal_id, line ->> 'account' as account,
    sum(coalesce((line ->> 'debitNgwee')::bigint, 0) - coalesce((line ->> 'creditNgwee')::bigint, 0)) as ngwee
  from journal_answer a join journal_proposal p using (proposal_id) cross join lateral jsonb_array_elements(p.lines) as line
  where a.journal_id is not null group by a.journal_id, line ->> 'account'`;

const POSTED_SUMS = `select j.journal_id, side.account::text as account, sum(side.ngwee) as ngwee
  from journal j join ${BOTH_SIDES} on t.entry_id = j.entry_id and t.borrower_id = 0
  group by j.journal_id, side.account`;

/** Which period of each kind was closed last, as the people answered. */
const CLOSED_PERIODS = `select period from (
    select distinct on (period) period, kind from period_event where kind in ('closed', 'reopened')
    order by period, period_event_id desc
  ) last where kind = 'closed'`;

/** Checks of what an accountant closes and signs. Rules: docs/rules/journals.md and docs/rules/periods.md. */
export const accountingChecks: Check[] = [
  {
    title: 'every row posts to accounts of the chart',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select t.entry_id as id, format('posts to %s', side.account) as problem
      from ${BOTH_SIDES} where not exists (select from account a where a.account = side.account)`,
  },
  {
    title: 'each journal has its rows, on its days',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select j.journal_id as id, case when t.entry_id is null then 'has no rows'
        else format('has a row of %s, value %s, %s', t.business_on, t.value_on, t.booking_kind) end as problem
      from journal j left join ledger_transfer t on t.entry_id = j.entry_id
      where (t.business_on, t.value_on, t.booking_kind) is distinct from (j.booked_on, j.value_on, j.booking_kind)`,
  },
  {
    title: 'a journal posts what was approved',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select journal_id as id, format('%s was approved with %s and posted with %s', account,
        coalesce(p.ngwee, 0), coalesce(t.ngwee, 0)) as problem
      from (${PROPOSED_SUMS}) p
      full join (select * from (${POSTED_SUMS}) s where journal_id in
        (select journal_id from journal_answer where journal_id is not null)) t using (journal_id, account)
      where coalesce(p.ngwee, 0) <> coalesce(t.ngwee, 0)`,
  },
  {
    title: 'a journal and its reversal come to nothing',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select r.reversed_journal_id as id, format('%s on %s are left by journal %s', sum(s.ngwee), s.account,
        r.journal_id) as problem
      from journal r join (${POSTED_SUMS}) s on s.journal_id in (r.journal_id, r.reversed_journal_id)
      where r.reversed_journal_id is not null
      group by r.reversed_journal_id, r.journal_id, s.account having sum(s.ngwee) <> 0`,
  },
  {
    title: 'income and expenses are zero after the end of a year',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select format('%s %s', extract(year from t.business_on), side.account) as id,
        format('stands at %s', ${signedKwachaOf('sum(side.ngwee)')}) as problem
      from ${BOTH_SIDES} join account a on a.account = side.account
      where a.account_type in ('income', 'expense')
        and exists (select from (${CLOSED_PERIODS}) p where p.period = to_char(t.business_on, 'YYYY') || '-13')
      group by extract(year from t.business_on), side.account having sum(side.ngwee) <> 0`,
  },
  {
    title: 'opening balances came to nothing before a month was closed',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select 'opening_balance' as id, format('stands at %s on %s',
        ${signedKwachaOf('-sum(side.ngwee)')}, c.closed_through_on) as problem
      from book_closing c, ${BOTH_SIDES}
      where side.account = 'opening_balance' and t.business_on <= c.closed_through_on
      group by c.closed_through_on having sum(side.ngwee) <> 0`,
  },
  {
    title: 'what is closed = what two people closed',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `with closed as (${CLOSED_PERIODS}),
      answered as (
        select max((date_trunc('month', to_date(period, 'YYYY-MM')) + interval '1 month - 1 day')::date)
            filter (where period not like '%-13') as through_on,
          max(left(period, 4)::integer) filter (where period like '%-12'
            and not exists (select from closed c where c.period = left(closed.period, 4) || '-13')) as adjustment_year
        from closed
      )
      select 'book' as id, format('is closed through %s with adjustments of %s, and people closed it through %s with %s',
        coalesce(closed_through_on::text, 'no day'), coalesce(open_adjustment_year::text, 'no year'),
        coalesce(through_on::text, 'no day'), coalesce(adjustment_year::text, 'no year')) as problem
      from book_closing, answered
      where (closed_through_on, open_adjustment_year) is distinct from (through_on, adjustment_year)`,
  },
  {
    title: 'totals of days = rows',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `with of_rows as (
        select t.business_on, side.account::text as account, t.booking_kind, sum(greatest(side.ngwee, 0)) as debit,
          sum(greatest(-side.ngwee, 0)) as credit
        from day_total_progress p, ${BOTH_SIDES} where t.business_on <= p.totalled_through_on
        group by t.business_on, side.account, t.booking_kind
      )
      select format('%s %s %s', business_on, account, booking_kind) as id,
        format('has debits of %s and credits of %s, and the rows have %s and %s', coalesce(debit_ngwee, 0),
          coalesce(credit_ngwee, 0), coalesce(debit, 0), coalesce(credit, 0)) as problem
      from (select business_on, account::text as account, booking_kind, debit_ngwee, credit_ngwee
        from account_day_total) d
      full join of_rows using (business_on, account, booking_kind)
      where (debit_ngwee, credit_ngwee) is distinct from (debit, credit)`,
  },
  {
    title: 'sums of pairs of accounts = rows',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `with of_rows as (
        select t.business_on, t.booking_kind, t.debit_account::text as debit_account,
          t.credit_account::text as credit_account, sum(t.amount_ngwee) as ngwee
        from day_total_progress p, ledger_transfer t where t.business_on <= p.paired_through_on
        group by 1, 2, 3, 4
      )
      select format('%s %s from %s to %s', business_on, booking_kind, credit_account, debit_account) as id,
        format('has %s, and the rows have %s', coalesce(amount_ngwee, 0), coalesce(ngwee, 0)) as problem
      from (select business_on, booking_kind, debit_account::text as debit_account,
          credit_account::text as credit_account, amount_ngwee
        from pair_day_total) d
      full join of_rows using (business_on, booking_kind, debit_account, credit_account)
      where amount_ngwee is distinct from ngwee`,
  },
  {
    title: 'ageing and vintages of days = rows of loans',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `with moved as (
        select t.business_on, sum(side.ngwee) filter (where side.account = 'principal_receivable') as principal,
          sum(side.ngwee) as owed, coalesce(sum(side.ngwee) filter (where side.account = 'principal_receivable'
            and (side.ngwee > 0 or t.debit_account <> 'write_off_expense')), 0) as unpaid
        from ${BOTH_SIDES} where t.loan_id is not null
          and side.account in ('principal_receivable', 'interest_receivable', 'fee_receivable', 'penalty_receivable')
        group by t.business_on
      ), stood as (
        select business_on, lead(business_on, 1, 'infinity') over days as next_on,
          sum(principal) over days as principal, sum(owed) over days as owed, sum(unpaid) over days as unpaid
        from moved window days as (order by business_on)
      ), kept as (
        select r.business_on,
          coalesce((select sum(principal_ngwee) from ageing_day a where a.business_on = r.business_on), 0) as principal,
          coalesce((select sum(owed_ngwee) from ageing_day a where a.business_on = r.business_on), 0) as owed,
          coalesce((select -sum(reduced_ngwee) from vintage_day v where v.business_on = r.business_on), 0) as unpaid
        from report_day r
        where not exists (select from late_booking l where l.moves_owed and l.booked_on <= r.business_on)
      )
      select k.business_on as id,
        format('has principal of %s, %s in all and %s of vintages, and the rows have %s, %s and %s', k.principal, k.owed,
          k.unpaid, coalesce(s.principal, 0), coalesce(s.owed, 0), coalesce(s.unpaid, 0)) as problem
      from kept k left join stood s on s.business_on <= k.business_on and s.next_on > k.business_on
      where (k.principal, k.owed, k.unpaid)
        is distinct from (coalesce(s.principal, 0), coalesce(s.owed, 0), coalesce(s.unpaid, 0))`,
  },
  {
    title: 'entries by hour of days = rows',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `with entry as (
        select borrower_id, entry_id, max(business_on) as business_on,
          extract(hour from min(recorded_at) at time zone interval '2 hours') as hour
        from ledger_transfer group by borrower_id, entry_id
      ), of_rows as (
        select business_on, hour, count(*) as entries from entry group by business_on, hour
      ), kept as (
        select h.business_on, h.hour, sum(h.entries) as entries from entry_hour h
        group by h.business_on, h.hour having sum(h.entries) > 0
      ), day as (
        select d.business_on, d.amount_ngwee, (select coalesce(sum(h.amount_ngwee), 0) from entry_hour h
          where h.business_on = d.business_on) as hours_ngwee
        from entry_day d where d.amount_ngwee = (select sum(t.debit_ngwee) from account_day_total t
          where t.business_on = d.business_on)
      )
      select format('%s %sh', business_on, hour) as id, format('has %s entries, and the rows have %s',
          coalesce(k.entries, 0), coalesce(r.entries, 0)) as problem
      from kept k full join of_rows r using (business_on, hour)
      where business_on in (select business_on from day) and k.entries is distinct from r.entries
      union all
      select business_on::text, format('has %s in all hours, and the rows have %s', hours_ngwee, amount_ngwee)
      from day where hours_ngwee <> amount_ngwee`,
  },
  {
    title: 'days that could not be counted for the reports in time',
    gravity: 'notice',
    looksAt: 'ledger rows',
    query: `select business_on as id, format('was tried %s times: each report measures it', tries) as problem
      from report_day_failure f where not exists (select from report_day r where r.business_on = f.business_on)`,
  },
  {
    title: 'months that are over and wait to be closed',
    gravity: 'notice',
    looksAt: 'ledger rows',
    query: `select to_char(month, 'YYYY-MM') as id, 'is open: see npm run period' as problem
      from book_closing c cross join lateral
        generate_series(${FIRST_OPEN_DAY}, date_trunc('month', ${TODAY})::date - 1, interval '1 month') as month`,
  },
  {
    title: 'opening balances that are not taken on whole',
    gravity: 'notice',
    looksAt: 'ledger rows',
    query: `select 'opening_balance' as id, format('stands at %s: see npm run journal',
        ${signedKwachaOf('-sum(side.ngwee)')}) as problem
      from ${BOTH_SIDES} where side.account = 'opening_balance' having sum(side.ngwee) <> 0`,
  },
  {
    title: 'journals, periods and files of loans that wait for a second person',
    gravity: 'notice',
    looksAt: 'ledger rows',
    query: `select format('proposal %s', proposal_id) as id, format('%s of %s: see npm run journal', kind, booked_on)
        as problem
      from journal_proposal where proposal_id not in (select proposal_id from journal_answer)
      union all
      select period, format('%s: see npm run period', replace(kind, '_', ' ')) from period_event e
      where kind in ('close_asked', 'reopen_asked')
        and not exists (select from period_event a where a.answered_event_id = e.period_event_id)
      union all
      select format('file of loans %s', take_on_id), format('%s loans as of %s: see npm run take-on', loans, on_day)
      from loan_take_on where confirmed_by is null and declined_by is null`,
  },
];

/** What is closed and which month is open, in one line. */
export const OPEN_PERIOD = `select concat(
    case when c.closed_through_on is null then 'No period of the book is closed.'
      else format('The book is closed through %s.', c.closed_through_on) end,
    case when ${TODAY} is null then null
      when ${FIRST_OPEN_DAY} < date_trunc('month', ${TODAY})
      then format(' Open: %s to %s.', to_char(${FIRST_OPEN_DAY}, 'YYYY-MM'), to_char(${TODAY}, 'YYYY-MM'))
      else format(' Open: %s.', to_char(${TODAY}, 'YYYY-MM')) end,
    case when c.open_adjustment_year is not null then format(' Open for adjustments: %s-13.', c.open_adjustment_year) end
  ) as line
  from book_closing c`;
