import type { Account } from '@thumba/accounting/account';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

/** Where the lines of an account go in another general ledger. */
export type AccountTarget = { code: string; taxRate: string };
export type AccountMapping = ReadonlyMap<Account['account'], AccountTarget>;

export type MappingRefusal =
  | { kind: 'unreadable_mapping'; problem: string }
  | { kind: 'unknown_account_in_mapping'; account: string }
  | { kind: 'account_mapped_twice'; account: string };

const rowsOfMapping = z.array(
  z.strictObject({
    account: z.string().min(1),
    target_account: z.string().min(1),
    tax_rate: z.string().default(''),
  }),
);

/** Without a file each account keeps the code and the tax code of our chart. */
export function mappingOfChart(accounts: readonly Account[]): AccountMapping {
  return new Map(accounts.map(({ account, code, taxCode }) => [account, { code, taxRate: taxCode }]));
}

/**
 * Reads the mapping file: a CSV with the columns `account` (a code or a name of our chart), `target_account` and
 * `tax_rate`. Where it names no tax rate, the tax code of our chart counts. Refuses, in this order: a file that is no such
 * CSV, an account that we do not have, an account that stands in it twice.
 */
export function readMapping(
  text: string,
  accounts: readonly Account[],
): Outcome<AccountMapping, MappingRefusal> {
  const rows = readRows(text);
  if (!rows.ok) return rows;
  const mapping = new Map<Account['account'], AccountTarget>();
  for (const { account: name, target_account: code, tax_rate: taxRate } of rows.value) {
    const account = accounts.find((candidate) => candidate.code === name || candidate.account === name);
    if (account === undefined) return refuse({ kind: 'unknown_account_in_mapping', account: name });
    if (mapping.has(account.account)) return refuse({ kind: 'account_mapped_twice', account: name });
    mapping.set(account.account, { code, taxRate: taxRate === '' ? account.taxCode : taxRate });
  }
  return allow(mapping);
}

function readRows(text: string): Outcome<z.infer<typeof rowsOfMapping>, MappingRefusal> {
  let rows: unknown;
  try {
    rows = parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    return refuse({ kind: 'unreadable_mapping', problem: error instanceof Error ? error.message : 'no CSV' });
  }
  const read = rowsOfMapping.safeParse(rows);
  if (read.success) return allow(read.data);
  return refuse({ kind: 'unreadable_mapping', problem: z.prettifyError(read.error).replaceAll(/\s+/g, ' ') });
}
