import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import { findLoan } from '../../book/loan/queries.ts';
import { issueAsPdf, type PaperDeps } from '../../credit/paper/issue-as-pdf.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';

/** The paper that the borrower gets too: one that was issued before is drawn again. */
export async function drawPaperOf(
  deps: PaperDeps,
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
  { kind, receiptNo }: StaffBody<'drawLoanPaper'>,
): Promise<Reply<StaffAnswer<'drawLoanPaper'>>> {
  const stored = await findLoan(deps.db, borrowerId, loanId);
  if (!stored) return NOT_FOUND;
  const wanted = receiptNo === null ? { kind } : { kind, receiptNo };
  const drawn = await issueAsPdf(deps, stored, wanted);
  if (!drawn.ok) return refused(409, 'This loan has no such paper.', { reason: drawn.refusal.kind });
  const { fileName, pdf } = drawn.value;
  return done({ fileName, base64: pdf.toString('base64') });
}
