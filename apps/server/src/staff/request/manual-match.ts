import type { Executor } from './answer-request.ts';
import type { DifferencesPayload } from './ask-differences.ts';
import { beginBatchAsApproved } from './difference-batch.ts';
import { type BankRowDeps, type BankRowPayload, matchBankRowAsApproved } from './match-bank-row.ts';
import {
  type CheckerDeps,
  type DifferenceDeps,
  type DifferencePayload,
  matchDifferenceAsApproved,
} from './match-difference.ts';
import { endPaymentAsApproved, type PaymentPayload } from './match-payment.ts';

type Payload = DifferencePayload | DifferencesPayload | BankRowPayload | PaymentPayload;

/** Does what was matched by hand, once a second person approved it. */
export function manualMatchExecutor(
  deps: DifferenceDeps & CheckerDeps & BankRowDeps & { onNewMessages(): void; onNewBatch(): void },
): Executor {
  const executors: Readonly<Record<Payload['thing'], Executor>> = {
    difference: (request, approvedBy) => matchDifferenceAsApproved(deps, request, approvedBy),
    differences: (request, approvedBy) => beginBatchAsApproved(deps, request, approvedBy),
    bank_row: (request, approvedBy) => matchBankRowAsApproved(deps, request, approvedBy),
    payment: (request, approvedBy) => endPaymentAsApproved(deps, request, approvedBy),
  };
  return async (request, approvedBy) => {
    const { thing } = request.payload as Payload;
    const execution = await executors[thing](request, approvedBy);
    deps.onNewMessages();
    if (execution.continues) deps.onNewBatch();
    return execution;
  };
}
