import type { Answer } from '@thumba/contract/wire';
import type { SecurityLog } from '../../book/security-log/security-log.ts';
import { toDate } from '../../platform/clock.ts';
import { done, named, type Reply, refused } from '../../platform/reply.ts';
import { maskMobile } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { codeMessageWords } from '../borrower/code-message-words.ts';
import { type FreeWrongCodes, refuseCode, WRONG_CODE, wrongCodeText } from '../borrower/code-try.ts';
import { originOf } from '../borrower/network-address.ts';
import { findBorrowerMobile } from '../borrower/queries.ts';
import { type CodeSending, sendCode } from '../borrower/send-code.ts';
import { withStepUp } from '../borrower/step-up.ts';
import { changeMobile, type MobileChangeDeps, requestMobileChange } from './commands.ts';
import { mobileChangeWords } from './mobile-change-words.ts';

/** A borrower moves their account to another number: by a code to both numbers, or with the help of staff. */
export function registerMobileChangeRoutes(
  server: Server,
  deps: MobileChangeDeps &
    CodeSending & { freeWrongCodes: FreeWrongCodes; securityLog: SecurityLog; onNewMessages(): void },
): void {
  registerCodeRoute(server, deps);

  serve(server, 'changeMobile', async ({ body }, caller) => {
    const change = async () =>
      replyToChange(
        await changeMobile(deps, {
          borrowerId: caller.borrowerId,
          mobile: body.mobile,
          oldCode: body.oldCaptcha,
          newCode: body.newCaptcha,
          address: caller.address,
          origin: originOf(deps.sealing, caller),
          token: caller.token,
        }),
        body.mobile,
        deps,
      );
    // A repeated request finds the number moved already. It costs no second code.
    if ((await findBorrowerMobile(deps.db, deps.sealing, caller.borrowerId)) === body.mobile) return change();
    return withStepUp(deps, caller, 'mobile', body, change);
  });

  serve(server, 'requestMobileChange', async ({ body }, { borrowerId, address, reference }) => {
    const { mobile, newCaptcha: newCode } = body;
    const requested = await requestMobileChange(deps, {
      borrowerId,
      mobile,
      newCode,
      asker: { address, borrowerId, reference },
    });
    if (requested.ok) {
      if (requested.value.isNew) deps.securityLog.countWritten('mobile_change');
      deps.onNewMessages();
      return done({ ticketNo: String(requested.value.ticketId) });
    }
    const { refusal } = requested;
    switch (refusal.kind) {
      case 'wrong_code':
        return refuseCode(refusal.tried, toDate(deps.clock.nowMs()), 'newCaptcha');
      case 'own_number':
        return ofNumber(400, mobileChangeWords.ownNumber);
      case 'number_taken':
        return ofNumber(409, mobileChangeWords.numberTaken);
      case 'request_open':
        return refused(409, mobileChangeWords.alreadyAsked(String(refusal.ticketId)), {
          ticketNo: String(refusal.ticketId),
        });
    }
  });
}

function registerCodeRoute(server: Server, deps: CodeSending): void {
  const { db, sealing } = deps;
  serve(server, 'sendMobileChangeCode', async ({ body }, { borrowerId, address }) => {
    const oldMobile = (await findBorrowerMobile(db, sealing, borrowerId))!;
    if (body.mobile === oldMobile) return ofNumber(400, mobileChangeWords.ownNumber);
    return sendCode(deps, {
      purpose: 'change_number',
      mobile: body.mobile ?? oldMobile,
      asker: { address, borrowerId, isOwner: body.mobile === undefined },
      wording: codeMessageWords.changeNumber,
    });
  });
}

function replyToChange(
  changed: Awaited<ReturnType<typeof changeMobile>>,
  mobile: string,
  { securityLog, onNewMessages }: { securityLog: SecurityLog; onNewMessages(): void },
): Reply<Answer<'changeMobile'>> {
  if (changed.ok) {
    if (changed.value.isNew) securityLog.countWritten('mobile_change');
    onNewMessages();
    return done({ mobile: maskMobile(mobile) });
  }
  const { refusal } = changed;
  switch (refusal.kind) {
    case 'wrong_codes': {
      const { ofOld, ofNew } = refusal;
      const fields = {
        ...(ofOld ? { oldCaptcha: wrongCodeText(ofOld.tried) } : {}),
        ...(ofNew ? { newCaptcha: wrongCodeText(ofNew.tried) } : {}),
      };
      return named(WRONG_CODE, refused(400, Object.values(fields)[0]!, { fields }));
    }
    case 'number_taken':
      return ofNumber(409, mobileChangeWords.numberTaken);
    case 'number_moved_meanwhile':
      return refused(409, mobileChangeWords.changedMeanwhile);
  }
}

function ofNumber(code: 400 | 409, message: string): Reply<never> {
  return refused(code, message, { fields: { mobile: message } });
}
