import type { Day } from '@thumba/lending/day';
import { type Ngwee, sum } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { submitWalletPayout, type WalletPayoutRefusal } from '@thumba/lending/wallet-payout';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import type { NumberOfAttempt } from '../../book/payment-attempt/attempt.ts';
import { DEFAULT_ACCOUNT, type SubjectAccount } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { checkPayoutAccount } from '../payment/loan-payout.ts';
import { checkOperator, type Operators } from '../payment/operators/operator.ts';
import { type WalletWithUnusedCredit, walletsWithUnusedCredit } from './unused-credit-queries.ts';

export type UnusedCreditDeps = {
  db: Database;
  line: PostingLine;
  operators: Operators;
  clock: Clock;
  sealing: Sealing;
  today(): Day;
  newAttemptId(): string;
  /** After how many days wallet credit that was not used goes back. 0 means never. */
  unusedCreditDays(): number;
};

/** Wallet credit that goes to one number: that of a payment, or the borrower's own number for payouts. */
type Payout = { borrowerId: number; number: NumberOfAttempt | null; amountNgwee: Ngwee };

/**
 * The step of the end of a day that sends back wallet credit which was not used. Rule: docs/rules/unused-credit.md. Each
 * payout has a key of its day, so that a second run of the same day sends nothing twice.
 */
export function unusedCreditStep(deps: UnusedCreditDeps): (on: Day) => Promise<void> {
  return async (on) => {
    const days = deps.unusedCreditDays();
    if (days === 0) return;
    for await (const wallet of walletsWithUnusedCredit(deps.db, { on, days })) {
      for (const payout of payoutsOf(deps, wallet)) await sendBack(deps, payout, { on, days });
    }
  };
}

/** One payout for each number. Money whose operator is not connected goes to the borrower's own number. */
function payoutsOf(
  { sealing, operators }: Pick<UnusedCreditDeps, 'sealing' | 'operators'>,
  { borrowerId, credits }: WalletWithUnusedCredit,
): Payout[] {
  const byNumber = Map.groupBy(credits, ({ source }) => {
    if (source === null || !operators[source.operator]) return '';
    const place = { borrower_id: borrowerId, attempt_id: source.attemptId };
    return `${source.operator} ${sealing.open('payment_attempt.msisdn_sealed', place, source.mobileSealed)}`;
  });
  return [...byNumber].map(([number, some]) => ({
    borrowerId,
    number: number === '' ? null : (some[0]?.source ?? null),
    amountNgwee: sum(some.map((credit) => credit.amountNgwee)),
  }));
}

async function sendBack(
  deps: UnusedCreditDeps,
  { borrowerId, number, amountNgwee }: Payout,
  { on, days }: { on: Day; days: number },
): Promise<void> {
  const attemptId = deps.newAttemptId();
  const key = `unused-credit:${borrowerId}:${on}:${number?.attemptId ?? 'own number'}`;
  await deps.line.postToWallet<null, WalletPayoutRefusal | { kind: 'no_account_for_payouts' }>({
    borrowerId,
    accountId: DEFAULT_ACCOUNT,
    idempotency: idempotencyOf(deps.sealing, key, 'return unused credit', null)!,
    actor: 'end_of_day',
    decide({ walletNgwee, account }) {
      const payee = number === null ? ownNumber(deps, account) : sourceNumber(deps, number);
      if (!payee.ok) return payee;
      const taken = submitWalletPayout(walletNgwee, amountNgwee);
      if (!taken.ok) return taken;
      const submittedOn = deps.today();
      return allow({
        change: { ...taken.value, messages: [] },
        on: submittedOn,
        cause: {
          begins: {
            ...({ attemptId, direction: 'payout', purpose: 'wallet_payout', period: null } as const),
            ...{ amountNgwee, submittedOn, quoted: { unusedForDays: days } },
            ...payee.value,
          },
        },
        answer: null,
      });
    },
  });
}

/** Credit whose operator is stopped stays in the wallet, where the borrower can use it, and is due again the next day. */
function sourceNumber(
  { operators }: Pick<UnusedCreditDeps, 'operators'>,
  payee: NumberOfAttempt,
): Outcome<{ payee: NumberOfAttempt }, { kind: 'no_account_for_payouts' }> {
  return checkOperator(operators, payee.operator).ok
    ? allow({ payee })
    : refuse({ kind: 'no_account_for_payouts' });
}

/** No person decides on this payout, so the number must be one that the borrower could choose. */
function ownNumber(
  { operators, clock }: UnusedCreditDeps,
  account: SubjectAccount | null,
): Outcome<{ accountId: number }, { kind: 'no_account_for_payouts' }> {
  const payee = checkPayoutAccount(account, operators);
  if (!payee.ok) return refuse({ kind: 'no_account_for_payouts' });
  const { accountId, isShared, isFrozen, payoutsFrom } = payee.value;
  const isWaiting = payoutsFrom !== null && clock.nowMs() < payoutsFrom.getTime();
  return isShared || isFrozen || isWaiting
    ? refuse({ kind: 'no_account_for_payouts' })
    : allow({ accountId });
}
