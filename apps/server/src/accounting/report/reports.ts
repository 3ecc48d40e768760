import { allow, type Outcome } from '@thumba/lending/outcome';
import { type AccountRefusal, accountLedgerReport } from './account-ledger-report.ts';
import { ageingReport, portfolioAtRiskReport } from './ageing-report.ts';
import { allowanceReport } from './allowance-report.ts';
import type { Span } from './asked-for.ts';
import { balanceSheetReport } from './balance-sheet-report.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { entriesByHourReport } from './entries-by-hour-report.ts';
import { floatReport } from './float-report.ts';
import { flowReport } from './flow-report.ts';
import { incomeStatementReport } from './income-statement-report.ts';
import { journalsReport } from './journals-report.ts';
import { loanTapeReport } from './loan-tape-report.ts';
import type { Report } from './report.ts';
import { suspenseReport } from './suspense-report.ts';
import { trialBalanceReport } from './trial-balance-report.ts';
import { vintageReport } from './vintage-report.ts';

/** What a report is asked for: its days, and the words that only some reports know. */
export type Asked = {
  span: Span;
  /** The code or the name of an account. */
  account: string | undefined;
  by: 'day' | 'month';
};

export type ReportRefusal = AccountRefusal;

/** What a report reads of the end of its last day: only the income that is not posted, or how the loans stood. */
type EndOfDayRead = 'income' | 'loans';

export type ReportDefinition = {
  /** One line of the list of reports. */
  purpose: string;
  readsEndOfDay?: EndOfDayRead;
  open(book: BookSnapshot, asked: Asked): Promise<Outcome<Report, ReportRefusal>>;
};

/** A report that only the days decide. */
function ofSpan(
  purpose: string,
  read: (book: BookSnapshot, span: Span) => Promise<Report>,
): ReportDefinition {
  return { purpose, open: async (book, { span }) => allow(await read(book, span)) };
}

/** The same for a report that reads the end of its last day. */
function ofEndOfDay(reads: EndOfDayRead, ...given: Parameters<typeof ofSpan>): ReportDefinition {
  return { ...ofSpan(...given), readsEndOfDay: reads };
}

export const REPORTS: ReadonlyMap<string, ReportDefinition> = new Map([
  [
    'trial-balance',
    ofEndOfDay(
      'income',
      'every account with its opening balance, movements and closing balance',
      trialBalanceReport,
    ),
  ],
  ['balance-sheet', ofEndOfDay('income', 'what the lender owns and owes', balanceSheetReport)],
  [
    'income-statement',
    ofEndOfDay('income', 'income and expenses of the period and of the year so far', incomeStatementReport),
  ],
  [
    'ledger',
    {
      purpose: 'the rows of one account with its running balance (--account <code>)',
      open: (book, { span, account }) => accountLedgerReport(book, span, account),
    },
  ],
  ['loan-tape', ofSpan('one line for each loan that was paid out', loanTapeReport)],
  [
    'ageing',
    ofEndOfDay('loans', 'the loans by days past due, by due date and by original due date', ageingReport),
  ],
  ['par', ofEndOfDay('loans', 'portfolio at risk by 1, 7, 30, 60, 90 and 180 days', portfolioAtRiskReport)],
  [
    'vintages',
    ofEndOfDay('loans', 'unpaid principal of each payout month, by months after the due date', vintageReport),
  ],
  [
    'flows',
    {
      purpose: 'what was disbursed and repaid, for each day or month (--by day|month)',
      open: async (book, { span, by }) => allow(await flowReport(book, span, by)),
    },
  ],
  ['allowance', ofSpan('what raised and lowered the allowance for expected credit losses', allowanceReport)],
  ['float', ofSpan('bank and wallets: opening, in, out, charges, closing', floatReport)],
  ['suspense', ofSpan('money that has no place yet, each piece with its age', suspenseReport)],
  ['journals', ofSpan('journals of the whole lender, with who made and approved them', journalsReport)],
  [
    'entries-by-hour',
    ofSpan('how many entries each user wrote in each hour of the day', entriesByHourReport),
  ],
]);
