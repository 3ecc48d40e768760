import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../../apps/server/src/platform/database.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';
import { makePayers, type Payer } from '../wallet-payers.ts';

const FILE = 'bench-payers.json';
const TAKEN_DAYS_AGO = 1;

/**
 * Borrowers who pay beside the reports. They are kept in the folder of the book: new ones would be booked into days that
 * are counted already, and the server would count these days anew at each run.
 */
export async function keptPayers(
  parts: { db: Database; sealing: Sealing; dataDir: string },
  count: number,
): Promise<Payer[]> {
  const { db, sealing, dataDir } = parts;
  const file = path.join(dataDir, FILE);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Payer[];
  const payers = await makePayers(db, sealing, { count, takenDaysAgo: TAKEN_DAYS_AGO });
  keepPayers(dataDir, payers);
  return payers;
}

/** Keeps how many payments each of them has left. */
export function keepPayers(dataDir: string, payers: readonly Payer[]): void {
  writeFileSync(path.join(dataDir, FILE), JSON.stringify(payers), { mode: 0o600 });
}
