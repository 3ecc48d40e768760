import { toDate } from '../../platform/clock.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type SignedInCaller, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { tryLater } from '../../platform/try-later.ts';
import { countGuesses, forgetGuesses, type Lane } from './guesses.ts';
import { findPassword, setPassword } from './members.ts';
import { addPasskey, listPasskeys, readNewPasskey, registrationOptions, removePasskey } from './passkeys.ts';
import { hashPassword, isPassword } from './password.ts';
import { declareRelation, listRelations } from './relations.ts';
import type { AccessDeps } from './routes.ts';
import { endSessionOf, endSessionsOf, keepChallenge, listSessions, takeChallenge } from './sessions.ts';

/** The calls of a person about their own account. */
export function registerAccountRoutes(server: StaffServer, deps: AccessDeps): void {
  const { db, clock } = deps;
  const now = () => toDate(clock.nowMs());

  serveStaff(server, 'ownAccount', async (_input, { person }) => {
    const { staffId, sessionId, userName } = person;
    const [password, sessions, passkeys, relations] = await Promise.all([
      findPassword(db, userName),
      listSessions(db, staffId, now()),
      listPasskeys(db, staffId),
      listRelations(deps, staffId),
    ]);
    return done({
      hasPassword: password !== undefined,
      sessions: sessions.map((session) => ({
        sessionId: session.sessionId,
        browser: session.browser,
        startedAt: session.startedAt.toISOString(),
        lastUsedAt: session.usedAt.toISOString(),
        isThisOne: session.sessionId === sessionId,
      })),
      passkeys: passkeys.map(({ passkeyId, name, addedAt, lastUsedAt }) => ({
        passkeyId,
        name,
        addedAt: addedAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      relations: relations.map(({ relation, mobile, declaredAt }) => ({
        relation,
        mobile,
        declaredAt: declaredAt.toISOString(),
      })),
    });
  });

  serveStaff(server, 'endOwnSession', async ({ params }, { person }) =>
    (await endSessionOf(db, person.staffId, params.sessionId)) ? done(null) : NOT_FOUND,
  );

  serveStaff(server, 'changeOwnPassword', ({ body }, caller) => changePassword(deps, caller, body));

  serveStaff(server, 'declareRelation', async ({ body }, { person }) => {
    await declareRelation(deps, { ...body, staffId: person.staffId, now: now() });
    return done(null);
  });

  registerPasskeyRoutes(server, deps);
}

function registerPasskeyRoutes(server: StaffServer, deps: AccessDeps): void {
  const { db, clock } = deps;

  serveStaff(server, 'passkeyOptions', async (_input, { person }) => {
    const known = (await listPasskeys(db, person.staffId)).map(({ passkeyId }) => passkeyId);
    const options = await registrationOptions(deps, { person, known });
    await keepChallenge(db, person.sessionId, options.challenge);
    return done({ options: { ...options } });
  });

  serveStaff(server, 'addPasskey', async ({ body }, { person }) => {
    const challenge = await takeChallenge(db, person.sessionId);
    const passkey =
      challenge === undefined
        ? undefined
        : await readNewPasskey(deps, { response: body.response, challenge });
    if (!passkey) {
      return refused(403, 'The passkey could not be made. Please try again.', { reason: 'wrong_passkey' });
    }
    const now = toDate(clock.nowMs());
    const isNew = await addPasskey(db, { ...passkey, staffId: person.staffId, name: body.name.trim(), now });
    return isNew ? done(null) : refused(409, 'This passkey is added already.', { reason: 'known_passkey' });
  });

  serveStaff(server, 'removePasskey', async ({ params }, { person }) =>
    (await removePasskey(db, person.staffId, params.passkeyId))
      ? done(null)
      : refused(409, 'This is the only way in that you have. Add another one first.', {
          reason: 'only_way_in',
        }),
  );
}

async function changePassword(
  deps: AccessDeps,
  { person }: SignedInCaller,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<Reply<null>> {
  const { db, clock, random } = deps;
  const { staffId, userName, sessionId } = person;
  const now = toDate(clock.nowMs());
  const lane: Lane = { subject: `${userName} session ${sessionId}`, uses: 5 };
  const retryAt = await countGuesses(db, { kind: 'staff_password', lanes: [lane], now });
  if (retryAt)
    return tryLater(
      'staff_guesses',
      (wait) => `Too many tries. Try again in ${wait}.`,
      retryAt,
      clock.nowMs(),
    );
  const stored = await findPassword(db, userName);
  if (!(await isPassword(stored?.passwordHash, password))) {
    const sentence = 'The password is wrong.';
    return refused(403, sentence, { reason: 'wrong_password', fields: { password: sentence } });
  }
  await setPassword(db, { staffId, passwordHash: await hashPassword(random, newPassword), now });
  await forgetGuesses(db, { kind: 'staff_password', lane });
  await endSessionsOf(db, staffId, sessionId);
  return done(null);
}
