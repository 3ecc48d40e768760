import { type Database, statement } from '../apps/server/src/platform/database.ts';
import { examine, faultsIn } from '../apps/server/src/upkeep/doctor/examination.ts';
import { describeFindings, verdictOf } from '../apps/server/src/upkeep/doctor/report.ts';

const countRepaidFromWallet = statement<{ count: number }>(
  'bench: count repayments from wallets',
  `select count(*) from loan_event where kind = 'repaid' and detail ->> 'source' = 'wallet'`,
);

export type BookCheck = { isSound: boolean; report: string };

/** Runs the checks of the book, and compares it with the answers that the borrowers got. */
export async function checkBook(db: Database, accepted: number): Promise<BookCheck> {
  const examination = await examine(db);
  const faults = faultsIn(examination.checks);
  const { count } = (await db.row(countRepaidFromWallet, {}))!;
  const report = [
    verdictOf(examination),
    ...(faults.length > 0 ? [describeFindings(faults)] : []),
    `repaid events ${count}, answers 200: ${accepted}`,
  ].join('\n  ');
  return { isSound: faults.length === 0 && count === accepted, report };
}
