import type { Answer } from '@thumba/contract/wire';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import type { Calendar } from '../../book/calendar/calendar.ts';
import { toDate } from '../../platform/clock.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { maskMobile } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { refuseCode } from '../borrower/mobile-code.ts';
import { networkOf } from '../borrower/network-address.ts';
import { findBorrower } from '../borrower/queries.ts';
import { type CodeSending, sendCode } from '../borrower/send-code.ts';
import { endSession, type SignIn, signIn } from './commands.ts';
import { type LinkRefusal, linkGoogle, signInWithGoogle } from './google-account.ts';
import { askGoogle, type GoogleSignIn, registerGoogleRoutes } from './google-routes.ts';

export type SessionDeps = CodeSending & {
  calendar: Calendar;
  google: GoogleSignIn | undefined;
  operatorOfMobile(mobile: string): OperatorName | undefined;
  limits(
    borrowerId: number,
    appChannelCode: string,
  ): Promise<{ creditLimitNgwee: Ngwee; availableLimitNgwee: Ngwee }>;
  /** The data of authentication that the page "Me" shows. */
  profile(borrowerId: number): Promise<{ name?: string; email?: string; authStep: number }>;
};

export function registerSessionRoutes(server: Server, deps: SessionDeps): void {
  const { db, sealing, clock, calendar } = deps;

  serve(server, 'sendSmsCode', ({ params }, { address }) =>
    sendCode(deps, {
      purpose: 'sign_in_or_add_account',
      mobile: params.phone,
      address,
      wording: (code) => `${code} is your Thumba code. It ends in 5 minutes. We never ask for it.`,
    }),
  );

  registerGoogleRoutes(server, deps);

  serve(server, 'mobileLogin', async ({ body }, caller) => {
    const { phone, authCode } = body.proof;
    const device = {
      secret: body.deviceSecret ?? caller.deviceSecret,
      deviceId: body.deviceId,
      brand: body.deviceBrand,
      userAgent: caller.userAgent,
      address: networkOf(caller.address),
    };
    if (!phone) {
      const asked = await askGoogle(deps, authCode, caller.address);
      if ('refusal' in asked) return asked.refusal;
      return signInReply(await signInWithGoogle(deps, asked.identity, device, toDate(clock.nowMs())));
    }
    const admission = {
      mobile: phone.mobile,
      code: phone.captcha,
      now: toDate(clock.nowMs()),
      today: calendar.today(),
      channelCode: (body.appChannelCode || caller.appChannelCode).replaceAll(/\p{Cc}/gu, ''),
      operator: deps.operatorOfMobile(phone.mobile),
    };
    if (authCode === undefined) return signInReply(await signIn(deps, admission, device));
    const asked = await askGoogle(deps, authCode, caller.address);
    if ('refusal' in asked) return asked.refusal;
    const google = { identity: asked.identity, accessToken: authCode };
    return signInReply(await linkGoogle(deps, admission, device, google));
  });

  serve(server, 'logout', async ({ body }, { borrowerId, token }) => {
    await endSession(db, sealing, { borrowerId, token, everywhere: body.everywhere });
    return done(null);
  });

  serve(server, 'getUserInfo', async (_input, { borrowerId, appChannelCode, session }) => {
    const [borrower, limits, profile] = await Promise.all([
      findBorrower(db, sealing, borrowerId, calendar.today()),
      deps.limits(borrowerId, appChannelCode),
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
      ...profile,
      isNewDevice: !session.isTrusted,
    };
    return done(info);
  });
}

function signInReply(signedIn: SignIn | LinkRefusal | { kind: 'not_linked' }): Reply<Answer<'mobileLogin'>> {
  switch (signedIn.kind) {
    case 'signed_in':
      return done({
        token: signedIn.token,
        id: signedIn.borrowerId,
        appRedirectStatus: signedIn.isNew ? 1 : 0,
        isNewDevice: !signedIn.isTrusted,
      });
    case 'wrong_code':
      return refuseCode(signedIn.tried);
    case 'not_linked':
      return refused(409, 'This Google account is not linked to a mobile number yet. Please link yours.');
    case 'linked_elsewhere':
      return refused(
        409,
        'This Google account is linked to another mobile number. Please log in with that one.',
      );
    case 'token_used':
      return refused(409, 'This Google sign-in was already used. Please continue with Google again.');
  }
}
