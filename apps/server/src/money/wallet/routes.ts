import { parseKwacha } from '@thumba/lending/money';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import { replyToRefusal } from '../../book/loan/refusal-reply.ts';
import type { Database } from '../../platform/database.ts';
import { pageOf } from '../../platform/page.ts';
import { done, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { replyToSharedNumber } from '../payment/loan-payout.ts';
import { replyToAccountRefusal } from '../payment/submit-collection.ts';
import { payOutWallet, type WalletPayoutDeps } from './commands.ts';
import { readWallet } from './queries.ts';

/** The routes that show wallet credit and pay it out. */
export function registerWalletRoutes(
  server: Server,
  deps: WalletPayoutDeps & { db: Database; sealing: Sealing },
): void {
  const { db, sealing } = deps;

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
      case 'payout_number_shared':
        return replyToSharedNumber();
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
