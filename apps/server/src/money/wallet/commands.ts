import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { allow, refuse } from '@thumba/lending/outcome';
import { submitWalletPayout, type WalletPayoutRefusal } from '@thumba/lending/wallet-payout';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import { DEFAULT_ACCOUNT, type PostingOutcome } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CallerSession } from '../../platform/serve.ts';
import { checkOwnPayoutAccount, type PayoutAccountRefusal } from '../payment/loan-payout.ts';
import type { Operators } from '../payment/operators/operator.ts';
import type { Submitted } from '../payment/submit-collection.ts';

export type WalletPayoutDeps = {
  line: PostingLine;
  operators: Operators;
  clock: Clock;
  today(): Day;
  newAttemptId(): string;
};

export type WalletPayoutRequest = {
  borrowerId: number;
  session: CallerSession;
  /** Undefined for the whole balance. */
  amountNgwee: Ngwee | undefined;
  accountId: number | undefined;
  idempotency: IdempotencyKey | undefined;
  /** Whether the second code was right. */
  isSteppedUp: boolean;
};

type Refusal = WalletPayoutRefusal | PayoutAccountRefusal | { kind: 'step_up_required' };

/**
 * Takes credit out of a wallet and sends it to one of the borrower's accounts. An account that was added later asks for
 * the second code, once everything else is right.
 */
export function payOutWallet(
  deps: WalletPayoutDeps,
  request: WalletPayoutRequest,
): Promise<PostingOutcome<Submitted, Refusal>> {
  const attemptId = deps.newAttemptId();
  return deps.line.postToWallet<Submitted, Refusal>({
    borrowerId: request.borrowerId,
    accountId: request.accountId ?? DEFAULT_ACCOUNT,
    ...(request.idempotency ? { idempotency: request.idempotency } : {}),
    actor: 'borrower',
    decide({ walletNgwee, account }) {
      const payee = checkOwnPayoutAccount(account, deps.operators, {
        session: request.session,
        nowMs: deps.clock.nowMs(),
      });
      if (!payee.ok) return payee;
      const amountNgwee = request.amountNgwee ?? walletNgwee;
      const taken = submitWalletPayout(walletNgwee, amountNgwee);
      if (!taken.ok) return taken;
      if (payee.value.payoutsFrom !== null && !request.isSteppedUp)
        return refuse({ kind: 'step_up_required' });
      const on = deps.today();
      return allow({
        change: { ...taken.value, messages: [] },
        on,
        cause: {
          begins: {
            attemptId,
            direction: 'payout',
            purpose: 'wallet_payout',
            period: null,
            amountNgwee,
            submittedOn: on,
            accountId: payee.value.accountId,
          },
        },
        answer: { paymentId: attemptId, status: 'pending' },
      });
    },
  });
}
