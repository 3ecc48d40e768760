import type { Answer } from '@thumba/contract/wire';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, refused } from '../../platform/reply.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { type Account, addAccount, listAccounts } from './accounts.ts';
import { type FreeWrongCodes, refuseCode } from './code-try.ts';

export type BorrowerDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  operatorOfMobile(mobile: string): OperatorName | undefined;
  freeWrongCodes: FreeWrongCodes;
};

export function registerBorrowerRoutes(server: Server, deps: BorrowerDeps): void {
  const { db, sealing, clock, operatorOfMobile } = deps;

  serve(server, 'listAccounts', async (_input, { borrowerId }) => {
    const accounts = await listAccounts(db, sealing, borrowerId);
    return done(accounts.map(toWire));
  });

  serve(server, 'addAccount', async ({ body }, { borrowerId, address, deviceSecret, session }) => {
    const now = toDate(clock.nowMs());
    const likelyOperator = operatorOfMobile(body.mobile);
    if (!body.operator && !likelyOperator) {
      const message = 'Please choose a mobile-money operator';
      return refused(400, message, { fields: { operator: message } });
    }
    const added = await addAccount(db, sealing, {
      borrowerId,
      mobile: body.mobile,
      code: body.captcha,
      chosenOperator: body.operator,
      likelyOperator,
      asker: { address, deviceSecret, sessionId: session.sessionId },
      freeWrongCodes: deps.freeWrongCodes,
      now,
    });
    return 'account' in added ? done(toWire(added.account)) : refuseCode(added.wrongCode, now);
  });
}

function toWire(account: Account): Answer<'listAccounts'>[number] {
  return {
    repayAccountId: account.accountId,
    mobile: maskMobile(account.mobile),
    operator: account.operator,
    isDefault: account.isDefault,
  };
}
