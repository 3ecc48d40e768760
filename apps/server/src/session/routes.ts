import { randomUUID } from 'node:crypto';
import type { Answer } from '@thumba/contract/wire';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { refuseCode } from '../borrower/mobile-code.ts';
import { findBorrower } from '../borrower/queries.ts';
import type { Calendar } from '../platform/calendar.ts';
import { type Clock, toDate } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { done, refused } from '../platform/reply.ts';
import { maskMobile, type Sealing } from '../platform/sealing.ts';
import { type Server, serve } from '../platform/serve.ts';
import type { SmsGateway } from '../platform/sms.ts';
import { tryLater } from '../platform/try-later.ts';
import { endSession, type Randomness, sendCode, signIn } from './commands.ts';

export type SessionDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  calendar: Calendar;
  random: Randomness;
  sms: SmsGateway;
  log: Log;
  codesPerAddressPerHour: number;
  operatorOfMobile(mobile: string): OperatorName | undefined;
  limits(borrowerId: number): Promise<{ creditLimitNgwee: Ngwee; availableLimitNgwee: Ngwee }>;
  /** What authentication knows about a person that their own page shows. */
  profile(borrowerId: number): Promise<{ name?: string; email?: string; authStep: number }>;
};

export function registerSessionRoutes(server: Server, deps: SessionDeps): void {
  const { db, sealing, clock, calendar, log } = deps;

  serve(server, 'sendSmsCode', async ({ params }, { address }) => {
    const nowMs = clock.nowMs();
    const send = await sendCode(deps, {
      mobile: params.phone,
      address,
      sendsPerAddressPerHour: deps.codesPerAddressPerHour,
      now: toDate(nowMs),
    });
    switch (send.kind) {
      case 'issued':
        return done(null);
      case 'mobile_limit':
        return tryLater((wait) => `Please wait ${wait} before you ask for another code`, send.retryAt, nowMs);
      case 'address_limit':
        return tryLater(
          (wait) => `Too many codes were asked for from your network. Please wait ${wait}`,
          send.retryAt,
          nowMs,
        );
      case 'not_sent': {
        const reference = randomUUID().slice(0, 8);
        log.error({ err: send.error, reference }, 'a code could not be sent');
        return refused(
          500,
          `We could not send the SMS. Please try again in a moment. Reference ${reference}`,
        );
      }
    }
  });

  serve(server, 'mobileLogin', async ({ body }, caller) => {
    const signedIn = await signIn(deps, {
      mobile: body.mobile,
      code: body.captcha,
      now: toDate(clock.nowMs()),
      today: calendar.today(),
      channelCode: (body.appChannelCode || caller.appChannelCode).replaceAll(/\p{Cc}/gu, ''),
      operator: deps.operatorOfMobile(body.mobile),
    });
    if (signedIn.kind === 'wrong_code') return refuseCode(signedIn.tried);
    return done({
      token: signedIn.token,
      id: signedIn.borrowerId,
      appRedirectStatus: signedIn.isNew ? (1 as const) : (0 as const),
    });
  });

  serve(server, 'logout', async ({ body }, { borrowerId, token }) => {
    await endSession(db, sealing, { borrowerId, token, everywhere: body.everywhere });
    return done(null);
  });

  serve(server, 'getUserInfo', async (_input, { borrowerId }) => {
    const [borrower, limits, profile] = await Promise.all([
      findBorrower(db, sealing, borrowerId),
      deps.limits(borrowerId),
      deps.profile(borrowerId),
    ]);
    const info: Answer<'getUserInfo'> = {
      userId: borrowerId,
      mobile: maskMobile(borrower.mobile),
      creditLimit: toKwacha(limits.creditLimitNgwee),
      availableLimit: toKwacha(limits.availableLimitNgwee),
      couponCount: 0,
      walletBalance: toKwacha(borrower.walletNgwee),
      registeredAt: borrower.registeredAt.toISOString(),
      ...profile,
    };
    return done(info);
  });
}
