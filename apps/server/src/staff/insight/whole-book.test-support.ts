import type { StaffCallName } from '@thumba/contract/staff/calls';
import { INSIGHT_FLOWS, type InsightFlow } from '@thumba/contract/staff/insight-words';
import {
  APPLICATION_STAGES,
  type ApplicationStage,
  OFFICER_WORK,
  type OfficerWork,
  PAYMENT_OUTCOMES,
  type PaymentOutcome,
  REGISTRATION_STAGES,
  type RegistrationStage,
} from '@thumba/contract/staff/monitoring-kinds';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day, day, lastOfMonth } from '@thumba/lending/day';
import { expect } from 'vitest';
import type { StaffClient } from '../../../test/staff-client.ts';

/*
 * Every number of the reports of a whole book a second time, in plain SQL over the rows of the ledger, the plans and the
 * events, which shares nothing with the reports.
 */

export type WholeBook = {
  reader: StaffClient;
  /** The rows of a statement. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The first day of the book, the first one whose book was counted for the reports, and today. */
  from: Day;
  countedFrom: Day;
  today: Day;
};

async function read<Name extends StaffCallName>(
  { reader }: WholeBook,
  name: Name,
  query: object,
  params: object = {},
): Promise<StaffAnswer<Name>> {
  const answer = await reader.call(name, { params, query } as never);
  expect(answer.code, `${name}: ${answer.msg}`).toBe(200);
  return answer.data as StaffAnswer<Name>;
}

async function numberOf(book: WholeBook, sql: string, values: unknown[] = []): Promise<number> {
  return Number(Object.values((await book.query(`select (${sql}) as number`, values))[0]!)[0]);
}

const wholePeriod = ({ from, today }: WholeBook) => ({ period: 'days', from, to: today }) as const;

/** The last days of the months that were counted, and the day before the last one. */
function cutDays({ countedFrom, today }: WholeBook): Day[] {
  const days: Day[] = [];
  for (let on = lastOfMonth(countedFrom); on < today; on = lastOfMonth(addDays(on, 1))) days.push(on);
  return [...days, addDays(today, -1)];
}

const RECEIVABLES = ['principal_receivable', 'interest_receivable', 'fee_receivable', 'penalty_receivable'];

/** What each loan owes on an account at the end of a day, by the ledger alone. */
const OWED = `select t.borrower_id, t.loan_id, s.account, sum(s.amount) as ngwee from ledger_transfer t
  cross join lateral (values (t.debit_account::text, t.amount_ngwee), (t.credit_account::text, -t.amount_ngwee))
    as s (account, amount)
  where t.business_on <= $1 and s.account = any ($2::text[]) group by 1, 2, 3`;

/**
 * The principal of instalments that are late by so many days or more at the end of a day. The principal of a loan that is
 * still owed is that of its last instalments, because payments go to the oldest one first.
 */
const PRINCIPAL_LATE = `with owed as (${OWED}),
  plan as (
    select i.borrower_id, i.loan_id, coalesce((i.earlier_due_dates -> 0 ->> 'dueOn')::date, i.due_on) as due_on,
      sum(i.principal_ngwee) over (partition by i.borrower_id, i.loan_id order by i.period desc) - i.principal_ngwee as later_ngwee
    from instalment i),
  late as (
    select o.borrower_id, o.loan_id, o.ngwee from owed o
    where o.ngwee > 0 and exists (select from plan p where p.borrower_id = o.borrower_id and p.loan_id = o.loan_id
      and p.later_ngwee < o.ngwee and $1::date - p.due_on >= $3))
  select coalesce(sum(ngwee), 0)::float / 100 from late`;

