import type { DeclineReason } from '@thumba/lending/decision-reason';
import { type Outcome, refuse } from '@thumba/lending/outcome';
import type { Subject, SubjectAccount } from '../../book/posting-line/posting.ts';
import { checkPayoutAccount } from '../../money/payment/loan-payout.ts';
import type { Operators } from '../../money/payment/operators/operator.ts';
import type { AccountRefusal } from '../../money/payment/submit-collection.ts';

/** What keeps the money of an application from going out. */
export type ApprovalRefusal =
  | AccountRefusal
  | { kind: 'blocked' }
  | { kind: 'hit_open' }
  | { kind: 'money_frozen' }
  | { kind: 'override_needed'; rules: readonly DeclineReason[] };

/** What holds when an application is approved, when other terms are offered, and when the borrower signs these. */
export function checkApproval(
  account: Subject['account'],
  operators: Operators,
  { isBlocked, isHitOpen }: { isBlocked: boolean; isHitOpen: boolean },
): Outcome<SubjectAccount, ApprovalRefusal> {
  if (isBlocked) return refuse({ kind: 'blocked' });
  if (isHitOpen) return refuse({ kind: 'hit_open' });
  const payee = checkPayoutAccount(account, operators);
  if (!payee.ok) return payee;
  return payee.value.isFrozen ? refuse({ kind: 'money_frozen' }) : payee;
}
