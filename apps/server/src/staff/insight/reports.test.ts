import { bucketIndexOf } from '@thumba/accounting/portfolio-at-risk';
import type { StaffCallName } from '@thumba/contract/staff/calls';
import { INSIGHT_FLOWS, type InsightFlow } from '@thumba/contract/staff/insight-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day, day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppServer } from '../../../test/app-server.ts';
import type { StaffClient } from '../../../test/staff-client.ts';
import { readBook } from '../../accounting/report/book-snapshot.ts';
import { readTape } from '../../accounting/report/loan-tape-rows.ts';
import { openWorkedBook } from './worked-book.test-support.ts';

/* Every number of every report is computed a second way: from the ledger, the plans and the loan tape. */

let server: AppServer;
let auditor: StaffClient;
beforeAll(async () => {
  ({ server, auditor } = await openWorkedBook());
});
afterAll(() => server.stop());

async function ask<Name extends StaffCallName>(name: Name, query: object): Promise<StaffAnswer<Name>> {
  const { code, msg, data } = await auditor.call(name, { query } as never);
  expect(code, msg).toBe(200);
  return data as StaffAnswer<Name>;
}

const numberOf = async (sql: string, values: unknown[]): Promise<number> =>
  Number((await server.query(`select (${sql}) as number`, values))[0]!.number);

/** Principal of the running loans, of which some are late by so many days or more. */
const PRINCIPAL = `select coalesce(sum(owed), 0)::float / 100 from (
  select sum(n.principal_ngwee - n.principal_paid_ngwee) as owed, min(n.due_on) as due_on,
    min(coalesce((n.earlier_due_dates -> 0 ->> 'dueOn')::date, n.due_on)) as original_due_on
  from loan l join instalment n using (borrower_id, loan_id)
  where l.state in ('active', 'overdue') and n.state <> 'settled'
    and ($3::integer is null or (l.terms ->> 'productId')::integer = $3)
  group by l.loan_id) loans`;

test('the loan book is what the plans say, by both due dates, of each product and of all', async () => {
  const all = await ask('getLoanBook', { period: 'quarter' });
  const on = addDays(day(server.today()), -1);
  expect(all.countedOn).toBe(on);
  expect(all.byProduct.map(({ productId }) => productId)).toEqual([1]);
  expect(all.book.principal).toBe(
    await numberOf(`${PRINCIPAL} where $1::date is not null and $2::integer = 0`, [on, 0, null]),
  );
  for (const [product, book] of [
    [null, all.book],
    ...all.byProduct.map(({ productId, book }) => [productId, book] as const),
  ] as const) {
    for (const { days, principal, byOriginalDate } of book.late) {
      const late = (by: string) =>
        numberOf(`${PRINCIPAL} where $1::date - ${by} >= $2::integer`, [on, days, product]);
      expect([product, days, principal, byOriginalDate]).toEqual([
        product,
        days,
        await late('due_on'),
        await late('original_due_on'),
      ]);
    }
  }
  // The extended loan is late by its original date alone, so the two differ somewhere.
  expect(all.book.late.some(({ principal, byOriginalDate }) => principal !== byOriginalDate)).toBe(true);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  expect(sum(all.ageing.map(({ principal }) => principal))).toBeCloseTo(all.book.principal);
  expect(sum(all.ageing.map(({ loans }) => loans))).toBe(all.book.loans);
  expect(all.points.at(-1)).toEqual({ on, principal: all.ageing.map(({ principal }) => principal) });
  expect(all.allowance).toBe(0);
  const one = await ask('getLoanBook', { period: 'quarter', product: 1 });
  expect([one.book, one.flows.earned, one.allowance]).toEqual([
    all.book,
    all.byProduct[0]!.flows.earned,
    null,
  ]);
  expect((await ask('getLoanBook', { period: 'quarter', product: 2 })).book.loans).toBe(0);
});

test('the book of a past day is that of the loan tape of the day', async () => {
  for (const back of [20, 45, 80]) {
    const on = addDays(day(server.today()), -back);
    const { book, countedOn } = await ask('getLoanBook', { period: 'days', from: on, to: on });
    const tape = (await tapeOf(on)).filter(({ isOwing }) => isOwing);
    expect([countedOn, book.loans]).toEqual([on, tape.length]);
    expect(book.principal).toBeCloseTo(tape.reduce((sum, { ngwee }) => sum + ngwee, 0) / 100);
    const late31 = tape.filter(({ bucket }) => bucket >= 3).reduce((sum, { ngwee }) => sum + ngwee, 0);
    expect(book.late.find(({ days }) => days === 31)!.principal).toBeCloseTo(late31 / 100);
  }
});

