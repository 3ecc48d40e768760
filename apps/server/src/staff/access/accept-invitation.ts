import { toDate } from '../../platform/clock.ts';
import type { StaffCaller } from '../../platform/serve-staff.ts';
import { digestOf } from './cookies.ts';
import {
  acceptInvitation,
  addPassword,
  findInvitation,
  type Invitation,
  keepEntered,
} from './invitations.ts';
import { addPasskey, readNewPasskey, registrationOptions } from './passkeys.ts';
import { hashPassword } from './password.ts';
import { type SignIn, type SignInDeps, signIn } from './sign-in.ts';
import { newTotpSecret, stepOfCode, totpForApp } from './totp.ts';

export type InvitationRefusal = { kind: 'no_invitation' | 'wrong_code' | 'wrong_passkey' | 'begin_again' };

type Refused = { ok: false; refusal: InvitationRefusal };
type Answered<Value> = { ok: true; value: Value } | Refused;

const refuse = (kind: InvitationRefusal['kind']): Refused => ({ ok: false, refusal: { kind } });

/** The invitation of a link that was not used and has not ended. */
export async function openInvitation(deps: SignInDeps, token: string): Promise<Answered<Invitation>> {
  const found = await findInvitation(deps.db, { tokenDigest: digestOf(token), now: nowOf(deps) });
  return found ? { ok: true, value: found } : refuse('no_invitation');
}

/** Keeps the password and makes the secret of the authenticator app. Both count once the first code is right. */
export async function enterNewPassword(
  deps: SignInDeps,
  { token, password }: { token: string; password: string },
): Promise<Answered<{ secret: string; uri: string; squares: string[] }>> {
  const opened = await openInvitation(deps, token);
  if (!opened.ok) return opened;
  const { staffId, userName } = opened.value;
  const secret = newTotpSecret(deps.random);
  await keepEntered(deps.db, {
    staffId,
    passwordHash: await hashPassword(deps.random, password),
    totpSecretSealed: deps.sealing.seal('staff_invitation.totp_secret_sealed', { staff_id: staffId }, secret),
    challenge: null,
  });
  return { ok: true, value: totpForApp(secret, { issuer: deps.lenderName, userName }) };
}

/** The first code shows that the app has the secret. Uses the link up and signs in. */
export async function confirmNewPassword(
  deps: SignInDeps,
  caller: StaffCaller,
  { token, code }: { token: string; code: string },
): Promise<Answered<SignIn>> {
  const opened = await openInvitation(deps, token);
  if (!opened.ok) return opened;
  const { staffId, passwordHash, totpSecretSealed } = opened.value;
  if (passwordHash === null || totpSecretSealed === null) return refuse('begin_again');
  const place = { staff_id: staffId };
  const secret = deps.sealing.open('staff_invitation.totp_secret_sealed', place, totpSecretSealed);
  const step = stepOfCode(secret, code, deps.clock.nowMs());
  if (step === undefined) return refuse('wrong_code');
  const now = nowOf(deps);
  const isTaken = await acceptInvitation(deps.db, { tokenDigest: digestOf(token), now }, (transaction) =>
    addPassword(transaction, {
      staffId,
      passwordHash,
      totpSecretSealed: deps.sealing.seal('staff_password.totp_secret_sealed', place, secret),
      step,
      now,
    }),
  );
  if (!isTaken) return refuse('no_invitation');
  return { ok: true, value: await signIn(deps, caller, staffId) };
}

/** What the browser needs to make a passkey for the person of the link. */
export async function beginNewPasskey(
  deps: SignInDeps,
  { token }: { token: string },
): Promise<Answered<object>> {
  const opened = await openInvitation(deps, token);
  if (!opened.ok) return opened;
  const options = await registrationOptions(deps, { person: opened.value, known: [] });
  await keepEntered(deps.db, {
    staffId: opened.value.staffId,
    passwordHash: null,
    totpSecretSealed: null,
    challenge: options.challenge,
  });
  return { ok: true, value: options };
}

/** Uses the link up with a passkey and signs in. The account has no password then. */
export async function confirmNewPasskey(
  deps: SignInDeps,
  caller: StaffCaller,
  { token, response }: { token: string; response: object },
): Promise<Answered<SignIn>> {
  const opened = await openInvitation(deps, token);
  if (!opened.ok) return opened;
  const { staffId, challenge } = opened.value;
  if (challenge === null) return refuse('begin_again');
  const passkey = await readNewPasskey(deps, { response, challenge });
  if (!passkey) return refuse('wrong_passkey');
  const now = nowOf(deps);
  const name = deps.browserNameOf(caller.userAgent);
  const isTaken = await acceptInvitation(
    deps.db,
    { tokenDigest: digestOf(token), now },
    async (transaction) => {
      await addPasskey(transaction, { ...passkey, staffId, name, now });
    },
  );
  if (!isTaken) return refuse('no_invitation');
  return { ok: true, value: await signIn(deps, caller, staffId) };
}

function nowOf({ clock }: SignInDeps): Date {
  return toDate(clock.nowMs());
}
