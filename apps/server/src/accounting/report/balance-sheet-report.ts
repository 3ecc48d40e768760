import { type Account, type AccountType, sideOfType } from '@thumba/accounting/account';
import { readAccounts } from '../chart/accounts.ts';
import { netDebitIn, readSpanTotals, type Totals } from './account-balances.ts';
import { accruedNote } from './accrued-note.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cells, linesOf, type Report } from './report.ts';
import { endTitle } from './span-title.ts';

const SECTIONS: readonly { type: AccountType; title: string }[] = [
  { type: 'asset', title: 'assets' },
  { type: 'liability', title: 'liabilities' },
  { type: 'equity', title: 'equity' },
];

/** What the lender owns and owes at the end of a span. Income and expenses are one line until their year is closed. */
export async function balanceSheetReport(book: BookSnapshot, span: Span): Promise<Report> {
  const accounts = await readAccounts(book);
  const { closing } = await readSpanTotals(book, span);
  const resultNgwee = resultIn(accounts, closing);
  const totalOf = (type: AccountType) =>
    accounts
      .filter(({ accountType }) => accountType === type)
      .reduce((sum, account) => sum + sizeIn(closing, account), 0);
  const equityNgwee = totalOf('equity') + resultNgwee;
  const lines = SECTIONS.flatMap(({ type, title }): Cells[] => [
    ...accounts
      .filter(({ accountType }) => accountType === type)
      .map((account): Cells => [title, account.code, account.title, sizeIn(closing, account)]),
    ...(type === 'equity' ? [['equity', null, 'Result that is not closed yet', resultNgwee]] : []),
  ]);
  return {
    title: `Balance sheet as of ${endTitle(span)}`,
    columns: [
      { title: 'section', kind: 'text' },
      { title: 'code', kind: 'text' },
      { title: 'account', kind: 'text' },
      { title: 'balance', kind: 'money' },
    ],
    lines: linesOf(lines, {
      totals: [
        ['assets', null, null, totalOf('asset')],
        ['liabilities', null, null, totalOf('liability')],
        ['equity', null, null, equityNgwee],
      ],
      ties: [
        {
          left: 'assets',
          leftNgwee: totalOf('asset'),
          right: 'liabilities and equity',
          rightNgwee: totalOf('liability') + equityNgwee,
        },
      ],
      notes: await accruedNote(book, span),
    }),
  };
}

/** Income less expenses in ngwee. */
export function resultIn(accounts: readonly Account[], totals: Totals): number {
  return accounts
    .filter(({ accountType }) => accountType === 'income' || accountType === 'expense')
    .reduce((sum, { account }) => sum - netDebitIn(totals, account), 0);
}

/** The balance on the side of the account's type, so that an account which lowers its type is negative. */
export function sizeIn(totals: Totals, { account, accountType }: Account): number {
  const net = netDebitIn(totals, account);
  return net === 0 || sideOfType(accountType) === 'debit' ? net : -net;
}
