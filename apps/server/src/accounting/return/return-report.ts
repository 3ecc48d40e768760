import type { Account, AccountType } from '@thumba/accounting/account';
import type { Day } from '@thumba/lending/day';
import { balanceIn, readSpanTotals, type Totals } from '../report/account-balances.ts';
import type { Span } from '../report/asked-for.ts';
import { resultIn, sizeIn } from '../report/balance-sheet-report.ts';
import type { BookSnapshot } from '../report/book-snapshot.ts';
import { readYearToDate } from '../report/income-statement-report.ts';
import { type Cells, linesOf, type Report, type Tie } from '../report/report.ts';
import { endTitle } from '../report/span-title.ts';
import type { ReturnLayout, ReturnLine } from './layouts.ts';

/** A class of loans as the impairment run of the month found it. */
type ClassFigures = {
  group: string;
  loans: number;
  grossNgwee: number;
  provisionNgwee: number;
  expectedLossNgwee: number;
};

/** The impairment run of the last day of the return. */
export type ReturnRun = {
  cutOn: Day;
  grossNgwee: number;
  expectedLossNgwee: number;
  classes: readonly ClassFigures[];
};

type Value = { ngwee: number | null; loans: number | null };
type Figures = {
  accounts: readonly Account[];
  closing: Totals;
  yearToDate: Totals;
  run: ReturnRun | undefined;
};

/** The return to the regulator: the lines of its layout over the same figures as the other reports. */
export async function returnReport(
  book: BookSnapshot,
  span: Span,
  {
    layout,
    accounts,
    run,
  }: { layout: ReturnLayout; accounts: readonly Account[]; run: ReturnRun | undefined },
): Promise<Report> {
  const { closing } = await readSpanTotals(book, span);
  const figures = { accounts, closing, yearToDate: await readYearToDate(book, span), run };
  const values = valuesOf(layout.lines, figures);
  const lines = layout.lines.map(({ part, code, title }): Cells => {
    const { ngwee, loans } = values.get(code)!;
    return [part, code, title, ngwee, loans];
  });
  return {
    title: `Return to the regulator as of ${endTitle(span)}`,
    columns: [
      { title: 'part', kind: 'text' },
      { title: 'row', kind: 'text' },
      { title: 'title', kind: 'text' },
      { title: 'amount', kind: 'money' },
      { title: 'loans', kind: 'count' },
    ],
    lines: linesOf(lines, {
      totals: [],
      ties: tiesOf(layout.lines, values, figures),
      notes: notesOf(layout, run),
    }),
  };
}

function valuesOf(lines: readonly ReturnLine[], figures: Figures): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  for (const line of lines) values.set(line.code, figureOf(line, figures, values));
  return values;
}

function figureOf(line: ReturnLine, figures: Figures, above: ReadonlyMap<string, Value>): Value {
  const { accounts, closing, run } = figures;
  switch (line.is) {
    case 'accounts': {
      const ngwee = line.accounts.reduce((sum, name) => sum + sizeOf(name, figures), 0);
      return { ngwee, loans: null };
    }
    case 'result':
      return { ngwee: resultIn(accounts, closing), loans: null };
    case 'class': {
      if (run === undefined) return { ngwee: null, loans: null };
      const found = run.classes.find(({ group }) => group === line.loanClass);
      return { ngwee: found?.[`${line.figure}Ngwee`] ?? 0, loans: found?.loans ?? 0 };
    }
    case 'sum':
      return sumOf(line.of.map((code) => above.get(code)!));
  }
}

/** A sum with a part that is not known is not known. */
function sumOf(values: readonly Value[]): Value {
  const add = (parts: (number | null)[]) =>
    parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0);
  return { ngwee: add(values.map(({ ngwee }) => ngwee)), loans: add(values.map(({ loans }) => loans)) };
}

/** Balances at the end of the day, and income and expenses of the year so far. */
function sizeOf(name: string, { accounts, closing, yearToDate }: Figures): number {
  const account = accounts.find((candidate) => candidate.account === name);
  if (account === undefined) return 0;
  const isOfYear = account.accountType === 'income' || account.accountType === 'expense';
  return sizeIn(isOfYear ? yearToDate : closing, account);
}

function tiesOf(
  lines: readonly ReturnLine[],
  values: ReadonlyMap<string, Value>,
  { accounts, closing, yearToDate, run }: Figures,
): Tie[] {
  const sum = (of: (line: ReturnLine) => boolean) =>
    lines.filter(of).reduce((total, { code }) => total + (values.get(code)!.ngwee ?? 0), 0);
  const ofType = (...types: AccountType[]) =>
    sum(
      (line) =>
        line.is === 'accounts' &&
        accounts.some(
          ({ account, accountType }) => line.accounts.includes(account) && types.includes(accountType),
        ),
    );
  const assetsNgwee = accounts
    .filter(({ accountType }) => accountType === 'asset')
    .reduce((total, account) => total + sizeIn(closing, account), 0);
  const ties: Tie[] = [
    {
      left: 'lines of assets',
      leftNgwee: ofType('asset'),
      right: 'assets of the balance sheet',
      rightNgwee: assetsNgwee,
    },
    {
      left: 'lines of liabilities, equity and the result',
      leftNgwee: ofType('liability', 'equity') + sum(({ is }) => is === 'result'),
      right: 'assets of the balance sheet',
      rightNgwee: assetsNgwee,
    },
    {
      left: 'lines of income less lines of expenses',
      leftNgwee: ofType('income') - ofType('expense'),
      right: 'result of the year to date in the income statement',
      rightNgwee: resultIn(accounts, yearToDate),
    },
  ];
  return run === undefined ? ties : [...ties, ...tiesOfRun(lines, values, { accounts, closing, run })];
}

function tiesOfRun(
  lines: readonly ReturnLine[],
  values: ReadonlyMap<string, Value>,
  { accounts, closing, run }: Omit<Figures, 'yearToDate'> & { run: ReturnRun },
): Tie[] {
  const sumOfFigure = (figure: string) =>
    lines
      .filter((line) => line.is === 'class' && line.figure === figure)
      .reduce((total, { code }) => total + (values.get(code)!.ngwee ?? 0), 0);
  const allowance = accounts.find(({ account }) => account === 'loss_allowance')!;
  return [
    {
      left: 'classes of loans',
      leftNgwee: sumOfFigure('gross'),
      right: 'loans of the impairment run',
      rightNgwee: run.grossNgwee,
    },
    {
      left: 'expected losses of the classes',
      leftNgwee: sumOfFigure('expectedLoss'),
      right: `account ${allowance.code}`,
      rightNgwee: balanceIn(closing, allowance),
    },
  ];
}

function notesOf({ version, source, isConfirmed }: ReturnLayout, run: ReturnRun | undefined): string[] {
  return [
    `Layout ${version}: ${source}`,
    ...(isConfirmed ? [] : ['The lender has not compared this layout with the form of the regulator.']),
    ...(run ? [] : ['The losses were not run for this day, so the lines of the classes are empty.']),
  ];
}
