import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { plainCell } from '../report/cell-text.ts';
import { csvLine, textCell } from '../report/write-csv.ts';
import type { AccountMapping, AccountTarget } from './account-mapping.ts';
import type { GeneralLedgerJournal, GeneralLedgerLine } from './general-ledger.ts';

export const EXPORT_TARGETS = ['generic', 'xero'] as const;
export type ExportTarget = (typeof EXPORT_TARGETS)[number];

export type ExportRefusal =
  | { kind: 'accounts_not_mapped'; codes: readonly string[] }
  | { kind: 'tax_rate_missing'; codes: readonly string[] }
  | { kind: 'too_many_lines'; lines: number; most: number };

/** help.xero.com/int/ManualJournalsImport: one file takes this many lines. */
const XERO_LINES = 300;

const GENERIC_COLUMNS = ['journal', 'date', 'account', 'title', 'debit', 'credit', 'tax_rate', 'narration'];

/** The first row of Xero's template for manual journals. An asterisk marks what is mandatory. */
const XERO_COLUMNS = [
  '*Narration',
  '*Date',
  'Description',
  '*AccountCode',
  '*TaxRate',
  '*Amount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
];

type MappedLine = { journal: GeneralLedgerJournal; line: GeneralLedgerLine; target: AccountTarget };

/**
 * The file that a general ledger imports. Refuses, in this order: an account with an amount that the mapping does not
 * have; for Xero an account without a tax rate, and more lines than it takes.
 */
export function exportFile(
  journals: readonly GeneralLedgerJournal[],
  mapping: AccountMapping,
  target: ExportTarget,
): Outcome<string, ExportRefusal> {
  const all = journals.flatMap((journal) => journal.lines.map((line) => ({ journal, line })));
  const lines = all.flatMap(({ journal, line }): MappedLine[] => {
    const found = mapping.get(line.account.account);
    return found === undefined ? [] : [{ journal, line, target: found }];
  });
  const notMapped = codesOf(
    all.map(({ line }) => line).filter(({ account }) => !mapping.has(account.account)),
  );
  if (notMapped.length > 0) return refuse({ kind: 'accounts_not_mapped', codes: notMapped });
  return target === 'xero' ? xeroFile(lines) : allow(fileOf(GENERIC_COLUMNS, lines.map(genericLine)));
}

function xeroFile(lines: readonly MappedLine[]): Outcome<string, ExportRefusal> {
  const untaxed = codesOf(lines.filter(({ target }) => target.taxRate === '').map(({ line }) => line));
  if (untaxed.length > 0) return refuse({ kind: 'tax_rate_missing', codes: untaxed });
  if (lines.length > XERO_LINES)
    return refuse({ kind: 'too_many_lines', lines: lines.length, most: XERO_LINES });
  return allow(fileOf(XERO_COLUMNS, lines.map(xeroLine)));
}

function genericLine({ journal, line, target }: MappedLine): string[] {
  const amount = (ngwee: number) => (ngwee === 0 ? '' : plainCell(ngwee, 'money'));
  return [
    textCell(journal.number),
    journal.postedOn,
    textCell(target.code),
    textCell(line.account.title),
    amount(line.debitNgwee),
    amount(line.creditNgwee),
    textCell(target.taxRate),
    textCell(journal.narration),
  ];
}

/** Xero reads a positive amount as a debit and a negative one as a credit, and days as dd/mm/yyyy. */
function xeroLine({ journal, line, target }: MappedLine): string[] {
  return [
    textCell(`${journal.number} ${journal.narration}`),
    journal.postedOn.split('-').toReversed().join('/'),
    textCell(line.account.title),
    textCell(target.code),
    textCell(target.taxRate),
    plainCell(line.debitNgwee - line.creditNgwee, 'money'),
    ...['', '', '', ''],
  ];
}

function fileOf(columns: readonly string[], lines: readonly string[][]): string {
  return [columns, ...lines].map(csvLine).join('');
}

function codesOf(lines: readonly GeneralLedgerLine[]): string[] {
  return [...new Set(lines.map(({ account }) => account.code))];
}

/** One sentence for the person at the terminal. */
export function describeExportRefusal(refusal: ExportRefusal): string {
  switch (refusal.kind) {
    case 'accounts_not_mapped':
      return `The mapping has no line for ${refusal.codes.join(', ')}: nothing was written.`;
    case 'tax_rate_missing':
      return `Xero needs a tax rate for each line, and there is none for ${refusal.codes.join(', ')}: write it into the mapping.`;
    case 'too_many_lines':
      return `Xero takes ${refusal.most} lines in a file, and these are ${refusal.lines}: export fewer days, or --by month.`;
  }
}
