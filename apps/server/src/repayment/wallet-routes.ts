import { parseKwacha, toKwacha } from '@thumba/lending/money';
import { allocationView } from '../loan/loan-view.ts';
import { replyToRefusal } from '../loan/refusal-reply.ts';
import { replyToAccountRefusal } from '../payment/submit-collection.ts';
import { payOutWallet } from '../payment/wallet-payout.ts';
import { idempotencyOf } from '../platform/idempotency.ts';
import { pageOf } from '../platform/page.ts';
import { done, refused } from '../platform/reply.ts';
import { type Server, serve } from '../platform/serve.ts';
import { type RepaymentDeps, repayFromWalletCredit } from './commands.ts';
import { readWallet } from './queries.ts';

/** Wallet credit: what there is, paying with it, and having it sent. */
export function registerWalletRoutes(server: Server, deps: RepaymentDeps): void {
  const { db, sealing } = deps;

  serve(server, 'useWallet', async ({ body }, caller) => {
    const outcome = await repayFromWalletCredit(deps, {
      borrowerId: caller.borrowerId,
      loanId: body.orderId,
      planId: body.planId,
      amountNgwee: parseKwacha(body.amount)!,
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'useWallet', body),
    });
    if (!outcome.ok) return replyToRefusal(outcome.refusal);
    const paid = outcome.value;
    return done({
      orderId: body.orderId,
      planId: body.planId,
      paid: toKwacha(paid.paidNgwee),
      remaining: toKwacha(paid.remainingNgwee),
      walletBalance: toKwacha(paid.walletNgwee),
      allocation: allocationView(paid.allocation),
      receiptNo: paid.receiptNo,
    });
  });

  serve(server, 'payOutWallet', async ({ body }, caller) => {
    const outcome = await payOutWallet(deps, {
      borrowerId: caller.borrowerId,
      amountNgwee: body.amount === undefined ? undefined : parseKwacha(body.amount)!,
      accountId: body.repayAccountId,
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'payOutWallet', body),
    });
    if (outcome.ok) return done(outcome.value);
    const { refusal } = outcome;
    switch (refusal.kind) {
      case 'operator_not_connected':
        return refused(400, 'We cannot send money to this operator yet. Please choose another account.');
      case 'no_such_account':
        return replyToAccountRefusal(refusal, body.repayAccountId);
      default:
        return replyToRefusal(refusal);
    }
  });

  serve(server, 'getWallet', async ({ query }, { borrowerId }) =>
    done(await readWallet(db, borrowerId, pageOf(query))),
  );
}
