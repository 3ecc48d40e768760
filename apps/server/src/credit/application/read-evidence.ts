import type { EvidenceRequest, EvidenceState } from '@thumba/lending/evidence';
import type { EvidenceKind } from '@thumba/lending/evidence-kind';
import { type Database, statement } from '../../platform/database.ts';
import { isOfferStanding } from './read-counter-offer.ts';

/** A request for evidence, with the files of the pictures that came. */
export type AskedEvidence = EvidenceRequest & {
  /** The version of the loan that the request made. */
  loanVersion: number;
  askedAt: Date;
  endedAt: Date | null;
  fileIds: readonly string[];
};

type EvidenceRow = {
  loan_version: number;
  evidence: EvidenceKind;
  state: EvidenceState;
  asked_at: Date;
  ends_at: Date;
  ended_at: Date | null;
  file_ids: string[];
};

const readEvidenceStatement = statement<EvidenceRow, { borrowerId: number; loanId: number }>(
  'application: read evidence',
  `select loan_version, evidence, state, asked_at, ends_at, ended_at, file_ids from evidence_request
   where borrower_id = $borrowerId and loan_id = $loanId order by loan_version`,
);

/** Everything that was asked for, the newest last. */
export async function readAskedEvidence(
  db: Database,
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
): Promise<AskedEvidence[]> {
  const rows = await db.rows(readEvidenceStatement, { borrowerId, loanId });
  return rows.map((row) => ({
    loanVersion: row.loan_version,
    evidence: row.evidence,
    state: row.state,
    askedAt: row.asked_at,
    endsAtMs: row.ends_at.getTime(),
    endedAt: row.ended_at,
    fileIds: row.file_ids,
  }));
}

const findOverdueStatement = statement<{ borrower_id: number; loan_id: number }, { now: Date }>(
  'application: evidence whose time is over',
  // The loans are read one by one: PostgreSQL plans for a third of all requests, and would read all loans for them.
  `select q.borrower_id, q.loan_id from evidence_request q
   cross join lateral (
     select l.state from loan l where l.borrower_id = q.borrower_id and l.loan_id = q.loan_id offset 0
   ) l
   where q.state = 'asked' and q.ends_at <= $now and l.state = 'applied' order by q.ends_at limit 200`,
);

/** The applications whose borrowers gave no evidence in time. */
export async function findOverdueEvidence(
  db: Database,
  now: Date,
): Promise<{ borrowerId: number; loanId: number }[]> {
  const rows = await db.rows(findOverdueStatement, { now });
  return rows.map((row) => ({ borrowerId: row.borrower_id, loanId: row.loan_id }));
}

/**
 * SQL: whether an application waits for its borrower, who was asked for evidence or has a counter-offer. Staff have
 * nothing to do meanwhile.
 */
export function isWaitingForBorrower(borrowerId: string, loanId: string): string {
  return `(exists (select from evidence_request waiting
    where waiting.borrower_id = ${borrowerId} and waiting.loan_id = ${loanId} and waiting.state = 'asked')
    or ${isOfferStanding(borrowerId, loanId)})`;
}
