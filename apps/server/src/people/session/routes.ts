import type { Answer, Body } from '@thumba/contract/wire';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { languageTag } from '@thumba/words/catalogue';
import type { Calendar } from '../../book/calendar/calendar.ts';
import type { Lender } from '../../book/lender.ts';
import type { SecurityLog } from '../../book/security-log/security-log.ts';
import { toDate } from '../../platform/clock.ts';
import { done, NOT_FOUND, named, type Reply, refused } from '../../platform/reply.ts';
import { maskEmail, maskMobile, maskName } from '../../platform/sealing.ts';
import { type Caller, type Server, serve } from '../../platform/serve.ts';
import { codeMessageWords } from '../borrower/code-message-words.ts';
import { type FreeWrongCodes, refuseCode } from '../borrower/code-try.ts';
import { networkOf, originOf } from '../borrower/network-address.ts';
import { findBorrower } from '../borrower/queries.ts';
import { type CodeSending, sendCode } from '../borrower/send-code.ts';
import { DEVICE_UNCONFIRMED } from '../borrower/unconfirmed-device.ts';
import { endSession, type SignIn, type SignInDevice, signIn } from './commands.ts';
import { type LinkRefusal, linkGoogle, signInWithGoogle } from './google-account.ts';
import { askGoogle, type GoogleSignIn, registerGoogleRoutes } from './google-routes.ts';
import { sessionWords } from './session-words.ts';
import { endSignedInDevices, listSignedInDevices } from './signed-in-devices.ts';

export type SessionDeps = CodeSending & {
  calendar: Calendar;
  google: GoogleSignIn | undefined;
  lender: Pick<Lender, 'phone'>;
  onNewMessages(): void;
  securityLog: SecurityLog;
  freeWrongCodes: FreeWrongCodes;
  /** Of the Android apps whose SMS Retriever may read the code. */
  androidSmsHashes: readonly string[];
  operatorOfMobile(mobile: string): OperatorName | undefined;
  limits(
    caller: Pick<Caller, 'borrowerId' | 'appChannelCode' | 'offersLongTermsOnly'>,
  ): Promise<{ creditLimitNgwee: Ngwee; availableLimitNgwee: Ngwee }>;
  /** The data of authentication that the page "Me" shows. */
  profile(borrowerId: number): Promise<Profile>;
};

export function registerSessionRoutes(server: Server, deps: SessionDeps): void {
  const { db, sealing, clock, calendar } = deps;
  const answer = (signedIn: Parameters<typeof signInReply>[0]) => {
    if (signedIn.kind === 'signed_in') deps.securityLog.countWritten('sign_in');
    if (signedIn.kind === 'signed_in' && !signedIn.isTrusted) deps.onNewMessages();
    return signInReply(signedIn, toDate(clock.nowMs()));
  };

  serve(server, 'sendSmsCode', ({ params, query }, { address, deviceSecret }) =>
    sendCode(deps, {
      purpose: 'sign_in_or_add_account',
      mobile: params.phone,
      asker: { address, deviceSecret },
      wording: codeMessageWords.signIn,
      smsHash: deps.androidSmsHashes.find((hash) => hash === query.appHash),
    }),
  );

  registerGoogleRoutes(server, deps);

  serve(server, 'mobileLogin', async ({ body }, caller) => {
    const { phone, authCode } = body.proof;
    const device = deviceOf(deps, body, caller);
    if (!phone) {
      const asked = await askGoogle(deps, authCode, caller.address);
      if ('refusal' in asked) return asked.refusal;
      return answer(await signInWithGoogle(deps, asked.google, device, toDate(clock.nowMs())));
    }
    const admission = {
      mobile: phone.mobile,
      code: phone.captcha,
      asker: { address: caller.address, deviceSecret: device.secret, reference: caller.reference },
      freeWrongCodes: deps.freeWrongCodes,
      now: toDate(clock.nowMs()),
      today: calendar.today(),
      channelCode: (body.appChannelCode || caller.appChannelCode).replaceAll(/\p{Cc}/gu, ''),
      language: languageTag(),
      operator: deps.operatorOfMobile(phone.mobile),
      address: caller.address,
    };
    if (authCode === undefined) return answer(await signIn(deps, admission, device));
    const asked = await askGoogle(deps, authCode, caller.address);
    if ('refusal' in asked) return asked.refusal;
    return answer(await linkGoogle(deps, admission, device, asked.google));
  });

  registerSessionListRoutes(server, deps);

  serve(server, 'getUserInfo', async (_input, caller) => {
    const { borrowerId, session } = caller;
    const [borrower, limits, profile] = await Promise.all([
      findBorrower(db, sealing, borrowerId, calendar.today()),
      deps.limits(caller),
      deps.profile(borrowerId),
    ]);
    const info: Answer<'getUserInfo'> = {
      userId: borrowerId,
      mobile: maskMobile(borrower.mobile),
      creditLimit: toKwacha(limits.creditLimitNgwee),
      availableLimit: toKwacha(limits.availableLimitNgwee),
      couponCount: borrower.couponCount,
      walletBalance: toKwacha(borrower.walletNgwee),
      registeredAt: borrower.registeredAt.toISOString(),
      ...(session.isTrusted ? profile : maskProfile(profile)),
      isNewDevice: !session.isTrusted,
    };
    return done(info);
  });
}

