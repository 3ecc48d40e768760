import type { OperatorName } from '@thumba/lending/ledger';
import { isRunning } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { refuse } from '@thumba/lending/outcome';
import { type RepaymentRefusal, submitRepayment } from '@thumba/lending/repayment';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import { readPlanId } from '../../book/loan/plan-id.ts';
import type { LinkedLoan } from '../../book/loan/repay-link.ts';
import type { PostingOutcome } from '../../book/posting-line/posting.ts';
import { findBorrowerMobile } from '../../people/borrower/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import {
  type AccountRefusal,
  type CollectionDeps,
  type Submitted,
  submitCollection,
} from '../payment/submit-collection.ts';
import { claimPrompt, releasePrompt } from './prompt-limit.ts';

export type QuickRepaymentDeps = CollectionDeps & { db: Database; sealing: Sealing; clock: Clock };

export type QuickRepayment = {
  code: string;
  link: LinkedLoan;
  planId: number;
  amountNgwee: Ngwee;
  mobile: string;
  operator: OperatorName;
  idempotency: IdempotencyKey | undefined;
};

type PromptRefusal = { kind: 'too_many_prompts'; retryAt: Date };

/**
 * Sends a prompt for a repayment of the link's loan to any number. The rules of a repayment hold, and the number of
 * prompts is limited. The limit refuses inside the decision, so that a request repeated with its key gets its first
 * answer and not the limit.
 */
export async function submitQuickRepayment(
  deps: QuickRepaymentDeps,
  { link, ...payment }: QuickRepayment,
): Promise<PostingOutcome<Submitted, RepaymentRefusal | AccountRefusal | PromptRefusal>> {
  const { db, sealing, clock } = deps;
  const { loanId, period } = readPlanId(payment.planId);
  const { amountNgwee, mobile, operator } = payment;
  const attemptId = deps.newAttemptId();
  const prompt = {
    subjectHashes: [sealing.lookupHash('repay_link', payment.code), sealing.lookupHash('mobile', mobile)],
    attemptId,
    nowMs: clock.nowMs(),
  };
  const [retryAt, ownMobile] = await Promise.all([
    claimPrompt(db, prompt),
    findBorrowerMobile(db, sealing, link.borrowerId),
  ]);
  const outcome = await submitCollection<RepaymentRefusal | PromptRefusal>(
    { ...deps, newAttemptId: () => attemptId },
    {
      borrowerId: link.borrowerId,
      // The plan of another loan than the link's is refused as no loan.
      loanId: loanId === link.loanId ? loanId : 0,
      payer: { operator, mobile, isOwnNumber: mobile === ownMobile },
      idempotency: payment.idempotency,
      submit(loan, { on }) {
        // A link ends with its loan, also where the loan is written off.
        if (!isRunning(loan)) return refuse({ kind: 'not_repayable', state: loan.state });
        if (retryAt) return refuse({ kind: 'too_many_prompts', retryAt });
        return submitRepayment(loan, { attemptId, period, amountNgwee, on });
      },
    },
  );
  const isAskedFor = outcome.ok && outcome.value.paymentId === attemptId;
  if (!isAskedFor) await releasePrompt(db, prompt);
  return outcome;
}
