import { type Day, formatDay } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { NewAttempt, NumberOfAttempt } from '../../book/payment-attempt/attempt.ts';
import type { Subject, SubjectAccount } from '../../book/posting-line/posting.ts';
import { lusakaDay, lusakaTime } from '../../platform/clock.ts';
import { type Reply, refused } from '../../platform/reply.ts';
import type { CallerSession } from '../../platform/serve.ts';
import { checkOperator, type Operators } from './operators/operator.ts';
import { payeeWords } from './payment-words.ts';
import type { AccountRefusal } from './submit-collection.ts';

/** Refuses where the borrower has no such account, or nothing may be sent through its operator. */
export function checkPayoutAccount(
  account: Subject['account'],
  operators: Operators,
): Outcome<SubjectAccount, AccountRefusal> {
  if (!account) return refuse({ kind: 'no_such_account' });
  const operator = checkOperator(operators, account.operator);
  return operator.ok ? allow(account) : operator;
}

/** Who asks for the money, and when. */
export type PayoutCaller = { session: CallerSession; nowMs: number };

export type PayeeRefusal =
  | { kind: 'payout_number_shared' }
  | { kind: 'account_waits'; payoutsFrom: Date }
  | { kind: 'account_newer_than_session' };

export type PayoutAccountRefusal = AccountRefusal | PayeeRefusal;

/**
 * A person who took a session over adds an account and sends the money there. So a new account waits for a day, in
 * which the borrower reads of it, and a new device gets money only to accounts that were there before it.
 */
export function checkMayReceive(
  account: SubjectAccount,
  { session, nowMs }: PayoutCaller,
): Outcome<SubjectAccount, PayeeRefusal> {
  const { addedAt, payoutsFrom } = account;
  if (!session.isTrusted && addedAt > session.startedAt)
    return refuse({ kind: 'account_newer_than_session' });
  if (payoutsFrom !== null && nowMs < payoutsFrom.getTime())
    return refuse({ kind: 'account_waits', payoutsFrom });
  return allow(account);
}

/**
 * All checks for a payout that no person decides on. It refuses the number of another borrower. Frozen money, a loan's
 * money to a number or a borrower on the blocked list, and money to an account in another name are not refused here: the
 * step that sends holds them, so that they read alike. Rule: docs/rules/screening.md.
 */
export function checkOwnPayoutAccount(
  account: Subject['account'],
  operators: Operators,
  caller: PayoutCaller,
): Outcome<SubjectAccount, PayoutAccountRefusal> {
  const payee = checkPayoutAccount(account, operators);
  if (!payee.ok) return payee;
  return payee.value.isShared
    ? refuse({ kind: 'payout_number_shared' })
    : checkMayReceive(payee.value, caller);
}

export function replyToPayeeRefusal(refusal: PayeeRefusal): Reply<never> {
  switch (refusal.kind) {
    case 'payout_number_shared':
    case 'account_newer_than_session':
      return refused(409, payeeWords[refusal.kind], { reason: refusal.kind });
    case 'account_waits': {
      const { payoutsFrom } = refusal;
      const on = formatDay(lusakaDay(payoutsFrom.getTime()));
      const at = lusakaTime(payoutsFrom.getTime());
      return refused(409, payeeWords.account_waits(on, at), {
        reason: refusal.kind,
        payoutsFrom: payoutsFrom.toISOString(),
      });
    }
  }
}

/** One of the borrower's accounts, or the number of the payout that this one replaces. */
type Payee = { accountId: number; sharedNumberAllowedBy?: string | undefined } | { payee: NumberOfAttempt };

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
