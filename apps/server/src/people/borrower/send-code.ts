import { randomUUID } from 'node:crypto';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { SmsGateway } from '../../platform/sms.ts';
import { tryLater } from '../../platform/try-later.ts';
import { type CodePurpose, codeHash, forgetSend, type IssuedCode, issueCode } from './mobile-code.ts';
import { addressHash } from './network-address.ts';

export type CodeSending = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  random: Randomness;
  sms: SmsGateway;
  log: Log;
  codesPerAddressPerHour: number;
  /** The host of the app. Undefined where it is not reached over https. */
  appHost: string | undefined;
};

/** Sends a code to a number, within the limits of the number and of the network address of the request. */
export async function sendCode(
  deps: CodeSending,
  {
    purpose,
    mobile,
    address,
    wording,
  }: { purpose: CodePurpose; mobile: string; address: string; wording(code: string): string },
): Promise<Reply<null>> {
  const { db, sealing, clock, random, sms, log } = deps;
  const nowMs = clock.nowMs();
  const code = String(random.randomInt(10_000)).padStart(4, '0');
  const issued: IssuedCode = {
    useId: randomUUID(),
    mobileHash: sealing.lookupHash('mobile', mobile),
    codeHash: codeHash(sealing, { purpose, mobile, code }),
    addressHash: addressHash(sealing, address),
    sentAt: toDate(nowMs),
  };
  const issue = await issueCode(db, issued, deps.codesPerAddressPerHour);
  switch (issue.kind) {
    case 'mobile_limit':
      return tryLater((wait) => `Please wait ${wait} before you ask for another code`, issue.retryAt, nowMs);
    case 'address_limit':
      return tryLater(
        (wait) => `Too many codes were asked for from your network. Please wait ${wait}.`,
        issue.retryAt,
        nowMs,
      );
    case 'issued':
      break;
  }
  try {
    await sms.send({ mobile, text: wording(code) + lineForPhones(code, deps.appHost) });
    return done(null);
  } catch (error) {
    await forgetSend(db, issued);
    const reference = randomUUID().slice(0, 8);
    log.error({ err: error, reference }, 'a code could not be sent');
    return refused(500, `We could not send the SMS. Please try again in a moment. Reference ${reference}.`);
  }
}

/** A phone offers to fill the code in on the site that the last line names, and on no other. */
function lineForPhones(code: string, appHost: string | undefined): string {
  return appHost === undefined ? '' : `\n\n@${appHost} #${code}`;
}
