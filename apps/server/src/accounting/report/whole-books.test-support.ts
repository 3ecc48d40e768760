import { type BookReport, MOST_REPORT_LINES } from '@thumba/contract/staff/books-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day, lastOfMonth } from '@thumba/lending/day';
import { expect } from 'vitest';
import type { StaffClient } from '../../../test/staff-client.ts';

/* The reports of an accountant a second time, in plain SQL over the rows of the ledger. */

export type WholeBooks = {
  reader: StaffClient;
  /** The rows of a statement. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The first day of the book, and today. */
  from: Day;
  today: Day;
};

type Lines = StaffAnswer<'readReport'>['lines'];

/** A report whose checks of itself are all right. */
async function read(
  { reader }: WholeBooks,
  report: BookReport,
  query: object,
): Promise<StaffAnswer<'readReport'>> {
  const answer = await reader.call('readReport', { params: { report }, query } as never);
  expect(answer.code, `${report}: ${answer.msg}`).toBe(200);
  const data = answer.data as StaffAnswer<'readReport'>;
  expect(data.ties.filter(({ isTied }) => !isTied)).toEqual([]);
  expect(data.isCut).toBe(data.lines.length === MOST_REPORT_LINES);
  return data;
}

/** The first and the last day of each month of a book, up to its last whole day. */
function monthsOf({ from, today }: WholeBooks): { from: Day; to: Day }[] {
  const months: { from: Day; to: Day }[] = [];
  for (let on = from; on < today; on = addDays(lastOfMonth(on), 1)) {
    const end = lastOfMonth(on);
    months.push({ from: on, to: end < today ? end : addDays(today, -1) });
  }
  return months;
}

/** What each account had before some days, and what was debited and credited to it on them, by its code. */
const MOVED = `select a.code, a.account_type as type,
    coalesce(sum(s.debit - s.credit) filter (where s.business_on < $1), 0)::float / 100 as opening,
    coalesce(sum(s.debit) filter (where s.business_on between $1 and $2), 0)::float / 100 as debits,
    coalesce(sum(s.credit) filter (where s.business_on between $1 and $2), 0)::float / 100 as credits,
    coalesce(sum(s.debit - s.credit) filter (where s.business_on <= $2), 0)::float / 100 as closing
  from account a left join (
    select debit_account as account, business_on, amount_ngwee as debit, 0 as credit from ledger_transfer
    union all select credit_account, business_on, 0, amount_ngwee from ledger_transfer) s on s.account = a.account
  group by a.code, a.account_type order by a.code`;

type Moved = {
  code: string;
  type: string;
  opening: number;
  debits: number;
  credits: number;
  closing: number;
};

const movedIn = async (books: WholeBooks, { from, to }: { from: Day; to: Day }) =>
  (await books.query(MOVED, [from, to])) as Moved[];

/** The lines of a report that have a code in a column, by that code. */
const byCode = (lines: Lines, column: number) => new Map(lines.map((cells) => [cells[column], cells]));

async function checkTrialBalance(books: WholeBooks): Promise<void> {
  for (const month of monthsOf(books)) {
    const lines = byCode((await read(books, 'trial-balance', month)).lines, 0);
    for (const { code, opening, debits, credits, closing } of await movedIn(books, month)) {
      const amounts = lines.get(code)?.slice(2) ?? [0, 0, 0, 0, 0];
      const expected = [opening, debits, credits, Math.max(closing, 0), Math.max(-closing, 0)];
      expect([month.to, code, ...amounts.map((amount) => amount ?? 0)]).toEqual([
        month.to,
        code,
        ...expected.map((amount) => amount + 0),
      ]);
    }
  }
}

/** What income and expense accounts moved by on some days, each on its own side, without the closing of the year. */
const RESULTS = `select a.code,
    case a.account_type when 'income' then coalesce(sum(s.amount), 0)::float / 100 end as earned,
    -coalesce(sum(s.amount), 0)::float / 100 as spent
  from account a left join (
    select credit_account as account, amount_ngwee as amount, business_on, booking_kind from ledger_transfer
    union all select debit_account, -amount_ngwee, business_on, booking_kind from ledger_transfer) s
    on s.account = a.account and s.business_on between $1 and $2 and s.booking_kind <> 'year_end'
  where a.account_type in ('income', 'expense') group by a.code, a.account_type`;

type Results = { code: string; earned: number | null; spent: number };

async function checkStatements(books: WholeBooks): Promise<void> {
  for (const month of monthsOf(books)) {
    const moved = await movedIn(books, month);
    const sheet = byCode((await read(books, 'balance-sheet', { on: month.to })).lines, 1);
    for (const { code, type, closing } of moved)
      if (type === 'asset' || type === 'liability')
        expect([month.to, code, Math.abs(Number(sheet.get(code)?.[3] ?? 0))]).toEqual([
          month.to,
          code,
          Math.abs(closing),
        ]);
    const income = byCode((await read(books, 'income-statement', month)).lines, 1);
    for (const { code, earned, spent } of (await books.query(RESULTS, [month.from, month.to])) as Results[]) {
      const [period, adjustments] = (income.get(code) ?? []).slice(3);
      expect(Number(period ?? 0) + Number(adjustments ?? 0), `${month.to} ${code}`).toBeCloseTo(
        earned ?? spent,
        6,
      );
    }
  }
}

