import { parseKwacha } from '@thumba/lending/money';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import { replyToRefusal } from '../../book/loan/refusal-reply.ts';
import type { SecurityLog } from '../../book/security-log/security-log.ts';
import { withStepUp } from '../../people/borrower/step-up.ts';
import type { Database } from '../../platform/database.ts';
import { pageOf } from '../../platform/page.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { replyToPayeeRefusal } from '../payment/loan-payout.ts';
import { payeeWords } from '../payment/payment-words.ts';
import { replyToAccountRefusal, type Submitted } from '../payment/submit-collection.ts';
import { payOutWallet, type WalletPayoutDeps } from './commands.ts';
import { readWallet } from './queries.ts';

/** The routes that show wallet credit and pay it out. */
export function registerWalletRoutes(
  server: Server,
  deps: WalletPayoutDeps & { db: Database; sealing: Sealing; securityLog: SecurityLog },
): void {
  const { db, sealing } = deps;

  serve(server, 'payOutWallet', async ({ body }, caller) => {
    const { stepUpCode, identityDigits, ...wish } = body;
    const payOut = (isSteppedUp: boolean) =>
      payOutWallet(deps, {
        borrowerId: caller.borrowerId,
        session: caller.session,
        amountNgwee: wish.amount === undefined ? undefined : parseKwacha(wish.amount)!,
        accountId: wish.repayAccountId,
        // The codes are no part of the wish: the same key with another code is the same payout.
        idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'payOutWallet', wish),
        isSteppedUp,
      });
    // The first try answers a used key and every other refusal, so that they cost no code.
    const outcome = await payOut(false);
    if (outcome.ok || outcome.refusal.kind !== 'step_up_required') return replyTo(outcome, wish);
    return withStepUp(deps, caller, 'payout', { stepUpCode, identityDigits }, async () =>
      replyTo(await payOut(true), wish),
    );
  });

  serve(server, 'getWallet', async ({ query }, { borrowerId }) =>
    done(await readWallet(db, borrowerId, pageOf(query))),
  );
}

function replyTo(
  outcome: Awaited<ReturnType<typeof payOutWallet>>,
  wish: { repayAccountId?: number | undefined },
): Reply<Submitted> {
  if (outcome.ok) return done(outcome.value);
  const { refusal } = outcome;
  switch (refusal.kind) {
    case 'step_up_required':
      throw new Error('the second code was asked for twice');
    case 'payout_number_shared':
    case 'account_waits':
    case 'account_newer_than_session':
      return replyToPayeeRefusal(refusal);
    case 'operator_not_connected':
      return refused(400, payeeWords.operator_not_connected);
    case 'operator_stopped':
      return refused(409, payeeWords.operator_stopped, { reason: refusal.kind });
    case 'no_such_account':
      return replyToAccountRefusal(refusal, wish.repayAccountId);
    default:
      return replyToRefusal(refusal);
  }
}
