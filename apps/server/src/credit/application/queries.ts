import type { AgreedQuote } from '@thumba/lending/pricing';
import { type Database, statement } from '../../platform/database.ts';

/** The figures and the version of the contract that a borrower read before agreeing. */
export type ShownContract = AgreedQuote & { contractVersion: string };

const findAcceptanceStatement = statement<
  {
    contract_version: string;
    agreed_at: Date;
    shown: ShownContract;
    shown_hash: string;
  },
  { borrowerId: number; loanId: number }
>(
  'application: find acceptance',
  `select contract_version, agreed_at, shown, shown_hash from loan_acceptance
   where borrower_id = $borrowerId and loan_id = $loanId order by loan_version desc limit 1`,
);

/** The agreement to the contract of a loan: the last one, where a counter-offer was signed. */
export async function findAcceptance(
  db: Database,
  borrowerId: number,
  loanId: number,
): Promise<{ contractVersion: string; agreedAt: Date; shown: ShownContract; shownHash: string } | undefined> {
  const row = await db.row(findAcceptanceStatement, { borrowerId, loanId });
  return (
    row && {
      contractVersion: row.contract_version,
      agreedAt: row.agreed_at,
      shown: row.shown,
      shownHash: row.shown_hash,
    }
  );
}