async function checkLoanBook(book: WholeBook): Promise<void> {
  for (const on of cutDays(book)) {
    const answer = await read(book, 'getLoanBook', { period: 'days', from: on, to: on });
    const owing = `select count(distinct loan_id) from (${OWED}) owed where ngwee <> 0`;
    const principal = `select coalesce(sum(ngwee), 0)::float / 100 from (${OWED}) owed`;
    expect([on, answer.countedOn, answer.book.loans, answer.book.principal]).toEqual([
      on,
      on,
      await numberOf(book, owing, [on, RECEIVABLES]),
      await numberOf(book, principal, [on, [RECEIVABLES[0]]]),
    ]);
    for (const { days, byOriginalDate } of answer.book.late) {
      const late = await numberOf(book, PRINCIPAL_LATE, [on, [RECEIVABLES[0]], days]);
      expect([on, days, byOriginalDate]).toEqual([on, days, late]);
    }
    const allowance = await numberOf(
      book,
      `select coalesce(sum(case when credit_account = 'loss_allowance' then amount_ngwee else -amount_ngwee end), 0)::float / 100
       from ledger_transfer where 'loss_allowance' in (debit_account, credit_account) and business_on <= $1`,
      [on],
    );
    expect([on, answer.allowance]).toEqual([on, allowance]);
    for (const sum of ['principal', 'loans'] as const)
      expect(answer.ageing.reduce((total, bucket) => total + bucket[sum], 0)).toBeCloseTo(answer.book[sum]);
  }
}

/** The two sides of each row of the ledger: what an account got, and from which other account. */
const SIDES = `(select t.business_on, s.account, s.other, s.amount from ledger_transfer t
  cross join lateral (values (t.credit_account::text, t.debit_account::text, t.amount_ngwee),
    (t.debit_account::text, t.credit_account::text, -t.amount_ngwee)) as s (account, other, amount)
  where t.booking_kind <> 'year_end')`;
/** What a rebate for an early payment gives back is money too, so it is taken off. */
const FROM_MONEY = `other ~ '^(float_.*_collection|wallet_credit|suspense|bank)$'`;

const FLOWS: Record<InsightFlow, string> = {
  lent: `account ~ '(_payout|unearned_fee)$' and other = 'principal_receivable' and amount > 0`,
  principal: `account = 'principal_receivable' and ${FROM_MONEY}`,
  interest: `account = 'interest_receivable' and ${FROM_MONEY}`,
  fee: `account = 'fee_receivable' and ${FROM_MONEY}`,
  penalty: `account = 'penalty_receivable' and ${FROM_MONEY}`,
  extension: `account = 'extension_income' and ${FROM_MONEY}`,
  recovery: `account = 'recovery_income' and ${FROM_MONEY}`,
  writtenOff: `account = 'principal_receivable' and other = 'write_off_expense'`,
  earned: `account in ('interest_income', 'fee_income', 'penalty_income', 'extension_income')`,
};

async function checkFlows(book: WholeBook): Promise<void> {
  const { total, points } = await read(book, 'getFlows', wholePeriod(book));
  for (const flow of INSIGHT_FLOWS) {
    const between = (from: string, through: string) =>
      numberOf(
        book,
        `select coalesce(sum(amount), 0)::float / 100 from ${SIDES} sides
         where ${FLOWS[flow]} and business_on between $1 and $2`,
        [from, through],
      );
    expect([flow, total[flow]]).toEqual([flow, await between(book.from, book.today)]);
    for (const { from, through, flows } of points)
      expect([flow, from, flows[flow]]).toEqual([flow, from, await between(from, through)]);
  }
  const paidOut = 'select count(*) from loan where disbursed_on between $1 and $2';
  expect(total.loans).toBe(await numberOf(book, paidOut, [book.from, book.today]));
}

/** How much of the principal of a loan was owed at the end of the day on which an instalment was 31 days late. */
const FIRST_LATE = `select to_char(l.disbursed_on, 'YYYY-MM') as month, min(late.on_day) as late_on
  from loan l
  cross join lateral (
    select coalesce((i.earlier_due_dates -> 0 ->> 'dueOn')::date, i.due_on) + 31 as on_day,
      (select coalesce(sum(j.principal_ngwee), 0) from instalment j
       where j.borrower_id = i.borrower_id and j.loan_id = i.loan_id and j.period > i.period) as later_ngwee
    from instalment i where i.borrower_id = l.borrower_id and i.loan_id = l.loan_id) late
  where l.disbursed_on is not null and late.on_day < $1 and late.later_ngwee < (
    select coalesce(sum(case when t.debit_account = 'principal_receivable' then t.amount_ngwee else -t.amount_ngwee end), 0)
    from ledger_transfer t where t.borrower_id = l.borrower_id and t.loan_id = l.loan_id
      and 'principal_receivable' in (t.debit_account, t.credit_account) and t.business_on <= late.on_day)
  group by l.borrower_id, l.loan_id, l.disbursed_on`;

