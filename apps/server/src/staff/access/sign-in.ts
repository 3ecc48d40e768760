import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { StaffCaller } from '../../platform/serve-staff.ts';
import {
  browserCookie,
  browserTokenIn,
  digestOf,
  endedSessionCookie,
  sessionCookie,
  sessionTokenIn,
} from './cookies.ts';
import { countGuesses, forgetGuesses, type Lane, lanesOf, passkeyLaneOf } from './guesses.ts';
import { findPassword, findSecret, isKnownBrowser, knowBrowser, useCode } from './members.ts';
import { type PasskeyPlace, signInOptions, staffOfPasskey } from './passkeys.ts';
import { isPassword } from './password.ts';
import { findSession, openSession, type SessionStep } from './sessions.ts';
import { stepOfCode } from './totp.ts';

export type SignInDeps = PasskeyPlace & {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  random: Randomness;
  /** The network of an address, as guesses are counted. */
  networkOf(address: string): string;
  /** What a browser is called in a list of sessions. */
  browserNameOf(userAgent: string): string;
};

export type SignInRefusal =
  | { kind: 'too_many_guesses' | 'too_many_passkeys'; retryAt: Date }
  | { kind: 'wrong_password' }
  | { kind: 'wrong_code' }
  | { kind: 'wrong_passkey' }
  /** The first step is missing, or was more than five minutes ago. */
  | { kind: 'begin_again' };

/** The session that was opened; before the person is known, of staff number 0. */
export type SignIn = { staffId: number; sessionToken: string };
export type SignInOutcome = { ok: true; value: SignIn } | { ok: false; refusal: SignInRefusal };

const refuse = (refusal: SignInRefusal): SignInOutcome => ({ ok: false, refusal });

/** The first step: name and password. A name without an account, and an account without a password, answer the same. */
export async function enterPassword(
  deps: SignInDeps,
  caller: StaffCaller,
  { userName, password }: { userName: string; password: string },
): Promise<SignInOutcome> {
  const { db, clock } = deps;
  const now = toDate(clock.nowMs());
  const lanes = await lanesFor(deps, caller, userName);
  const retryAt = await countGuesses(db, { kind: 'staff_password', lanes, now });
  if (retryAt) return refuse({ kind: 'too_many_guesses', retryAt });
  const stored = await findPassword(db, userName);
  if (!(await isPassword(stored?.passwordHash, password)) || !stored)
    return refuse({ kind: 'wrong_password' });
  await forgetGuesses(db, { kind: 'staff_password', lane: lanes[0]! });
  return { ok: true, value: await openStep(deps, caller, { staffId: stored.staffId, step: 'code' }) };
}

/** The second step: a code of the authenticator app, which counts once. */
export async function enterCode(
  deps: SignInDeps,
  caller: StaffCaller,
  { code }: { code: string },
): Promise<SignInOutcome> {
  const { db, clock, sealing } = deps;
  const now = toDate(clock.nowMs());
  const token = sessionTokenIn(caller.cookies);
  const session = token === undefined ? undefined : await findSession(db, token, now);
  if (session?.step !== 'code' || session.staffId === null) return refuse({ kind: 'begin_again' });
  const { staffId } = session;
  const member = await findSecret(db, staffId);
  if (!member) return refuse({ kind: 'begin_again' });
  const lanes = await lanesFor(deps, caller, member.userName);
  const retryAt = await countGuesses(db, { kind: 'staff_code', lanes, now });
  if (retryAt) return refuse({ kind: 'too_many_guesses', retryAt });
  const place = { staff_id: staffId };
  const secret = sealing.open('staff_password.totp_secret_sealed', place, member.totpSecretSealed);
  const step = stepOfCode(secret, code, clock.nowMs());
  if (step === undefined || !(await useCode(db, staffId, step))) return refuse({ kind: 'wrong_code' });
  await forgetGuesses(db, { kind: 'staff_code', lane: lanes[0]! });
  return { ok: true, value: await signIn(deps, caller, staffId) };
}

/** What the browser needs for a passkey. The challenge waits in a session of its own. */
export async function beginPasskey(
  deps: SignInDeps,
  caller: StaffCaller,
): Promise<{ ok: true; value: object } | { ok: false; refusal: SignInRefusal }> {
  const { db, clock, networkOf } = deps;
  const lanes = [passkeyLaneOf(networkOf(caller.address))];
  const retryAt = await countGuesses(db, { kind: 'staff_passkey', lanes, now: toDate(clock.nowMs()) });
  if (retryAt) return { ok: false, refusal: { kind: 'too_many_passkeys', retryAt } };
  const options = await signInOptions(deps);
  await openStep(deps, caller, { staffId: null, step: 'passkey', challenge: options.challenge });
  return { ok: true, value: options };
}

/** A passkey is two factors in one: the authenticator, and what it asks of the person. */
export async function enterPasskey(
  deps: SignInDeps,
  caller: StaffCaller,
  { response }: { response: { id: string } },
): Promise<SignInOutcome> {
  const { db, clock } = deps;
  const now = toDate(clock.nowMs());
  const token = sessionTokenIn(caller.cookies);
  const session = token === undefined ? undefined : await findSession(db, token, now);
  if (session?.step !== 'passkey' || session.challenge === null) return refuse({ kind: 'begin_again' });
  const staffId = await staffOfPasskey(db, deps, { response, challenge: session.challenge, now });
  if (staffId === undefined) return refuse({ kind: 'wrong_passkey' });
  return { ok: true, value: await signIn(deps, caller, staffId) };
}

/** Opens the session of a person who has shown all that is asked for, and knows their browser from now on. */
export async function signIn(deps: SignInDeps, caller: StaffCaller, staffId: number): Promise<SignIn> {
  const { db, clock, random } = deps;
  const signedIn = await openStep(deps, caller, { staffId, step: 'signed_in' });
  const browserToken = browserTokenIn(caller.cookies) ?? newToken(random);
  const now = toDate(clock.nowMs());
  await knowBrowser(db, { browserDigest: digestOf(browserToken), staffId, now });
  caller.setCookie(browserCookie(browserToken));
  return signedIn;
}

export function forgetSession(caller: StaffCaller): void {
  caller.setCookie(endedSessionCookie());
}

async function openStep(
  { db, clock, random, browserNameOf }: SignInDeps,
  caller: StaffCaller,
  step: { staffId: number | null; step: SessionStep; challenge?: string },
): Promise<SignIn> {
  const token = newToken(random);
  await openSession(db, {
    ...step,
    token,
    earlierToken: sessionTokenIn(caller.cookies),
    browser: browserNameOf(caller.userAgent),
    now: toDate(clock.nowMs()),
  });
  caller.setCookie(sessionCookie(token));
  return { staffId: step.staffId ?? 0, sessionToken: token };
}

async function lanesFor(
  { db, networkOf }: SignInDeps,
  { cookies, address }: StaffCaller,
  userName: string,
): Promise<Lane[]> {
  const token = browserTokenIn(cookies);
  const browserDigest = token === undefined ? undefined : digestOf(token);
  const isKnown = browserDigest !== undefined && (await isKnownBrowser(db, { browserDigest, userName }));
  return lanesOf(userName, {
    browserDigest: isKnown ? browserDigest!.toString('hex') : undefined,
    network: networkOf(address),
  });
}
