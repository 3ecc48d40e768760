import {
  type EvidenceRefusal,
  giveEvidence as giveEvidenceOf,
  lapseEvidence as lapseEvidenceOf,
} from '@thumba/lending/evidence';
import type { EvidenceKind } from '@thumba/lending/evidence-kind';
import type { Loan } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { findLoan } from '../../book/loan/queries.ts';
import type { PostingRefusal } from '../../book/posting-line/posting.ts';
import type { StaffRequest } from '../../book/staff-action.ts';
import { type ClaimOutcome, claimFiles } from '../../people/authentication/claim-files.ts';
import { toDate } from '../../platform/clock.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import type { ApplyDeps } from './apply.ts';
import { findOverdueEvidence, readAskedEvidence } from './read-evidence.ts';
import { type ReviewDeps, type ReviewRefusal, reviewApplication } from './review.ts';
import type { Shown } from './shown-to-staff.ts';

/** Staff ask the borrower for pictures of a payslip or a statement. `reason` is a note that the borrower never reads. */
export function askForEvidence(
  deps: ReviewDeps,
  { kind, ...request }: StaffRequest & { kind: EvidenceKind; shown?: Shown },
): Promise<Outcome<Loan, ReviewRefusal>> {
  return reviewApplication(deps, { ...request, outcome: 'ask_evidence', evidence: kind });
}

export type GiveEvidenceRefusal =
  | PostingRefusal
  | EvidenceRefusal
  | { kind: Exclude<ClaimOutcome, 'claimed'> };

type GiveDeps = Pick<ApplyDeps, 'db' | 'sealing' | 'line' | 'clock' | 'today'>;

/**
 * The borrower gives pictures of what was asked for, and the application waits for staff again. The same pictures sent
 * again get the same answer.
 */
export async function giveEvidence(
  deps: GiveDeps,
  { borrowerId, loanId, fileIds }: { borrowerId: number; loanId: number; fileIds: readonly string[] },
): Promise<Outcome<null, GiveEvidenceRefusal>> {
  return retryOnConflict('evidence', async () => {
    // The loan is read first: a request that is newer than it is found when the loan is read again for the posting.
    const stored = await findLoan(deps.db, borrowerId, loanId);
    if (!stored) return refuse({ kind: 'no_such_loan' });
    const request = (await readAskedEvidence(deps.db, { borrowerId, loanId })).at(-1);
    if (request?.state === 'given' && isSame(request.fileIds, fileIds)) return allow(null);
    const on = deps.today();
    const nowMs = deps.clock.nowMs();
    const given = giveEvidenceOf(stored.loan, request, { on, nowMs, pictures: fileIds.length });
    if (!given.ok) return given;
    const files = fileIds.map((fileId) => ({ fileId, purpose: 'evidence' }));
    const claim = await claimFiles(deps.db, deps.sealing, { borrowerId, files, now: toDate(nowMs) });
    if (claim !== 'claimed') return refuse({ kind: claim });
    const posted = await deps.line.post<null | typeof AGAIN, EvidenceRefusal>({
      borrowerId,
      loanId,
      actor: 'borrower',
      decide: ({ loan }) =>
        loan.version === stored.loan.version
          ? allow({
              change: given.value,
              on,
              review: { outcome: 'evidence_given', fileIds, noteSealed: null, shown: null },
              answer: null,
            })
          : { ok: true, unchanged: true, answer: AGAIN },
    });
    if (!posted.ok) return posted;
    return posted.value === AGAIN ? AGAIN : allow(null);
  });
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((fileId, index) => fileId === other[index]);
}

/** Puts applications back to staff whose borrowers gave no evidence in time, and tells these borrowers. */
export async function lapseEvidence(deps: Omit<GiveDeps, 'sealing'>): Promise<number> {
  const overdue = await findOverdueEvidence(deps.db, toDate(deps.clock.nowMs()));
  let lapsed = 0;
  for (const one of overdue) if (await lapse(deps, one)) lapsed += 1;
  return lapsed;
}

async function lapse(
  deps: Omit<GiveDeps, 'sealing'>,
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
): Promise<boolean> {
  const stored = await findLoan(deps.db, borrowerId, loanId);
  const request = (await readAskedEvidence(deps.db, { borrowerId, loanId })).at(-1);
  if (!stored || !request) return false;
  const on = deps.today();
  const change = lapseEvidenceOf(stored.loan, request, { on, nowMs: deps.clock.nowMs() });
  if (!change) return false;
  const posted = await deps.line.post<boolean, never>({
    borrowerId,
    loanId,
    actor: 'deadline',
    decide: ({ loan }) =>
      // What was done meanwhile ended the request, or the next turn finds it again.
      loan.version === stored.loan.version
        ? allow({
            change,
            on,
            review: { outcome: 'evidence_lapsed', noteSealed: null, shown: null },
            answer: true,
          })
        : { ok: true, unchanged: true, answer: false },
  });
  return posted.ok && posted.value;
}