async function checkVintages(book: WholeBook): Promise<void> {
  const { vintages } = await read(book, 'getVintages', {});
  const paidOut = await book.query(
    `select to_char(disbursed_on, 'YYYY-MM') as month, count(*)::integer as loans from loan
     where disbursed_on >= $2 and disbursed_on < $1 group by 1 order by 1`,
    [book.today, book.countedFrom],
  );
  expect(vintages.map(({ month, loans }) => ({ month, loans }))).toEqual(paidOut);
  for (const { month, late } of vintages)
    for (const [months, loans] of late.entries()) {
      const expected = await numberOf(
        book,
        `select count(*) from (${FIRST_LATE}) late where month = $2
           and late_on < ($2 || '-01')::date + make_interval(months => $3::integer + 1)`,
        [book.today, month, months],
      );
      expect([month, months, loans]).toEqual([month, months, expected]);
    }
}

async function checkCollections(book: WholeBook): Promise<void> {
  const { total, points } = await read(book, 'getCollections', wholePeriod(book));
  const count = (sql: string) => numberOf(book, `select count(*) from ${sql}`);
  const sum = (where: string) =>
    numberOf(book, `select coalesce(sum(amount_ngwee), 0)::float / 100 from arrears_promise where ${where}`);
  expect(total).toEqual({
    calls: await count('arrears_call'),
    called: await numberOf(book, 'select count(distinct loan_id) from arrears_call'),
    reached: await numberOf(
      book,
      'select count(distinct loan_id) from arrears_call where identified_at is not null',
    ),
    promises: await count('arrears_promise'),
    promised: await sum('true'),
    kept: await count(`arrears_promise where state = 'kept'`),
    keptAmount: await sum(`state = 'kept'`),
    broken: await count(`arrears_promise where state = 'broken'`),
    open: await count(`arrears_promise where state = 'open'`),
  });
  expect(points.reduce((calls, point) => calls + point.calls, 0)).toBe(total.calls);
}

async function checkIncomeAndCost(book: WholeBook): Promise<void> {
  const { lines, points } = await read(book, 'getIncomeAndCost', wholePeriod(book));
  const sums = { income: 0, expense: 0 };
  for (const { account, kind, amount } of lines) {
    const expected = await numberOf(
      book,
      `select coalesce(sum(case (case when $2 = 'income' then credit_account else debit_account end)::text when $1
           then amount_ngwee else -amount_ngwee end), 0)::float / 100
       from ledger_transfer where $1 in (debit_account::text, credit_account::text) and booking_kind <> 'year_end'`,
      [account, kind],
    );
    expect([account, amount]).toEqual([account, expected]);
    sums[kind] += amount;
  }
  for (const kind of ['income', 'expense'] as const)
    expect(points.reduce((total, point) => total + point[kind], 0)).toBeCloseTo(sums[kind]);
}

export const REGISTERED: Record<RegistrationStage, string> = {
  registered: 'select borrower_id from borrower',
  profile_complete: `select borrower_id from borrower_form where cer_code = 2
    intersect select borrower_id from borrower_form where cer_code = 3
    intersect select borrower_id from borrower_identity
    -- A stage counts with each later one that was reached.
    union select borrower_id from loan`,
  applied: 'select distinct borrower_id from loan',
  approved: `select distinct borrower_id from loan_event where kind = 'approved'`,
  paid_out: `select distinct borrower_id from loan_event where kind = 'paid_out'`,
  repaid: `select distinct borrower_id from loan where state in ('settled', 'recovered')`,
};

/** A loan that was 31 days late or more. */
const BAD_LOANS = 'select distinct loan_id from instalment where days_late > 30';
/** A loan that was paid out and is over, that was late, or whose first instalment fell due 31 days ago. */
const JUDGED_LOANS = `select l.loan_id from loan l join instalment i using (borrower_id, loan_id)
  where l.disbursed_on is not null group by l.borrower_id, l.loan_id, l.closed_on
  having l.closed_on is not null or max(i.days_late) > 30 or min(i.due_on) + 31 <= $1`;

