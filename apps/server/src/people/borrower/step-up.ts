import { randomUUID } from 'node:crypto';
import type { Answer } from '@thumba/contract/wire';
import type { Lender } from '../../book/lender.ts';
import type { SecurityEvent } from '../../book/security-log/events.ts';
import type { SecurityLog } from '../../book/security-log/security-log.ts';
import { type Clock, DAY_MS, endOfLusakaDay, lusakaDay, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';
import type { Caller } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { openIdentity } from './applicant.ts';
import { codeMessageWords } from './code-message-words.ts';
import { wrongCodeText } from './code-try.ts';
import { codeWords } from './code-words.ts';
import { originOf } from './network-address.ts';
import { findBorrowerMobile } from './queries.ts';
import { type CodeDelivery, deliverCode } from './send-code.ts';
import {
  forgetStepUpSend,
  giveStepUpCodeBack,
  issueStepUpCode,
  type StepUpPurpose,
  stepUpCodeHash,
  stepUpSubject,
  tryStepUpCode,
} from './step-up-code.ts';
import { stepUpWords } from './step-up-words.ts';
import { IDENTITY_TRIES_PER_DAY } from './takeover-odds.ts';
import { findIdentitySealed, trustSession } from './trusted-device.ts';
import { countUseOfDay } from './uses-of-day.ts';

export type StepUpDeps = CodeDelivery & {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  random: Randomness;
  lender: Pick<Lender, 'phone'>;
  securityLog: SecurityLog;
};

type StepUpCaller = Pick<Caller, 'borrowerId' | 'session' | 'address' | 'reference'>;

/** The identity question is asked in the first days of a session on a new device. */
const QUESTION_ASKED_FOR_MS = 3 * DAY_MS;

function asksIdentity(session: Caller['session'], nowMs: number): boolean {
  return !session.isTrusted && nowMs < session.startedAt.getTime() + QUESTION_ASKED_FOR_MS;
}

/** Sends the second code to the number with which the borrower signs in, and to no other. */
export async function sendStepUpCode(
  deps: StepUpDeps,
  caller: StepUpCaller,
  purpose: StepUpPurpose,
): Promise<Reply<Answer<'sendStepUpCode'>>> {
  const { borrowerId, session } = caller;
  const { db, sealing, clock, random, lender } = deps;
  const nowMs = clock.nowMs();
  const mobile = (await findBorrowerMobile(db, sealing, borrowerId))!;
  const code = String(random.randomInt(1_000_000)).padStart(6, '0');
  const stepUp = { borrowerId, sessionId: session.sessionId, purpose };
  const issued = {
    ...stepUp,
    codeHash: stepUpCodeHash(sealing, stepUp, code),
    subjectHash: stepUpSubject(sealing, borrowerId, session.isTrusted),
    useId: randomUUID(),
    sentAt: toDate(nowMs),
  };
  const retryAt = await issueStepUpCode(db, issued);
  if (retryAt) return tryLater('step_up_codes', codeWords.waitForAnother, retryAt, nowMs);
  const text = codeMessageWords[purpose](code, lender.phone);
  const failure = await deliverCode(deps, { mobile, code, text }, () => forgetStepUpSend(db, issued));
  if (failure) return failure;
  deps.securityLog.record(
    eventOf(caller, { kind: 'step_up_asked', outcome: 'succeeded', detail: { purpose } }),
  );
  return done({ mobile: maskMobile(mobile), asksIdentity: asksIdentity(session, nowMs) });
}

function eventOf(
  { borrowerId, address, reference }: StepUpCaller,
  event: Pick<SecurityEvent, 'kind' | 'outcome' | 'detail'>,
): SecurityEvent {
  return { ...event, borrowerId, address, reference };
}

export type StepUpProof = { stepUpCode?: string | undefined; identityDigits?: string | undefined };

/**
 * Runs a call that could hand the account to a stranger, if the second code is right. A new device also answers the
 * identity question in its first three days; after that it is trusted. The code is used up only if the call succeeds.
 */
export async function withStepUp<Data>(
  deps: Pick<StepUpDeps, 'db' | 'sealing' | 'clock' | 'securityLog'>,
  caller: StepUpCaller,
  purpose: StepUpPurpose,
  proof: StepUpProof,
  act: () => Promise<Reply<Data>>,
): Promise<Reply<Data>> {
  const { db, sealing, clock, securityLog } = deps;
  const { borrowerId, session } = caller;
  const isAsked = asksIdentity(session, clock.nowMs());
  if (proof.stepUpCode === undefined || (isAsked && proof.identityDigits === undefined))
    return refuseWithoutProof(purpose, isAsked, proof);
  const stepUp = { borrowerId, sessionId: session.sessionId, purpose };
  const code = { ...stepUp, codeHash: stepUpCodeHash(sealing, stepUp, proof.stepUpCode) };
  const origin = originOf(sealing, caller);
  const tried = await tryStepUpCode(db, { ...code, ...origin, now: toDate(clock.nowMs()) });
  if (tried?.isSessionEnded) {
    const detail = { reason: 'wrong_step_up_codes' };
    securityLog.record(eventOf(caller, { kind: 'session_end', outcome: 'succeeded', detail }));
  }
  if (!tried?.is_right) {
    const message = wrongCodeText(tried);
    return refused(400, message, { reason: 'step_up_wrong', fields: { stepUpCode: message } });
  }
  securityLog.countWritten('step_up_passed');
  let reply: Reply<Data> | undefined;
  try {
    const refusal = isAsked ? await askIdentity(deps, caller, proof.identityDigits!) : undefined;
    if (!refusal && !session.isTrusted) {
      const isTrustedNow = await trustSession(db, { ...stepUp, ...origin, now: toDate(clock.nowMs()) });
      if (isTrustedNow) securityLog.countWritten('device_trusted');
    }
    reply = refusal ?? (await act());
    return reply;
  } finally {
    if (reply?.code !== 200) await giveStepUpCodeBack(db, code);
  }
}

/** An older app shows the sentence alone. */
function refuseWithoutProof(purpose: StepUpPurpose, isAsked: boolean, proof: StepUpProof): Reply<never> {
  const data = { reason: 'step_up_required', purpose, asksIdentity: isAsked };
  if (proof.stepUpCode === undefined) return refused(400, stepUpWords.updateApp, data);
  const message = stepUpWords.identityDigits;
  return refused(400, message, { ...data, fields: { identityDigits: message } });
}

const countIdentityTry = statement<{ borrower_id: number }, { borrowerId: number; on: string }>(
  'step up: count identity try',
  countUseOfDay({
    kind: 'identity_question',
    borrowerId: '$borrowerId',
    on: '$on',
    most: IDENTITY_TRIES_PER_DAY,
  }),
);

/** Undefined where the digits are right. Each try counts before it is compared, over all sessions of the borrower. */
async function askIdentity(
  { db, sealing, clock }: Pick<StepUpDeps, 'db' | 'sealing' | 'clock'>,
  { borrowerId, session }: StepUpCaller,
  digits: string,
): Promise<Reply<never> | undefined> {
  const sealed = await findIdentitySealed(db, borrowerId, session.startedAt);
  if (!sealed) return refused(409, stepUpWords.noIdentityYet, { reason: 'no_identity' });
  const nowMs = clock.nowMs();
  if (!(await db.row(countIdentityTry, { borrowerId, on: lusakaDay(nowMs) })))
    return tryLater(
      'identity_questions',
      (wait) => stepUpWords.wrongDigits(IDENTITY_TRIES_PER_DAY, wait),
      endOfLusakaDay(nowMs),
      nowMs,
    );
  if (openIdentity(sealing, borrowerId, sealed).idNumber.slice(2, 6) === digits) return undefined;
  const message = stepUpWords.notYourDigits;
  return refused(400, message, { reason: 'identity_wrong', fields: { identityDigits: message } });
}
