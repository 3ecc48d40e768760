import type { Account } from '@thumba/accounting/account';
import type { Actor } from '../../book/actor.ts';
import { brokenConstraint, type Database, statement, type Transaction } from '../../platform/database.ts';
import { type AccountMapping, mappingOfChart } from './account-mapping.ts';

/** Where the lines of an account go in another general ledger, by the name of the account. */
type SavedLine = { account: Account['account']; code: string; taxRate: string };
type SavedMapping = { version: number; lines: SavedLine[]; savedBy: Actor; savedAt: Date };

const readNewestStatement = statement<SavedMapping>(
  'export: read newest mapping',
  `select version, lines, saved_by as "savedBy", saved_at as "savedAt" from account_mapping
   order by version desc limit 1`,
);

/** The mapping that was saved last. */
export async function readSavedMapping(db: Transaction): Promise<SavedMapping | undefined> {
  return db.row(readNewestStatement, {});
}

/** The mapping that counts. An account that was never mapped keeps the code and the tax code of our chart. */
export async function readMappingInForce(
  db: Transaction,
  accounts: readonly Account[],
): Promise<AccountMapping> {
  const saved = await readSavedMapping(db);
  const own = (saved?.lines ?? []).map(({ account, code, taxRate }) => [account, { code, taxRate }] as const);
  return new Map([...mappingOfChart(accounts), ...own]);
}

const saveStatement = statement<never, { version: number; lines: string; savedBy: Actor; now: Date }>(
  'export: save mapping',
  `insert into account_mapping (version, lines, saved_by, saved_at) values ($version, $lines::jsonb, $savedBy, $now)`,
);

/** Saves the next version. False where another person saved one since `after` was read. */
export async function saveMapping(
  db: Database,
  { after, lines, savedBy, now }: { after: number; lines: readonly SavedLine[]; savedBy: Actor; now: Date },
): Promise<boolean> {
  const newest = (await readSavedMapping(db))?.version ?? 0;
  if (newest !== after) return false;
  try {
    await db.rows(saveStatement, { version: after + 1, lines: JSON.stringify(lines), savedBy, now });
    return true;
  } catch (error) {
    if (brokenConstraint(error) === 'account_mapping_pkey') return false;
    throw error;
  }
}
