import { type LoanStateRefusal, reopenApplication } from '@thumba/lending/application';
import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { findLoan, type Overview, readOverview } from '../../book/loan/queries.ts';
import type { PostingRefusal } from '../../book/posting-line/posting.ts';
import type { ApplyDeps } from './apply.ts';
import { readApplicationFacts } from './facts.ts';

type NoOtherLook = { kind: 'not_declined' | 'looked_at_again' | 'may_apply_again' };

export type AnotherLookRefusal = PostingRefusal | LoanStateRefusal | NoOtherLook | { kind: 'blocked' };

/**
 * The loan that a borrower may ask another look for: the newest one, if it is declined, no person looked at it
 * again before, and a new application has to wait.
 */
export function otherLook(
  { latest, latestDecision }: Pick<Overview, 'latest' | 'latestDecision'>,
  today: Day,
): Outcome<{ loanId: number }, NoOtherLook> {
  if (latest?.loan.state !== 'declined' || !latestDecision) return refuse({ kind: 'not_declined' });
  if (latestDecision.hadAnotherLook) return refuse({ kind: 'looked_at_again' });
  const { mayApplyAgainOn } = latestDecision;
  return mayApplyAgainOn !== null && today < mayApplyAgainOn
    ? allow({ loanId: latest.loan.loanId })
    : refuse({ kind: 'may_apply_again' });
}

/** A borrower who was declined asks that a person looks again: once, in place of waiting for the next application. */
export async function askAnotherLook(
  deps: ApplyDeps,
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
): Promise<Outcome<null, AnotherLookRefusal>> {
  const [overview, facts] = await Promise.all([
    readOverview(deps.db, borrowerId),
    readApplicationFacts(deps, borrowerId),
  ]);
  if (overview?.latest?.loan.loanId !== loanId) {
    const own = await findLoan(deps.db, borrowerId, loanId);
    return refuse({ kind: own ? 'not_declined' : 'no_such_loan' });
  }
  if (facts.isBlocked) return refuse({ kind: 'blocked' });
  const allowed = otherLook(overview, deps.today());
  if (!allowed.ok) return allowed;
  return deps.line.post<null, AnotherLookRefusal>({
    borrowerId,
    loanId,
    actor: 'borrower',
    decide({ loan }) {
      const on = deps.today();
      const reopened = reopenApplication(loan, { on });
      if (!reopened.ok) return reopened;
      return allow({
        change: reopened.value,
        on,
        review: { outcome: 'another_look', noteSealed: null, shown: null },
        answer: null,
      });
    },
  });
}