/** The loans that owe, by how many days the oldest instalment that is not paid is past its first due date. */
const LATE_LOANS = `with owed as (
    select borrower_id, loan_id, sum(ngwee) filter (where account = 'principal_receivable') as principal, sum(ngwee) as total
    from ledger_transfer t cross join lateral (values (t.debit_account::text, t.amount_ngwee),
      (t.credit_account::text, -t.amount_ngwee)) as s (account, ngwee)
    where t.business_on <= $1 and s.account ~ '^(principal|interest|fee|penalty)_receivable$' group by 1, 2),
  plan as (
    select borrower_id, loan_id, coalesce((earlier_due_dates -> 0 ->> 'dueOn')::date, due_on) as due_on,
      sum(principal_ngwee) over (partition by borrower_id, loan_id order by period desc) - principal_ngwee as later
    from instalment)
  select coalesce(sum(o.principal), 0)::float / 100 as principal, count(*)::integer as loans from owed o
  where o.total <> 0 and exists (select from plan p where p.borrower_id = o.borrower_id and p.loan_id = o.loan_id
    and p.later < o.principal and $1::date - p.due_on >= $2)`;

const FROM_DAYS: Readonly<Record<string, number>> = {
  PAR1: 1,
  PAR7: 8,
  PAR30: 31,
  PAR60: 61,
  PAR90: 91,
  PAR180: 181,
};

async function checkPortfolioAtRisk(books: WholeBooks): Promise<void> {
  for (const { to: on } of monthsOf(books)) {
    const risk = await read(books, 'par', { on });
    for (const [measure, ...cells] of risk.lines) {
      const [late] = await books.query(LATE_LOANS, [on, FROM_DAYS[String(measure)]]);
      expect([on, measure, cells[3], cells[4]]).toEqual([on, measure, late!.loans, late!.principal]);
    }
    const ageing = await read(books, 'ageing', { on });
    const sum = (column: number) => ageing.lines.reduce((all, cells) => all + Number(cells[column]), 0);
    const [{ principal }] = (await books.query(
      `select coalesce(sum(case when debit_account = 'principal_receivable' then amount_ngwee else -amount_ngwee end), 0)::float
         / 100 as principal from ledger_transfer
       where 'principal_receivable' in (debit_account, credit_account) and business_on <= $1`,
      [on],
    )) as [{ principal: number }];
    for (const column of [2, 5]) expect(sum(column)).toBeCloseTo(principal, 6);
  }
}

const SUSPENSE = '2100';

/** What entries moved to suspense by the end of a day, where staff placed nothing of it. */
const PIECES = `select 'entry ' || entry_id as piece,
    sum(case when credit_account = 'suspense' then amount_ngwee else -amount_ngwee end)::float / 100 as amount
  from ledger_transfer t
  where 'suspense' in (debit_account::text, credit_account::text) and business_on <= $1
    and 'entry ' || entry_id = any ($2::text[])
    and not exists (select from suspense_placement_part p where p.piece_entry_id = t.entry_id)
    and not exists (select from suspense_placement p where p.entry_id = t.entry_id)
  group by entry_id`;

/** The lines of suspense that a screen shows, of the pieces of which nothing was placed. */
async function checkPieces(books: WholeBooks, on: Day, lines: Lines): Promise<void> {
  const shown = new Map(lines.map((cells) => [cells[0], cells[4]]));
  for (const { piece, amount } of await books.query(PIECES, [on, [...shown.keys()]]))
    expect([on, piece, shown.get(piece as string)]).toEqual([on, piece, amount]);
}

async function checkMoney(books: WholeBooks): Promise<void> {
  for (const month of monthsOf(books)) {
    const moved = await movedIn(books, month);
    for (const [code, , opening, moneyIn, moneyOut, charges, closing] of (await read(books, 'float', month))
      .lines) {
      const account = moved.find((one) => one.code === code)!;
      expect([month.to, code, opening, closing]).toEqual([month.to, code, account.opening, account.closing]);
      const movedBy = Number(moneyIn) - Number(moneyOut) - Number(charges);
      expect(movedBy).toBeCloseTo(account.debits - account.credits, 6);
    }
    const pieces = await read(books, 'suspense', { on: month.to });
    const suspense = moved.find(({ code }) => code === SUSPENSE);
    expect(pieces.totals[0]![4]).toBeCloseTo(-suspense!.closing, 6);
    const sum = pieces.lines.reduce((all, cells) => all + Number(cells[4]), 0);
    if (!pieces.isCut) expect(sum).toBeCloseTo(-suspense!.closing, 6);
    await checkPieces(books, month.to, pieces.lines);
  }
}

/** The checks of the reports of an accountant, by what they say. */
export const wholeBooksChecks: Readonly<Record<string, (books: WholeBooks) => Promise<void>>> = {
  'the trial balance of each month has the rows of the ledger': checkTrialBalance,
  'the balance sheet and the income statement of each month have the rows of the ledger': checkStatements,
  'portfolio at risk and ageing of each month end are what the ledger and the plans have':
    checkPortfolioAtRisk,
  'bank, wallets and suspense of each month are what the ledger has': checkMoney,
};
