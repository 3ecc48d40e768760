import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Loan } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { NewAttempt } from '../../book/payment-attempt/attempt.ts';
import type { Subject } from '../../book/posting-line/posting.ts';
import { type Reply, refused } from '../../platform/reply.ts';
import type { Operators } from './operators/operator.ts';
import type { AccountRefusal } from './submit-collection.ts';

/** Refuses where the borrower has no such account, or the lender is not connected to its operator. */
export function checkPayoutAccount(
  account: Subject['account'],
  operators: Operators,
): Outcome<{ accountId: number }, AccountRefusal> {
  if (!account) return refuse({ kind: 'no_such_account' });
  if (!operators[account.operator]) return refuse({ kind: 'operator_not_connected' });
  return allow(account);
}

export type PayoutAccountRefusal = AccountRefusal | { kind: 'payout_number_shared' };

/** The same for a payout that no person decides on. It refuses the number of another borrower too. */
export function checkOwnPayoutAccount(
  account: Subject['account'],
  operators: Operators,
): Outcome<{ accountId: number }, PayoutAccountRefusal> {
  const payee = checkPayoutAccount(account, operators);
  return payee.ok && account?.isShared ? refuse({ kind: 'payout_number_shared' }) : payee;
}

export function replyToSharedNumber(): Reply<never> {
  return refused(
    409,
    'Another borrower uses this mobile-money number. Please choose a number of your own, or contact us.',
    { reason: 'payout_number_shared' },
  );
}

/** One of the borrower's accounts, or the number of the payout that this one replaces. */
type Payee =
  | { accountId: number; sharedNumberAllowedBy?: string | undefined }
  | { payee: { mobileSealed: Buffer; operator: OperatorName } };

/** The instruction that sends a loan's money. */
export function loanPayout(
  { receivedNgwee }: Loan,
  { attemptId, on, ...payee }: { attemptId: string; on: Day } & Payee,
): NewAttempt {
  return {
    attemptId,
    direction: 'payout',
    purpose: 'loan_payout',
    period: null,
    amountNgwee: receivedNgwee,
    submittedOn: on,
    ...payee,
  };
}