export const APPLIED: Record<ApplicationStage, string> = {
  applied: 'select loan_id from loan_decision',
  approved_by_rules: `select loan_id from loan_decision where outcome = 'approve'`,
  referred: `select loan_id from loan_decision where outcome = 'refer'`,
  declined_by_rules: `select loan_id from loan_decision where outcome = 'decline'`,
  approved_by_person: `select distinct loan_id from application_review where outcome = 'approve'`,
  declined_by_person: `select distinct loan_id from application_review where outcome = 'decline'`,
  overridden: `select loan_id from staff_request where kind = 'decision_override' and state = 'done'`,
  waiting: `select loan_id from loan where state = 'applied'`,
  approved: `select distinct loan_id from loan_event where kind = 'approved'`,
  paid_out: `select distinct loan_id from loan_event where kind = 'paid_out'`,
  repaid: `select loan_id from loan where state in ('settled', 'recovered')`,
  judged: JUDGED_LOANS,
  bad: BAD_LOANS,
};

async function checkFunnels(book: WholeBook): Promise<void> {
  const count = (sql: string) =>
    numberOf(book, `select count(*) from (${sql}) counted`, sql.includes('$1') ? [book.today] : []);
  const registrations = await read(book, 'getRegistrationFunnel', wholePeriod(book));
  for (const stage of REGISTRATION_STAGES)
    expect([stage, registrations.total[stage]]).toEqual([stage, await count(REGISTERED[stage])]);
  const approvals = await read(book, 'getApprovalFunnel', wholePeriod(book));
  for (const stage of APPLICATION_STAGES)
    expect([stage, approvals.total[stage]]).toEqual([stage, await count(APPLIED[stage])]);
  for (const { total, channels, points } of [registrations, approvals])
    for (const [stage, counted] of Object.entries(total))
      for (const parts of [channels, points]) {
        const sum = parts.reduce(
          (all, part) => all + (part as Record<string, unknown> as typeof total)[stage as 'paid_out'],
          0,
        );
        expect([stage, sum]).toEqual([stage, counted]);
      }
}

async function checkScorecard(book: WholeBook): Promise<void> {
  const { bands, versions } = await read(book, 'getScorecardReport', wholePeriod(book));
  const within = '(points >= $1 and points < $1 + 20)';
  for (const { fromPoints, applied, approved, bad } of bands) {
    const count = (where: string) =>
      numberOf(book, `select count(*) from loan_decision where ${within} and ${where}`, [fromPoints]);
    expect([fromPoints, applied, approved, bad]).toEqual([
      fromPoints,
      await count('true'),
      await count(`loan_id in (${APPLIED.approved})`),
      await count(`loan_id in (${BAD_LOANS})`),
    ]);
  }
  for (const { version, applied } of versions)
    expect(applied).toBe(
      await numberOf(book, `select count(*) from loan_decision where versions ->> 'scorecard' = $1::text`, [
        String(version),
      ]),
    );
}

const did = (table: string, at: string, condition: string) =>
  `select count(*) from ${table} where ${condition} and actor = $1 and ${at} is not null`;
const APPROVED_BY = `select r.loan_id from application_review r where r.outcome = 'approve' and r.actor = $1`;

export const WORK: Record<Exclude<OfficerWork, 'judged'>, string> = {
  approved: did('application_review', 'reviewed_at', `outcome = 'approve'`),
  declined: did('application_review', 'reviewed_at', `outcome = 'decline'`),
  sent_back: did('application_review', 'reviewed_at', `outcome not in ('approve', 'decline')`),
  overrides_asked: `select count(*) from staff_request where kind = 'decision_override' and made_by = $1`,
  overrides_done: `select count(*) from staff_request where kind = 'decision_override' and made_by = $1 and state = 'done'`,
  bad: `select count(*) from (${APPROVED_BY}) a where loan_id in (${BAD_LOANS})`,
  calls: did('arrears_call', 'begun_at', 'true'),
  right_person: did('arrears_call', 'identified_at', 'true'),
  promises: did('arrears_promise', 'made_at', 'true'),
  promises_judged: did('arrears_promise', 'made_at', `state in ('kept', 'broken')`),
  promises_kept: did('arrears_promise', 'made_at', `state = 'kept'`),
  complaints: did('complaint_event', 'on_day', `kind = 'answered'`),
  complaints_in_time: `select count(*) from complaint c where c.answered_on <= c.answer_due_on and $1 in (
    select e.actor from complaint_event e where e.ticket_id = c.ticket_id and e.kind = 'answered')`,
  pictures: did('staff_audit', 'happened_at', `call = 'getApplicationPicture' and outcome = 'shown'`),
};

