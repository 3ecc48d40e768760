import { randomUUID } from 'node:crypto';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { SmsGateway } from '../../platform/sms.ts';
import { tryLater } from '../../platform/try-later.ts';
import { type CodeBudget, codeHour, raiseAlarms } from './code-budget.ts';
import { askerValues, type CodeAsker } from './code-lane.ts';
import { codeWords } from './code-words.ts';
import { type CodePurpose, codeHash, forgetSend, type IssuedCode, issueCode } from './mobile-code.ts';
import { wideNetworkOf } from './network-address.ts';

export type CodeSending = CodeDelivery & {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  random: Randomness;
  codesPerAddressPerHour: number;
  codeBudget: CodeBudget;
};

/** What takes a code to a phone. */
export type CodeDelivery = {
  sms: SmsGateway;
  log: Log;
  /** The host of the app. Undefined where it is not reached over https. */
  appHost: string | undefined;
};

/** Sends a code to a number, within the limits of the lane, of the number, of the network address and of the budget. */
export async function sendCode(
  deps: CodeSending,
  {
    purpose,
    mobile,
    asker,
    wording,
    smsHash,
  }: {
    purpose: CodePurpose;
    mobile: string;
    asker: CodeAsker;
    wording(code: string): string;
    /** Of the Android app that asked and may read the SMS. */
    smsHash?: string | undefined;
  },
): Promise<Reply<null>> {
  const { db, sealing, clock, random } = deps;
  const nowMs = clock.nowMs();
  const code = String(random.randomInt(10_000)).padStart(4, '0');
  const sentAt = toDate(nowMs);
  const mobileHash = sealing.lookupHash('mobile', mobile);
  const {
    sessionId: _,
    deviceLaneHashes: __,
    requestReference: ___,
    ...laneValues
  } = askerValues(sealing, asker);
  const issued: IssuedCode = {
    ...laneValues,
    ...codeHour(mobile, mobileHash, sentAt),
    purpose,
    useId: randomUUID(),
    mobileHash,
    mobileHashes: sealing.lookupHashes('mobile', mobile),
    numberAndNetworkHash: sealing.lookupHash('code_lane', `${mobile}:${wideNetworkOf(asker.address)}`),
    isOfNetwork: asker.borrowerId === undefined && asker.deviceSecret === undefined,
    codeHash: codeHash(sealing, { purpose, mobile, code }),
    sentAt,
  };
  const issue = await issueCode(db, issued, deps);
  if ('sums' in issue) await raiseAlarms(deps, issued, issue.sums);
  switch (issue.kind) {
    case 'mobile_limit':
      return tryLater('codes_of_number', codeWords.waitForAnother, issue.retryAt, nowMs);
    case 'address_limit':
      return tryLater('codes_of_address', codeWords.tooManyFromNetwork, issue.retryAt, nowMs);
    case 'budget':
      return tryLater('codes_of_hour', codeWords.noMoreNow, issue.retryAt, nowMs);
    case 'issued':
      break;
  }
  return (
    (await deliverCode(deps, { mobile, code, text: wording(code), smsHash }, () => forgetSend(db, issued))) ??
    done(null)
  );
}

/** Sends the SMS of a code that was issued. A send that the network refuses is forgotten, and told with a reference. */
export async function deliverCode(
  { sms, log, appHost }: CodeDelivery,
  {
    mobile,
    code,
    text,
    smsHash,
  }: { mobile: string; code: string; text: string; smsHash?: string | undefined },
  forget: () => Promise<void>,
): Promise<Reply<never> | undefined> {
  try {
    await sms.send({ mobile, text: text + lastLine(code, appHost, smsHash) });
    return undefined;
  } catch (error) {
    await forget();
    const reference = randomUUID().slice(0, 8);
    log.error({ err: error, reference }, 'a code could not be sent');
    return refused(500, codeWords.notSent(reference));
  }
}

/**
 * A browser offers to fill the code in on the site that the last line names, and on no other. The Android app gets the
 * SMS whose last line is its hash.
 */
function lastLine(code: string, appHost: string | undefined, smsHash: string | undefined): string {
  if (smsHash !== undefined) return `\n${smsHash}`;
  return appHost === undefined ? '' : `\n\n@${appHost} #${code}`;
}
