import type { AgreedQuote } from '@thumba/lending/pricing';
import { findLoan } from '../../book/loan/queries.ts';
import { type ApplyDeps, hashOfShown } from './apply.ts';
import { contractText, wordingOf } from './contract-text.ts';
import { readApplicationFacts } from './facts.ts';
import { findAcceptance } from './queries.ts';

/** A contract as it was signed: its wording, with the figures that were shown then. */
export type SignedContract = ReturnType<typeof contractText> & {
  contractVersion: string;
  agreedAt: Date;
  quote: AgreedQuote;
  shownHash: string;
};

/** Throws where the stored figures do not match their hash, or the wording is not kept: both are faults of ours. */
export async function readSignedContract(
  deps: Pick<ApplyDeps, 'db' | 'sealing' | 'catalogue' | 'lender'>,
  borrowerId: number,
  loanId: number,
  isMasked = false,
): Promise<SignedContract | undefined> {
  const [stored, acceptance] = await Promise.all([
    findLoan(deps.db, borrowerId, loanId),
    findAcceptance(deps.db, borrowerId, loanId),
  ]);
  if (!stored || !acceptance) return undefined;
  const { terms } = stored.loan;
  const { shown, shownHash } = acceptance;
  if (hashOfShown(shown) !== shownHash)
    throw new Error(`what was shown for loan ${loanId} was changed since`);
  const wording = wordingOf(acceptance.contractVersion);
  if (!wording) throw new Error(`the wording that loan ${loanId} was signed with is not kept`);
  const facts = await readApplicationFacts(deps, borrowerId, { accountId: stored.accountId });
  return {
    ...contractText(wording, deps.lender, { terms, quote: shown }, facts, isMasked),
    contractVersion: acceptance.contractVersion,
    agreedAt: acceptance.agreedAt,
    quote: shown,
    shownHash,
  };
}
