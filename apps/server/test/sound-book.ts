import type { Database } from '../src/platform/database.ts';
import type { Sealing } from '../src/platform/sealing.ts';
import { examineBook, faultsIn } from '../src/upkeep/doctor/examination.ts';
import { describeFindings } from '../src/upkeep/doctor/report.ts';
import { examineSealedValues } from '../src/upkeep/keys/reseal.ts';

/** Whatever a test did, the book it leaves is sound, but for checks that the test breaks by its own hand. */
export async function expectSoundBook(
  { db, sealing }: { db: Database; sealing: Sealing },
  broken: readonly string[] = [],
): Promise<void> {
  const faults = faultsIn(await examineBook(db, await examineSealedValues(db, sealing))).filter(
    ({ check }) => !broken.includes(check),
  );
  if (faults.length > 0) throw new Error(`The book is not sound:\n${describeFindings(faults)}`);
}
