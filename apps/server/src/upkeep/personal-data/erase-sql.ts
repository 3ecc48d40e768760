import { tableRules } from './tables.ts';

const names = Object.keys(tableRules);

/** What is erased with an account, for the borrowers in a CTE called `gone`: a part of the statement that deletes it. */
export const ERASE_AT_ONCE = names
  .filter((table) => tableRules[table]!.erased === 'at once' && !tableRules[table]!.goesWith)
  .map((table) => cte(`erased_${table}`, tableRules[table]!.erase ?? deleteFrom(table)))
  .join(',\n');

const moved = names.filter((table) => tableRules[table]!.movesToArchive);

/** Whether the borrower has rows that are to move to the archive. */
export function hasRowsToArchive(borrowerId: string): string {
  return `(${moved.map((table) => `exists (select from ${table} m where m.borrower_id = ${borrowerId})`).join(' or ')})`;
}

/** The same for what has moved to the archive. */
export const ERASE_WHEN_ARCHIVED = moved
  .map((table) => cte(`erased_${table}`, deleteFrom(table)))
  .join(',\n');

/** The same for what is erased after the years. */
export const ERASE_AFTER_THE_YEARS = names
  .flatMap((table) => {
    const { erased, erase, eraseAfterTheYears, erasedBy } = tableRules[table]!;
    if (erasedBy) return [];
    if (eraseAfterTheYears) return [cte(`erased_${table}`, eraseAfterTheYears)];
    return erased === 'after the years' ? [cte(`erased_${table}`, erase ?? deleteFrom(table))] : [];
  })
  .join(',\n');

/** The calls that erase the rest after the years: a part of the row of a statement over `gone`. */
export const ERASED_BY_FUNCTIONS = names
  .flatMap((table) => tableRules[table]!.erasedBy ?? [])
  .map((name) => `${name}(array_agg(gone.borrower_id)) as ${name}`)
  .join(', ');

function deleteFrom(table: string): string {
  return `delete from ${table} t using gone where t.borrower_id = gone.borrower_id`;
}

function cte(name: string, text: string): string {
  return `${name} as (${text})`;
}
