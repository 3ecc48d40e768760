import type { Day } from '@thumba/lending/day';
import { openDatabase } from '../apps/server/src/platform/database.ts';

/**
 * A fingerprint for each kind of row. It does not depend on the order of rows, on generated ids or on times of
 * writing.
 */
export type BookTotals = Record<string, string>;

const FINGERPRINTS: Record<string, string> = {
  loans: 'select row(l.*)::text as line from loan l',
  instalments: 'select row(n.*)::text as line from instalment n',
  transfers: `select row(borrower_id, loan_id, line, debit_account, credit_account, amount_ngwee, business_on,
      value_on)::text as line
    from ledger_transfer where business_on between $1::date - 1 and $1`,
  events: `select row(borrower_id, loan_id, loan_version, ordinal, kind, on_day, detail, actor)::text as line
    from loan_event where on_day = $1`,
  snapshot: 'select row(s.*)::text as line from portfolio_snapshot s where business_on = $1',
};

/**
 * Fingerprints after the end of a day: of all loans and instalments, and of the day's transfers, events and snapshot. On
 * the first day of a month, income is booked on the day before.
 */
export async function bookTotals(databaseUrl: string, on: Day): Promise<BookTotals> {
  const db = openDatabase({ url: databaseUrl });
  const totals: BookTotals = {};
  for (const [name, lines] of Object.entries(FINGERPRINTS)) {
    const { rows } = await db.pool.query<{ total: string }>(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(line, 0)::numeric), 0) as total
       from (${lines}) lines`,
      lines.includes('$1') ? [on] : [],
    );
    totals[name] = rows[0]!.total;
  }
  await db.close();
  return totals;
}

/** How many loans there are, and for how many the plans and the ledger hold different amounts. */
export async function comparePlans(databaseUrl: string): Promise<{ loans: number; differing: number }> {
  const db = openDatabase({ url: databaseUrl });
  const { rows } = await db.pool.query<{ loans: number; differing: number }>(
    `with entry as (
      select borrower_id, loan_id, debit_account as account, amount_ngwee from ledger_transfer
      where debit_account like '%\\_receivable'
      union all
      select borrower_id, loan_id, credit_account, -amount_ngwee from ledger_transfer
      where credit_account like '%\\_receivable'
    ),
    receivable as (
      select borrower_id, loan_id,
        coalesce(sum(amount_ngwee) filter (where account = 'principal_receivable'), 0) as principal,
        coalesce(sum(amount_ngwee) filter (where account = 'interest_receivable'), 0) as interest,
        coalesce(sum(amount_ngwee) filter (where account = 'fee_receivable'), 0) as fee,
        coalesce(sum(amount_ngwee) filter (where account = 'penalty_receivable'), 0) as penalty
      from entry group by borrower_id, loan_id
    ),
    plan as (
      select borrower_id, loan_id, sum(principal_ngwee - principal_paid_ngwee) as principal,
        sum(interest_ngwee - interest_paid_ngwee) as interest, sum(fee_ngwee - fee_paid_ngwee) as fee,
        sum(penalty_ngwee - penalty_paid_ngwee) as penalty
      from instalment group by borrower_id, loan_id
    )
    select count(*) as loans, count(*) filter (
        where (p.principal, p.interest, p.fee, p.penalty) is distinct from (r.principal, r.interest, r.fee, r.penalty)
      ) as differing
    from plan p full join receivable r using (borrower_id, loan_id)`,
  );
  await db.close();
  return rows[0]!;
}
