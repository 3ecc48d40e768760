import type { Database } from '../src/platform/database.ts';
import { examineBook, faultsIn } from '../src/upkeep/doctor/examination.ts';
import { describeFindings } from '../src/upkeep/doctor/report.ts';

/** Whatever a test did, the book it leaves is sound, but for checks that the test breaks by its own hand. */
export async function expectSoundBook(db: Database, broken: readonly string[] = []): Promise<void> {
  const faults = faultsIn(await examineBook(db)).filter(({ check }) => !broken.includes(check));
  if (faults.length > 0) throw new Error(`The book is not sound:\n${describeFindings(faults)}`);
}
