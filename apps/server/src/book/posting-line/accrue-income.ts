/*
 * The SQL of lending's `incomeOfDays` (docs/rules/accrual.md), for statements over many loans at once. A test holds it
 * against lending.
 */

/** The part of `amount` that is earned on the days of its period up to and including `on`, rounded half up. */
function earnedPart(amount: string, on: string): string {
  const days = `(${on} - n.starts_on)`;
  return `case when ${days} <= 0 then 0
      when ${days} >= fee.period_days then ${amount}
      else (2 * ${amount} * ${days} + fee.period_days) / (2 * fee.period_days) end`;
}

/** A deducted fee is on no instalment. It is earned in equal parts, and the last part takes what rounding leaves. */
const FEE_PART = `case when not fee.is_deducted then n.fee_ngwee
    when n.period = fee.plans then greatest(0, fee.total_ngwee - fee.part_ngwee * (n.period - 1))
    else least(fee.part_ngwee, greatest(0, fee.total_ngwee - fee.part_ngwee * (n.period - 1))) end`;

/**
 * A lateral join that gives a loan `l` what its terms say of its fee and its periods, which the columns of `earnedOnPlans`
 * need. `offset 0` keeps PostgreSQL from reading the terms again at each place that uses them, a dozen times for each plan.
 */
export const DEDUCTED_FEE = `cross join lateral (
      select total_ngwee, plans, period_days, is_deducted, (2 * total_ngwee + plans) / (2 * plans) as part_ngwee
      from (select l.principal_ngwee - l.received_ngwee as total_ngwee,
        (l.terms ->> 'instalmentCount')::bigint as plans,
        (l.terms ->> 'termDays')::integer / (l.terms ->> 'instalmentCount')::integer as period_days,
        l.terms ->> 'feeMode' = 'deducted' as is_deducted offset 0) deducted
    ) fee`;

/**
 * The columns `interest_ngwee` and `fee_ngwee`: what the days up to and including `on`, an SQL expression, earn on the
 * instalments `n` of a loan `l` together.
 */
export function earnedOnPlans(on: string): string {
  return `coalesce(sum(${earnedPart('n.interest_ngwee', on)}), 0)::bigint as interest_ngwee,
        coalesce(sum(${earnedPart(`(${FEE_PART})`, on)}), 0)::bigint as fee_ngwee`;
}

/** A lateral join that gives a loan `l` the columns `interest_ngwee` and `fee_ngwee` of `earned`, for the days up to `on`. */
export function incomeOfDaysJoin({ on }: { on: string }): string {
  return `${DEDUCTED_FEE}
    cross join lateral (
      select ${earnedOnPlans(on)}
      from instalment n where n.borrower_id = l.borrower_id and n.loan_id = l.loan_id
    ) earned`;
}

/** The last day that earns on the loan `l`: a loan with a pending payment earns nothing after its submission. */
export function lastEarningDay(on: string): string {
  return `least(${on}, l.pending_since_on)`;
}

/**
 * The parts of a statement that moves income to the book, as CTEs: `accrued_run` gives the run that continues after the
 * loan (`$afterBorrowerId`, `$afterLoanId`), with `entry_id` and `through_on`; the next `$limit` running loans are
 * looked at. `seen_loans` are these, `moved_loans` those that have income to post, and `written_loans` those that were
 * still as they had been read. Each loan is written only at the version at which it was read, as by every other posting.
 */
export function accrueIncome({ run }: { run: string }): string {
  return `seen_loans as materialized (
    select l.borrower_id, l.loan_id, l.version, l.terms, l.principal_ngwee, l.received_ngwee, l.pending_since_on,
      l.interest_earned_ngwee, l.fee_earned_ngwee, r.through_on
    from loan l cross join ${run} r
    where l.state in ('active', 'overdue')
      and (l.borrower_id, l.loan_id) > ($afterBorrowerId::bigint, $afterLoanId::bigint)
    order by l.borrower_id, l.loan_id limit $limit
  ),
  moved_loans as materialized (
    select l.borrower_id, l.loan_id, l.version,
      greatest(0, earned.interest_ngwee - l.interest_earned_ngwee) as interest_ngwee,
      greatest(0, earned.fee_ngwee - l.fee_earned_ngwee) as fee_ngwee
    from seen_loans l ${incomeOfDaysJoin({ on: lastEarningDay('l.through_on') })}
    where earned.interest_ngwee > l.interest_earned_ngwee or earned.fee_ngwee > l.fee_earned_ngwee
  ),
  written_loans as materialized (
    select m.* from moved_loans m cross join lateral (
      select from loan l where l.borrower_id = m.borrower_id and l.loan_id = m.loan_id and l.version = m.version
      for update) locked
    order by m.borrower_id, m.loan_id
  ),
  accrued_loans as (
    update loan l set version = l.version + 1, interest_earned_ngwee = l.interest_earned_ngwee + w.interest_ngwee,
      fee_earned_ngwee = l.fee_earned_ngwee + w.fee_ngwee
    from written_loans w where l.borrower_id = w.borrower_id and l.loan_id = w.loan_id
  ),
  inserted_transfers as (
    insert into ledger_transfer (borrower_id, entry_id, line, loan_id, debit_account, credit_account, amount_ngwee,
      business_on, value_on, recorded_at)
    select w.borrower_id, r.entry_id, t.line, w.loan_id, t.debit_account, t.credit_account, t.amount_ngwee,
      r.through_on, r.through_on, $now::timestamptz
    from written_loans w cross join ${run} r cross join lateral (values
      (1, 'unearned_interest', 'interest_income', w.interest_ngwee),
      (2, 'unearned_fee', 'fee_income', w.fee_ngwee)) as t (line, debit_account, credit_account, amount_ngwee)
    where t.amount_ngwee > 0
  )`;
}
