import type { Loan } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Catalogue } from '../../book/catalogue/catalogue.ts';
import { findBorrowerOfLoan, findLoan } from '../../book/loan/queries.ts';
import type { StaffRequest } from '../../book/staff-action.ts';
import type { ApplyDeps } from './apply.ts';
import { contractVersion } from './contract-text.ts';
import { readApplicationFacts } from './facts.ts';
import { type MakeOfferRefusal, makeOffer, type Offer } from './offer.ts';
import { findChannel } from './read-counter-offer.ts';
import { type ReviewDeps, type ReviewRefusal, reviewApplication } from './review.ts';
import type { Shown } from './shown-to-staff.ts';

type NoSuchLoan = { kind: 'no_such_loan' };

export type CounterOfferDeps = ReviewDeps & Pick<ApplyDeps, 'storeOf'>;

type OfferedTerms = { amountNgwee: Ngwee; termId: number };

/** What other terms of the same product would cost the borrower, by what product, policy, store, limit and income allow. */
export async function quoteCounterOffer(
  deps: CounterOfferDeps,
  { loanId, amountNgwee, termId, ...known }: OfferedTerms & { loanId: number; borrowerId?: number },
): Promise<Outcome<Offer & { borrowerId: number; catalogue: Catalogue }, NoSuchLoan | MakeOfferRefusal>> {
  const borrowerId = known.borrowerId ?? (await findBorrowerOfLoan(deps.db, loanId));
  const stored = borrowerId === undefined ? undefined : await findLoan(deps.db, borrowerId, loanId);
  if (borrowerId === undefined || !stored) return refuse({ kind: 'no_such_loan' });
  const [facts, channel] = await Promise.all([
    readApplicationFacts(deps, borrowerId, { accountId: stored.accountId }),
    findChannel(deps.db, { borrowerId, loanId }),
  ]);
  const wish = { productId: stored.loan.terms.productId, termId, amountNgwee };
  const offer = makeOffer(facts, deps.storeOf({ appChannelCode: channel }), wish, deps.today());
  return offer.ok ? allow({ ...offer.value, borrowerId, catalogue: facts.catalogue }) : offer;
}

/**
 * Staff offer another amount or term of the same product, for the borrower to sign: what product, policy, store, limit
 * and income allow, and no more than was asked for. It takes the place of an earlier offer. `reason` is a note that the
 * borrower never reads.
 */
export async function counterOffer(
  deps: CounterOfferDeps,
  { amountNgwee, termId, ...request }: StaffRequest & OfferedTerms & { shown?: Shown },
): Promise<Outcome<Loan, ReviewRefusal | MakeOfferRefusal>> {
  const quoted = await quoteCounterOffer(deps, { ...request, amountNgwee, termId });
  if (!quoted.ok) return quoted;
  const { terms, borrowerId, catalogue } = quoted.value;
  return reviewApplication(deps, {
    ...request,
    borrowerId,
    outcome: 'counter_offer',
    terms,
    contractVersion: contractVersion(terms, catalogue),
  });
}