type TapeRow = { loanId: number; bucket: number; ngwee: number; isOwing: boolean };

async function tapeOf(on: Day): Promise<TapeRow[]> {
  const rows: TapeRow[] = [];
  await readBook(server.db, async (book) => {
    for await (const { loanId, daysPastDue, owed } of readTape(book, on)) {
      const isOwing = Object.values(owed).some((ngwee) => ngwee !== 0);
      rows.push({ loanId, bucket: bucketIndexOf(daysPastDue), ngwee: owed.principalNgwee, isOwing });
    }
  });
  return rows;
}

const MONEY = `t.debit_account ~ '^(float_.*_collection|wallet_credit|suspense|bank)$'`;
const FLOWS: Record<InsightFlow, string> = {
  lent: `t.debit_account = 'principal_receivable' and t.credit_account ~ '(_payout|unearned_fee)$'`,
  principal: `${MONEY} and t.credit_account = 'principal_receivable'`,
  interest: `${MONEY} and t.credit_account = 'interest_receivable'`,
  fee: `${MONEY} and t.credit_account = 'fee_receivable'`,
  penalty: `${MONEY} and t.credit_account = 'penalty_receivable'`,
  extension: `${MONEY} and t.credit_account = 'extension_income'`,
  recovery: `${MONEY} and t.credit_account = 'recovery_income'`,
  writtenOff: `t.debit_account = 'write_off_expense' and t.credit_account = 'principal_receivable'`,
  earned: `t.credit_account in ('interest_income', 'fee_income', 'penalty_income', 'extension_income')`,
};

