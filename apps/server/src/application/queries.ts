import { type Database, statement } from '../platform/database.ts';

const findAcceptanceStatement = statement<{ contract_version: string; agreed_at: Date }>(
  'application: find acceptance',
  'select contract_version, agreed_at from loan_acceptance where borrower_id = $1 and loan_id = $2',
);

/** What was agreed to for a loan, and when. */
export async function findAcceptance(
  db: Database,
  borrowerId: number,
  loanId: number,
): Promise<{ contractVersion: string; agreedAt: Date } | undefined> {
  const row = await db.row(findAcceptanceStatement, [borrowerId, loanId]);
  return row && { contractVersion: row.contract_version, agreedAt: row.agreed_at };
}
