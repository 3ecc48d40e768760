import { contractWords } from '@thumba/contract/contract-words';
import type { Answer } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Lender } from '../../book/lender.ts';
import type { SecurityLog } from '../../book/security-log/security-log.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { isLanguage } from '../../platform/language.ts';
import { done, refused } from '../../platform/reply.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { askHolders, type HolderDeps } from './account-holder.ts';
import { accountWords } from './account-words.ts';
import { type Account, addAccount, listAccounts } from './accounts.ts';
import { type FreeWrongCodes, refuseCode } from './code-try.ts';
import { chooseLanguage } from './language.ts';
import { languageWords } from './language-words.ts';
import { withStepUp } from './step-up.ts';
import { DEVICE_UNCONFIRMED } from './unconfirmed-device.ts';

export type BorrowerDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  lender: Pick<Lender, 'phone'>;
  securityLog: SecurityLog;
  today(): Day;
  onNewMessages(): void;
  operatorOfMobile(mobile: string): OperatorName | undefined;
  freeWrongCodes: FreeWrongCodes;
  askHolderName: HolderDeps['askHolderName'];
};

export function registerBorrowerRoutes(server: Server, deps: BorrowerDeps): void {
  const { db, sealing, clock, operatorOfMobile } = deps;

  serve(server, 'listAccounts', async (_input, { borrowerId }) => {
    const accounts = await listAccounts(db, sealing, borrowerId);
    return done(accounts.map((account) => toWire(account, clock.nowMs())));
  });

  serve(server, 'chooseLanguage', async ({ body: { language } }, { borrowerId, session }) => {
    if (!session.isTrusted) return DEVICE_UNCONFIRMED;
    if (!isLanguage(language)) {
      return refused(400, languageWords.unknown, { fields: { language: languageWords.unknown } });
    }
    await chooseLanguage(db, borrowerId, language);
    return done(null);
  });

  serve(server, 'addAccount', async ({ body }, caller) => {
    const now = toDate(clock.nowMs());
    const likelyOperator = operatorOfMobile(body.mobile);
    if (!body.operator && !likelyOperator) {
      const message = contractWords.operator;
      return refused(400, message, { fields: { operator: message } });
    }
    const { borrowerId, address, deviceSecret, session, reference } = caller;
    return withStepUp(deps, caller, 'account', body, async () => {
      const added = await addAccount(db, sealing, {
        borrowerId,
        mobile: body.mobile,
        code: body.captcha,
        chosenOperator: body.operator,
        likelyOperator,
        asker: { address, deviceSecret, sessionId: session.sessionId, reference },
        freeWrongCodes: deps.freeWrongCodes,
        isTrusted: session.isTrusted,
        now,
        today: deps.today(),
        lenderPhone: deps.lender.phone,
      });
      if ('refusal' in added) return refused(409, accountWords[added.refusal], { reason: added.refusal });
      if (!('account' in added)) return refuseCode(added.wrongCode, now);
      if (added.isNew) deps.securityLog.countWritten('payout_account_added');
      deps.onNewMessages();
      await askHolders(deps, { borrowerId, accountId: added.account.accountId, now });
      return done(toWire(added.account, clock.nowMs()));
    });
  });
}

function toWire(account: Account, nowMs: number): Answer<'listAccounts'>[number] {
  return {
    repayAccountId: account.accountId,
    mobile: maskMobile(account.mobile),
    operator: account.operator,
    isDefault: account.isDefault,
    ...(account.payoutsFrom && nowMs < account.payoutsFrom.getTime()
      ? { payoutsFrom: account.payoutsFrom.toISOString() }
      : {}),
  };
}