async function checkWork(book: WholeBook): Promise<void> {
  const { items } = await read(book, 'getOfficersWork', wholePeriod(book));
  for (const { userName, work } of items)
    for (const kind of OFFICER_WORK) {
      if (kind === 'judged') continue;
      const expected = await numberOf(book, WORK[kind], [`staff:${userName}`]);
      expect([userName, kind, work[kind]]).toEqual([userName, kind, expected]);
    }
}

export const PAYMENTS: Record<PaymentOutcome, string> = {
  attempts: 'true',
  succeeded: 'finished_at is not null and failure_reason is null',
  refused: `state = 'failed'`,
  expired: `state = 'expired'`,
  under_way: `finished_at is null and state <> 'unknown'`,
  unknown: `state = 'unknown'`,
  was_unknown: `state = 'unknown' or attempt_id in (select attempt_id from payment_attempt_step where told = 'unknown')`,
};

async function checkOperators(book: WholeBook): Promise<void> {
  const { operators, points } = await read(book, 'getOperatorsHealth', wholePeriod(book));
  for (const figures of operators)
    for (const outcome of PAYMENT_OUTCOMES) {
      const { operator } = figures;
      const sql = `select count(*) from payment_attempt where operator = $1 and (${PAYMENTS[outcome]})`;
      const expected = await numberOf(book, sql, [operator]);
      expect([operator, outcome, figures[outcome]]).toEqual([operator, outcome, expected]);
      const ofDays = points.filter((point) => point.operator === operator);
      expect(ofDays.reduce((sum, point) => sum + point[outcome], 0)).toBe(expected);
    }
}

async function checkMessages(book: WholeBook): Promise<void> {
  const codes = await read(book, 'getCodesReport', wholePeriod(book));
  const sentCodes = (column: string) =>
    numberOf(
      book,
      `select coalesce(sum(${column}), 0) from (select sent, verified from code_hour
         union all select sent, verified from code_day) codes`,
    );
  expect(codes.total).toEqual({ sent: await sentCodes('sent'), verified: await sentCodes('verified') });
  const { kinds } = await read(book, 'getMessageCost', wholePeriod(book));
  for (const { kind, sms, parts } of kinds) {
    if (kind === 'code') continue;
    const of = (column: string) =>
      numberOf(
        book,
        `select ${column} from message where kind = $1 and medium = 'sms' and sent_at is not null`,
        [kind],
      );
    expect([kind, sms, parts]).toEqual([kind, await of('count(*)'), await of('coalesce(sum(parts), 0)')]);
  }
}

/** The checks of every report, by what they say. */
export const wholeBookChecks: Readonly<Record<string, (book: WholeBook) => Promise<void>>> = {
  'the loan book at the end of each month is what the ledger and the plans have': checkLoanBook,
  'what was lent, repaid and earned is what the ledger has, of each point': checkFlows,
  'the vintages count each loan from the month in which it was more than 30 days late': checkVintages,
  'calls and promises are those that are written down': checkCollections,
  'income and cost are what the ledger has, without the closing of the year': checkIncomeAndCost,
  'the funnels count each stage as the tables have it, in all, by channel and by point': checkFunnels,
  'the bands and the versions of the scorecard have their applications': checkScorecard,
  'the work of each person is counted as the tables have it': checkWork,
  'payments are counted by operator and by how they ended': checkOperators,
  'codes and messages are those that were sent': checkMessages,
};

/** The days of a book. */
export async function bookDays(
  query: WholeBook['query'],
  today: string,
): Promise<Pick<WholeBook, 'from' | 'countedFrom' | 'today'>> {
  const [row] = await query(
    `select b.first_on::text, greatest(b.first_on, (select counted_from_on from book_day_progress))::text as counted_from
     from (select least((select min(business_on) from ledger_transfer), (select min(registered_on) from borrower)) as first_on) b`,
  );
  const { first_on: from, counted_from: countedFrom } = row as { first_on: string; counted_from: string };
  return { from: day(from), countedFrom: day(countedFrom), today: day(today) };
}
