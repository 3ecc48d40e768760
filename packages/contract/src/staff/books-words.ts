/** Which days a report is asked for: the balances at the end of one day, or what happened in a stretch of days. */
type ReportDays = 'day' | 'span';

type BookReportDefinition = {
  title: string;
  purpose: string;
  days: ReportDays;
  /** Shown by the day or by the month. */
  hasSteps?: true;
  /** Has a line for every loan or row, so it is read as a file only. */
  isFileOnly?: true;
  /** Is about one account, and stands on the page of that account. */
  isOfAccount?: true;
};

/** The reports of an accountant. Like `calls.ts` this file has no schemas, so that the console downloads only names. */
export const bookReports = {
  'trial-balance': {
    title: 'Trial balance',
    purpose: 'Every account with its opening balance, its movements and its closing balance',
    days: 'span',
  },
  'balance-sheet': { title: 'Balance sheet', purpose: 'What the lender owns and owes', days: 'day' },
  'income-statement': {
    title: 'Income statement',
    purpose: 'Income and expenses of the days and of the year so far',
    days: 'span',
  },
  ledger: {
    title: 'Ledger of an account',
    purpose: 'The rows of one account with its running balance',
    days: 'span',
    isFileOnly: true,
    isOfAccount: true,
  },
  'loan-tape': {
    title: 'Loan tape',
    purpose: 'One line for each loan that was paid out, as a file',
    days: 'day',
    isFileOnly: true,
  },
  ageing: {
    title: 'Ageing',
    purpose: 'The loans by days past due, by due date and by original due date',
    days: 'day',
  },
  par: {
    title: 'Portfolio at risk',
    purpose: 'The principal of loans that are late by 1, 7, 30, 60, 90 and 180 days',
    days: 'day',
  },
  vintages: {
    title: 'Vintages',
    purpose: 'Unpaid principal of each month of payout, by months after the due date',
    days: 'day',
  },
  flows: {
    title: 'Disbursed and repaid',
    purpose: 'What was disbursed and repaid, for each day or month',
    days: 'span',
    hasSteps: true,
  },
  allowance: {
    title: 'Allowance',
    purpose: 'What raised and lowered the allowance for expected credit losses',
    days: 'span',
  },
  'allowance-by-stage': {
    title: 'Allowance by stage',
    purpose: 'What moved the allowance by stage, month by month, from the impairment runs',
    days: 'span',
  },
  float: { title: 'Float', purpose: 'Bank and wallets: opening, in, out, charges and closing', days: 'span' },
  suspense: {
    title: 'Suspense',
    purpose: 'Money that has no place yet, each piece with its age',
    days: 'day',
  },
  journals: {
    title: 'Journals',
    purpose: 'Journals of the whole lender, with who made and approved each',
    days: 'span',
  },
  'regulator-return': {
    title: 'Return to the regulator',
    purpose: 'The balance sheet, the income and the classes of loans, in the layout of the return',
    days: 'day',
  },
  'entries-by-hour': {
    title: 'Entries by hour',
    purpose: 'How many entries each user wrote in each hour of the day',
    days: 'span',
  },
} as const satisfies Record<string, BookReportDefinition>;

export type BookReport = keyof typeof bookReports;

export const BOOK_REPORTS = Object.keys(bookReports) as readonly BookReport[];

/** The formats of a file with a report. */
export const REPORT_FILE_FORMATS = ['csv', 'xlsx'] as const;
export type ReportFileFormat = (typeof REPORT_FILE_FORMATS)[number];

/** A report on the screen has at most as many lines. Its file has all of them. */
export const MOST_REPORT_LINES = 1000;

/** The cells of a report: `money` in kwacha, `share` in percent. */
export const CELL_KINDS = ['text', 'day', 'count', 'money', 'share'] as const;

/** The record that a cell names, where the console has a page for it. */
export const CELL_LEADS = ['account', 'journal', 'loan', 'piece'] as const;

/** The general ledgers that a file is made for. */
export const LEDGER_TARGETS = { generic: 'CSV with debits and credits', xero: 'Xero' } as const;
export type LedgerTarget = keyof typeof LEDGER_TARGETS;