test('what was disbursed and repaid is what the ledger has, of each point, and its rows add up to it', async () => {
  const { days, points, total, comparedTotal } = await ask('getFlows', {
    period: 'quarter',
    compare: 'before',
  });
  const ofDays = (flow: InsightFlow, from: string, through: string) =>
    numberOf(
      `select coalesce(sum(t.amount_ngwee), 0)::float / 100 from ledger_transfer t
       where ${FLOWS[flow]} and t.business_on between $1 and $2`,
      [from, through],
    );
  for (const flow of INSIGHT_FLOWS) {
    expect([flow, total[flow]]).toEqual([flow, await ofDays(flow, days.from, days.through)]);
    expect(comparedTotal![flow]).toBeGreaterThanOrEqual(0);
    for (const point of points) expect(point.flows[flow]).toBe(await ofDays(flow, point.from, point.through));
    const entries = await everyPage(
      'listFlowEntries',
      { flow, from: days.from, to: days.through },
      (page) => page.items.at(-1)?.key,
    );
    expect([flow, entries.total]).toEqual([flow, total[flow]]);
    expect(entries.items.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(total[flow]);
  }
  expect(total.principal).toBeGreaterThan(0);
  const loans = await numberOf('select count(*) from loan where disbursed_on between $1 and $2', [
    days.from,
    days.through,
  ]);
  expect(total.loans).toBe(loans);
});

async function everyPage<Name extends 'listFlowEntries' | 'listLoansOfFigure'>(
  name: Name,
  query: object,
  next: (page: StaffAnswer<Name>) => unknown,
): Promise<StaffAnswer<Name>> {
  const pages: StaffAnswer<Name>[] = [];
  do {
    const after = pages.length === 0 ? undefined : next(pages.at(-1)!);
    pages.push(await ask(name, { ...query, after, pageSize: 2 }));
  } while (pages.at(-1)!.isMore);
  return { ...pages[0]!, items: pages.flatMap(({ items }) => items as never[]) };
}

const loansOf = (query: object) => everyPage('listLoansOfFigure', query, (page) => page.items.at(-1)?.key);

test('the loans behind what is out and late add up to it, today and on a past day', async () => {
  for (const back of [1, 45]) {
    const on = addDays(day(server.today()), -back);
    const { book, ageing } = await ask('getLoanBook', { period: 'days', from: on, to: on });
    for (const dueDates of ['valid', 'original'] as const) {
      for (const [fromBucket, expected] of [
        [0, book.principal],
        ...book.late.map((late, index) => [
          [1, 3, 4, 5][index]!,
          dueDates === 'valid' ? late.principal : late.byOriginalDate,
        ]),
      ] as const) {
        const loans = await loansOf({ figure: 'out', on, dueDates, fromBucket });
        expect(loans.total!.amount ?? 0).toBe(expected);
        expect(loans.items.reduce((sum, { amount }) => sum + amount!, 0)).toBeCloseTo(expected);
      }
    }
    const ofBucket = await loansOf({ figure: 'out', on, fromBucket: 0, toBucket: 0 });
    expect(ofBucket.items).toHaveLength(ageing[0]!.loans);
  }
});

test('roll rates are the moves between the loan tapes of two month ends', async () => {
  const { months } = await ask('getRollRates', {});
  expect(months.length).toBeGreaterThanOrEqual(3);
  for (const month of months.slice(0, 2)) {
    const { rolls } = await ask('getRollRates', { month });
    const beforeOn = addDays(day(`${month}-01`), -1);
    const [{ month_end: endOn }] = await server.query(
      `select (($1 || '-01')::date + interval '1 month - 1 day')::date as month_end`,
      [month],
    );
    const [before, after] = [await tapeOf(beforeOn), await tapeOf(endOn)];
    const moves = new Map<string, number>();
    for (const loanId of new Set([...before, ...after].map((row) => row.loanId))) {
      const [a, b] = [before, after].map((rows) => rows.find((row) => row.loanId === loanId && row.isOwing));
      if (!a && !b) continue;
      const key = `${a?.bucket ?? -1} ${b?.bucket ?? 7}`;
      moves.set(key, (moves.get(key) ?? 0) + 1);
    }
    expect(Object.fromEntries(rolls.map(({ from, to, loans }) => [`${from} ${to}`, loans]))).toEqual(
      Object.fromEntries(moves),
    );
    for (const { from, to, loans, principal } of rolls) {
      const listed = await loansOf({ figure: 'rolled', month, fromBucket: from, toBucket: to });
      expect([listed.items.length, listed.total]).toEqual([loans, { loans, amount: principal }]);
    }
  }
});

test('the vintages count each loan from the month in which it was more than 30 days late', async () => {
  const { vintages, countedOn } = await ask('getVintages', {});
  const paidOut = await server.query(
    `select to_char(disbursed_on, 'YYYY-MM') as month, count(*)::integer as loans from loan
    where disbursed_on <= $1 group by 1 order by 1`,
    [countedOn],
  );
  expect(vintages.map(({ month, loans }) => ({ month, loans }))).toEqual(paidOut);
  for (const { month, late } of vintages) {
    for (const [months, loans] of late.entries()) {
      const expected = await numberOf(
        `select count(*) from (select l.loan_id, min(coalesce((n.earlier_due_dates -> 0 ->> 'dueOn')::date, n.due_on)) + 31 as late_on
           from loan l join instalment n using (borrower_id, loan_id)
           where n.state <> 'settled' and to_char(l.disbursed_on, 'YYYY-MM') = $1 group by l.loan_id) late
         where late_on <= least($3::date, (($1 || '-01')::date + make_interval(months => $2::integer + 1) - interval '1 day')::date)`,
        [month, months, countedOn],
      );
      expect([month, months, loans]).toEqual([month, months, expected]);
      const listed = await loansOf({ figure: 'ever_late', month, months });
      expect(listed.items).toHaveLength(loans);
    }
  }
  expect(vintages.some(({ late }) => late.at(-1)! > 0)).toBe(true);
});

test('calls, promises and what was kept are what the calls say', async () => {
  const { days, total, points } = await ask('getCollections', { period: 'quarter' });
  const count = (sql: string) => numberOf(`select count(*) from ${sql}`, []);
  expect(total).toMatchObject({
    calls: await count('arrears_call'),
    reached: await count('arrears_call where identified_at is not null'),
    promises: await count('arrears_promise'),
    kept: await count(`arrears_promise where state = 'kept'`),
    broken: await count(`arrears_promise where state = 'broken'`),
    promised: await numberOf('select sum(amount_ngwee)::float / 100 from arrears_promise', []),
    keptAmount: await numberOf(
      `select sum(amount_ngwee)::float / 100 from arrears_promise where state = 'kept'`,
      [],
    ),
  });
  expect(total.kept).toBeGreaterThan(0);
  expect(points.reduce((sum, { calls }) => sum + calls, 0)).toBe(total.calls);
  for (const [figure, loans] of [
    ['called', total.called],
    ['reached', total.reached],
    ['promised', total.promises],
    ['kept', total.kept],
    ['broken', total.broken],
  ] as const) {
    const listed = await loansOf({ figure, from: days.from, to: days.through });
    expect([figure, listed.items.length, listed.total!.loans]).toEqual([figure, loans, loans]);
  }
});
