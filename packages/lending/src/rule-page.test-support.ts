import { readdirSync, readFileSync } from 'node:fs';
import type { Transfer } from './ledger.ts';
import { formatKwachaShort, type Ngwee, parseKwacha } from './money.ts';

const folder = new URL('../../../docs/rules/', import.meta.url);

/** One row of a table on a rule page: cells by column heading. */
export type Row = (column: string) => string;

/** The rule pages that are not among `checked` and that no test of accounting, of identity or of the server reads either. */
export function uncheckedPages(checked: readonly string[]): string[] {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const known = new Set([...checked, ...pagesCheckedElsewhere()]);
  return pages.filter((page) => !known.has(page));
}

const FOLDERS_WITH_OTHER_CHECKS = ['packages/accounting/src', 'packages/identity/src', 'apps/server/src'];

/** The pages that a test elsewhere reads: it calls `tablesOf` with the name of the page. */
function pagesCheckedElsewhere(): Set<string> {
  const root = new URL('../../../', import.meta.url);
  const texts = FOLDERS_WITH_OTHER_CHECKS.flatMap((place) =>
    readdirSync(new URL(place, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(new URL(`${place}/${name}`, root), 'utf8')),
  );
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/tablesOf\('([a-z-]+\.md)'\)/g)].map(([, page]) => page!)),
  );
}

/** The tables of a page, in their order. */
export function tablesOf(page: string): Row[][] {
  const lines = readFileSync(new URL(page, folder), 'utf8').split('\n');
  const tables: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('|')) tables.at(-1)?.push(line);
    else if (tables.at(-1)?.length !== 0) tables.push([]);
  }
  return tables.filter((table) => table.length > 0).map(rowsOf);
}

function rowsOf([head = '', , ...body]: string[]): Row[] {
  const columns = cellsOf(head);
  return body.map((line) => {
    const cells = cellsOf(line);
    return (column) => {
      const cell = cells[columns.indexOf(column)];
      if (cell === undefined) throw new Error(`no column ${column} in: ${head}`);
      return cell;
    };
  });
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** "K1,161.50" as money. */
export function moneyIn(text: string): Ngwee {
  const amount = parseKwacha(Number(text.replace('K', '').replaceAll(',', '')));
  if (amount === undefined || !text.startsWith('K')) throw new Error(`not an amount: ${text}`);
  return amount;
}

/** An amount as the pages write it: "K1,000", "K1,161.50". */
export const money = formatKwachaShort;

/** Transfers as the pages write them. */
export function bookRows(transfers: readonly Transfer[]): string[][] {
  return transfers.map(({ debitAccount, creditAccount, amountNgwee }) => [
    debitAccount,
    creditAccount,
    money(amountNgwee),
  ]);
}

/** A row of the book as a page writes it. */
export function bookRow(row: Row): string[] {
  return [row('debit'), row('credit'), row('amount')];
}