/** Where the borrower is signed in, and how to end it. A device that is not confirmed ends only its own session. */
function registerSessionListRoutes(server: Server, deps: SessionDeps): void {
  const { db, sealing, clock } = deps;
  const recordEnd = ({ borrowerId, address, reference }: Caller, everywhere: boolean) =>
    deps.securityLog.record({
      kind: 'session_end',
      outcome: 'succeeded',
      borrowerId,
      address,
      reference,
      detail: { reason: 'ended_by_borrower', everywhere },
    });

  serve(server, 'logout', async ({ body }, caller) => {
    const { borrowerId, token, session } = caller;
    if (body.everywhere && !session.isTrusted) return DEVICE_UNCONFIRMED;
    await endSession(db, sealing, { borrowerId, token, everywhere: body.everywhere });
    recordEnd(caller, body.everywhere);
    return done(null);
  });

  serve(server, 'listSessions', async (_input, { borrowerId, session }) => {
    const devices = await listSignedInDevices(deps, borrowerId, toDate(clock.nowMs()));
    return done({
      isNewDevice: !session.isTrusted,
      sessions: devices.map(({ sessionId, device, place, startedAt, usedAt, isTrusted }) => ({
        sessionId,
        device,
        place: session.isTrusted ? place : sessionWords.hiddenPlace,
        startedAt: startedAt.toISOString(),
        lastUsedAt: usedAt.toISOString(),
        isCurrent: sessionId === session.sessionId,
        isNewDevice: !isTrusted,
      })),
    });
  });

  serve(server, 'endSessions', async ({ body }, caller) => {
    const { borrowerId, session } = caller;
    const { sessionId, all } = body;
    if (!session.isTrusted && sessionId !== session.sessionId) return DEVICE_UNCONFIRMED;
    const keptSessionId = all ? session.sessionId : undefined;
    const ended = await endSignedInDevices(db, { borrowerId, sessionId, keptSessionId });
    if (ended > 0) recordEnd(caller, all === true);
    return sessionId !== undefined && ended === 0 ? NOT_FOUND : done(null);
  });
}

function deviceOf(
  { calendar, lender, sealing }: SessionDeps,
  body: Body<'mobileLogin'>,
  caller: Caller,
): SignInDevice {
  return {
    secret: body.deviceSecret ?? caller.deviceSecret,
    deviceId: body.deviceId,
    brand: body.deviceBrand,
    userAgent: caller.userAgent,
    address: networkOf(caller.address),
    today: calendar.today(),
    language: languageTag(),
    lenderPhone: lender.phone,
    origin: originOf(sealing, caller),
  };
}

type Profile = {
  name?: string;
  email?: string;
  authStep: number;
  hasIdentity: boolean;
  questionsWaiting: number;
};

function maskProfile({ name, email, authStep, hasIdentity, questionsWaiting }: Profile): Profile {
  return {
    authStep,
    hasIdentity,
    questionsWaiting,
    ...(name === undefined ? {} : { name: maskName(name) }),
    ...(email === undefined ? {} : { email: maskEmail(email) }),
  };
}

function signInReply(
  signedIn: SignIn | LinkRefusal | { kind: 'not_linked' } | { kind: 'token_used' },
  now: Date,
): Reply<Answer<'mobileLogin'>> {
  switch (signedIn.kind) {
    case 'signed_in':
      return done({
        token: signedIn.token,
        id: signedIn.borrowerId,
        appRedirectStatus: signedIn.isNew ? 1 : 0,
        isNewDevice: !signedIn.isTrusted,
      });
    case 'wrong_code':
      return refuseCode(signedIn.tried, now);
    case 'not_linked':
      return named('google_not_linked', refused(409, sessionWords.googleNotLinked));
    case 'linked_elsewhere':
      return named('google_linked_elsewhere', refused(409, sessionWords.googleLinkedElsewhere));
    case 'token_used':
      return named('google_token_used', refused(409, sessionWords.googleUsed));
  }
}
