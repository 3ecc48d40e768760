import type { SignInCallName } from '@thumba/contract/staff/calls';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { staffActor } from '../../book/actor.ts';
import { writeAuditEntry } from '../../book/staff-audit/staff-audit.ts';
import { toDate } from '../../platform/clock.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffCaller, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { tryLater } from '../../platform/try-later.ts';
import {
  beginNewPasskey,
  confirmNewPasskey,
  confirmNewPassword,
  enterNewPassword,
  type InvitationRefusal,
  openInvitation,
} from './accept-invitation.ts';
import { sessionTokenIn } from './cookies.ts';
import { findMember } from './members.ts';
import { endSession, findSession, personOfSession } from './sessions.ts';
import {
  beginPasskey,
  enterCode,
  enterPasskey,
  enterPassword,
  forgetSession,
  type SignInDeps,
  type SignInOutcome,
  type SignInRefusal,
} from './sign-in.ts';

export type AccessDeps = SignInDeps & { isDemo: boolean; today(): string };

type Session = StaffAnswer<'staffSession'>;

/** The calls of a person who is not signed in yet. */
export function registerAccessRoutes(server: StaffServer, deps: AccessDeps): void {
  serveStaff(server, 'staffSession', async (_input, caller) => done(await readSession(deps, caller)));

  serveStaff(server, 'staffPassword', async ({ body }, caller) => {
    const entered = await enterPassword(deps, caller, body);
    return entered.ok ? done(sessionAt(deps, 'code')) : refusedSignIn(deps, entered.refusal);
  });

  serveStaff(server, 'staffCode', async ({ body }, caller) =>
    answerSignIn(deps, caller, 'staffCode', await enterCode(deps, caller, body)),
  );

  serveStaff(server, 'passkeySignInOptions', async (_input, caller) => {
    const begun = await beginPasskey(deps, caller);
    return begun.ok ? done({ options: { ...begun.value } }) : refusedSignIn(deps, begun.refusal);
  });

  serveStaff(server, 'passkeySignIn', async ({ body }, caller) =>
    answerSignIn(deps, caller, 'passkeySignIn', await enterPasskey(deps, caller, body)),
  );

  serveStaff(server, 'staffSignOut', async (_input, caller) => {
    const token = sessionTokenIn(caller.cookies);
    if (token !== undefined) {
      const person = await personOfSession(deps.db, {
        token,
        isTimer: true,
        now: toDate(deps.clock.nowMs()),
      });
      await endSession(deps.db, token);
      if (person) await auditSignIn(deps, caller, 'staffSignOut', person.staffId);
    }
    forgetSession(caller);
    return done(null);
  });

  registerInvitationRoutes(server, deps);
}

function registerInvitationRoutes(server: StaffServer, deps: AccessDeps): void {
  serveStaff(server, 'openInvitation', async ({ body }) => {
    const opened = await openInvitation(deps, body.token);
    if (!opened.ok) return refusedInvitation(opened.refusal);
    const { userName, name, endsAt } = opened.value;
    return done({ userName, name, endsAt: endsAt.toISOString() });
  });

  serveStaff(server, 'acceptWithPassword', async ({ body }) => {
    const entered = await enterNewPassword(deps, body);
    return entered.ok ? done(entered.value) : refusedInvitation(entered.refusal);
  });

  serveStaff(server, 'confirmInvitation', async ({ body }, caller) => {
    const confirmed = await confirmNewPassword(deps, caller, body);
    if (!confirmed.ok) return refusedInvitation(confirmed.refusal);
    return answerSignIn(deps, caller, 'confirmInvitation', confirmed);
  });

  serveStaff(server, 'passkeyInvitationOptions', async ({ body }) => {
    const begun = await beginNewPasskey(deps, body);
    return begun.ok ? done({ options: { ...begun.value } }) : refusedInvitation(begun.refusal);
  });

  serveStaff(server, 'acceptWithPasskey', async ({ body }, caller) => {
    const confirmed = await confirmNewPasskey(deps, caller, body);
    if (!confirmed.ok) return refusedInvitation(confirmed.refusal);
    return answerSignIn(deps, caller, 'acceptWithPasskey', confirmed);
  });
}

