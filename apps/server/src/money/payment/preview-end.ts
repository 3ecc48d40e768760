import type { LoanMessage } from '@thumba/lending/loan-message';
import { returnedToPayer } from '@thumba/lending/suspense';
import type { WalletMessage } from '@thumba/lending/wallet-payout';
import type { SeenLoan } from '../../book/loan/seen-loan.ts';
import { effectOf, ledgerLines } from '../../book/loan/staff-preview.ts';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import type { EffectLine } from '../../book/staff-request.ts';
import type { End, EndDeps } from './attempt-end.ts';
import { previewLoanEnd } from './attempt-ending.ts';
import { previewWalletEnd } from './end-wallet-payout.ts';

/** What the end of a payment would do, for the second person who approves it. */
export type EndPreview = {
  effect: EffectLine[];
  messages: readonly (LoanMessage | WalletMessage)[];
  /** Null for a payment that belongs to no loan. */
  seenLoan: SeenLoan | null;
};

/** What the end of a payment would do today. Nothing is written. */
export async function previewEnd(deps: EndDeps, attempt: AttemptRow, end: End): Promise<EndPreview> {
  const { loan_id, purpose, amount_ngwee: amountNgwee, operator } = attempt;
  if (purpose === 'suspense_return') {
    const transfers = end.state === 'succeeded' ? returnedToPayer(amountNgwee, operator) : [];
    return { effect: ledgerLines(transfers), messages: [], seenLoan: null };
  }
  if (loan_id === null) {
    const { transfers, messages } = await previewWalletEnd(deps, attempt, end);
    return { effect: ledgerLines(transfers), messages, seenLoan: null };
  }
  const preview = await previewLoanEnd(deps, { ...attempt, loan_id }, end);
  if (preview === undefined) return { effect: [], messages: [], seenLoan: null };
  return { effect: effectOf(preview), messages: preview.messages, seenLoan: preview.seen };
}