async function answerSignIn(
  deps: AccessDeps,
  caller: StaffCaller,
  call: SignInCallName,
  outcome: SignInOutcome,
): Promise<Reply<Session>> {
  if (!outcome.ok) return refusedSignIn(deps, outcome.refusal);
  const { staffId, sessionToken } = outcome.value;
  await auditSignIn(deps, caller, call, staffId);
  return done(await sessionOf(deps, sessionToken));
}

/** Who signed in or out, and when. A refused guess is in the security log. */
async function auditSignIn(
  { db, clock }: AccessDeps,
  { reference }: StaffCaller,
  call: SignInCallName,
  staffId: number,
): Promise<void> {
  const member = await findMember(db, staffId);
  await writeAuditEntry(db, {
    at: toDate(clock.nowMs()),
    actor: staffActor(member!.userName),
    staffId,
    call,
    outcome: 'done',
    borrowerId: null,
    subjectKind: null,
    subjectId: null,
    reference,
    detail: {},
  });
}

async function readSession(deps: AccessDeps, caller: StaffCaller): Promise<Session> {
  const token = sessionTokenIn(caller.cookies);
  return token === undefined ? sessionAt(deps, 'signed_out') : sessionOf(deps, token, caller.isTimer);
}

async function sessionOf(deps: AccessDeps, token: string, isTimer = true): Promise<Session> {
  const now = toDate(deps.clock.nowMs());
  const person = await personOfSession(deps.db, { token, isTimer, now });
  if (!person) {
    const session = await findSession(deps.db, token, now);
    return sessionAt(deps, session?.step === 'code' ? 'code' : 'signed_out');
  }
  const { staffId, userName, name, roles, permissions, signedInAt, endsAt, idleEndsAt } = person;
  return {
    ...sessionAt(deps, 'signed_in'),
    person: {
      staffId,
      userName,
      name,
      roles: [...roles],
      permissions: [...permissions],
      signedInAt: signedInAt.toISOString(),
      endsAt: endsAt.toISOString(),
      idleEndsAt: idleEndsAt.toISOString(),
    },
  };
}

function sessionAt({ lenderName, isDemo, today }: AccessDeps, step: Session['step']): Session {
  return { step, person: null, lenderName, isDemo, businessDate: today() };
}

function refusedSignIn({ clock }: AccessDeps, refusal: SignInRefusal): Reply<never> {
  switch (refusal.kind) {
    case 'too_many_guesses':
      return tryLater(
        'staff_guesses',
        (wait) => `Too many tries. Try again in ${wait}, or sign in with a passkey.`,
        refusal.retryAt,
        clock.nowMs(),
      );
    case 'too_many_passkeys':
      return tryLater(
        'staff_guesses',
        (wait) =>
          `Too many tries with a passkey from your network. Try again in ${wait}, or use your password.`,
        refusal.retryAt,
        clock.nowMs(),
      );
    case 'wrong_password':
      return refused(403, 'The user name or the password is wrong.', { reason: refusal.kind });
    case 'wrong_code':
      return refused(403, 'This code is wrong or was used already. Wait for the next one.', {
        reason: refusal.kind,
      });
    case 'wrong_passkey':
      return refused(403, 'This passkey does not belong to an account here.', { reason: refusal.kind });
    case 'begin_again':
      return refused(409, 'Signing in took too long. Please begin again.', { reason: refusal.kind });
  }
}

function refusedInvitation({ kind }: InvitationRefusal): Reply<never> {
  switch (kind) {
    case 'no_invitation':
      return refused(404, 'This link was used or has ended. Ask for a new one.', { reason: kind });
    case 'wrong_code':
      return refused(403, 'This code is wrong. Enter the one that the app shows now.', { reason: kind });
    case 'wrong_passkey':
      return refused(403, 'The passkey could not be made. Please try again.', { reason: kind });
    case 'begin_again':
      return refused(409, 'Please begin again with the link.', { reason: kind });
  }
}
