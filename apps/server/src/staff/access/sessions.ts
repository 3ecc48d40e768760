import { permissionsOf, ROLES } from '@thumba/contract/staff/roles';
import { type Database, statement } from '../../platform/database.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';
import { digestOf } from './cookies.ts';

const IDLE_MINUTES = 15;
const SESSION_HOURS = 12;
/** How long signing in may take from the first step to the last. */
const SIGN_IN_MINUTES = 5;

export type SessionStep = 'passkey' | 'code' | 'signed_in';

export type StaffSession = {
  sessionId: string;
  step: SessionStep;
  staffId: number | null;
  challenge: string | null;
  startedAt: Date;
  idleEndsAt: Date;
  endsAt: Date;
};

type SessionRow = {
  session_id: string;
  step: SessionStep;
  staff_id: number | null;
  challenge: string | null;
  started_at: Date;
  idle_ends_at: Date;
  ends_at: Date;
};

const SESSION_COLUMNS = 'session_id, step, staff_id, challenge, started_at, idle_ends_at, ends_at';

const openSessionStatement = statement<
  SessionRow,
  {
    digest: Buffer;
    earlierDigest: Buffer | null;
    staffId: number | null;
    step: SessionStep;
    challenge: string | null;
    browser: string;
    now: Date;
  }
>(
  'staff access: open a session',
  `with replaced as (delete from staff_session where token_digest = $earlierDigest::bytea)
   insert into staff_session (token_digest, staff_id, step, challenge, browser, started_at, used_at, idle_ends_at, ends_at)
   values ($digest, $staffId, $step, $challenge, $browser, $now::timestamptz, $now::timestamptz,
     $now::timestamptz + case when $step::text = 'signed_in' then interval '${IDLE_MINUTES} minutes' else interval '${SIGN_IN_MINUTES} minutes' end,
     $now::timestamptz + case when $step::text = 'signed_in' then interval '${SESSION_HOURS} hours' else interval '${SIGN_IN_MINUTES} minutes' end)
   returning ${SESSION_COLUMNS}`,
);

/** Opens a session, in place of the one that the browser had. A new token for each step. */
export async function openSession(
  db: Database,
  session: {
    token: string;
    earlierToken: string | undefined;
    staffId: number | null;
    step: SessionStep;
    challenge?: string;
    browser: string;
    now: Date;
  },
): Promise<StaffSession> {
  const { token, earlierToken, challenge = null, ...values } = session;
  const row = await db.row(openSessionStatement, {
    ...values,
    challenge,
    digest: digestOf(token),
    earlierDigest: earlierToken === undefined ? null : digestOf(earlierToken),
  });
  return sessionOf(row!);
}

const findSessionStatement = statement<SessionRow, { digest: Buffer; now: Date }>(
  'staff access: find a session',
  `select ${SESSION_COLUMNS} from staff_session
   where token_digest = $digest and idle_ends_at > $now::timestamptz and ends_at > $now::timestamptz`,
);

export async function findSession(db: Database, token: string, now: Date): Promise<StaffSession | undefined> {
  const row = await db.row(findSessionStatement, { digest: digestOf(token), now });
  return row && sessionOf(row);
}

type PersonRow = {
  staff_id: number;
  user_name: string;
  name: string;
  roles: string[];
  session_id: string;
  started_at: Date;
  ends_at: Date;
  idle_ends_at: Date;
};

const PERSON_COLUMNS = `m.staff_id, m.user_name, m.name,
  array(select role from staff_role r where r.staff_id = m.staff_id) as roles`;

/** A use by a person moves the end of an idle session. One of a timer does not. */
const useSessionStatement = statement<PersonRow, { digest: Buffer; isTimer: boolean; now: Date }>(
  'staff access: use a session',
  `with used as (
     update staff_session set used_at = $now::timestamptz,
       idle_ends_at = least($now::timestamptz + interval '${IDLE_MINUTES} minutes', ends_at)
     where token_digest = $digest and step = 'signed_in' and idle_ends_at > $now::timestamptz
       and ends_at > $now::timestamptz and not $isTimer::boolean
     returning session_id, staff_id, started_at, ends_at, idle_ends_at),
   looked_at as (
     select session_id, staff_id, started_at, ends_at, idle_ends_at from staff_session
     where token_digest = $digest and step = 'signed_in' and idle_ends_at > $now::timestamptz
       and ends_at > $now::timestamptz and $isTimer::boolean)
   select ${PERSON_COLUMNS}, s.session_id, s.started_at, s.ends_at, s.idle_ends_at
   from (select * from used union all select * from looked_at) s
   join staff_member m using (staff_id) where m.state = 'active'`,
);

export type SignedInPerson = StaffPerson & { signedInAt: Date; endsAt: Date; idleEndsAt: Date };

/** The person of a session that is signed in. */
export async function personOfSession(
  db: Database,
  { token, isTimer, now }: { token: string; isTimer: boolean; now: Date },
): Promise<SignedInPerson | undefined> {
  const row = await db.row(useSessionStatement, { digest: digestOf(token), isTimer, now });
  if (!row) return undefined;
  const roles = ROLES.filter((role) => row.roles.includes(role));
  return {
    staffId: row.staff_id,
    userName: row.user_name,
    name: row.name,
    roles,
    permissions: permissionsOf(roles),
    sessionId: row.session_id,
    signedInAt: row.started_at,
    endsAt: row.ends_at,
    idleEndsAt: row.idle_ends_at,
  };
}

const endSessionStatement = statement<never, { digest: Buffer }>(
  'staff access: end a session',
  'delete from staff_session where token_digest = $digest',
);

export async function endSession(db: Database, token: string): Promise<void> {
  await db.row(endSessionStatement, { digest: digestOf(token) });
}

const endOtherStatement = statement<{ session_id: string }, { staffId: number; sessionId: string }>(
  'staff access: end a session of a person',
  'delete from staff_session where staff_id = $staffId and session_id::text = $sessionId returning session_id',
);

/** False where the person has no such session. */
export async function endSessionOf(db: Database, staffId: number, sessionId: string): Promise<boolean> {
  return (await db.row(endOtherStatement, { staffId, sessionId })) !== undefined;
}

const endAllStatement = statement<{ session_id: string }, { staffId: number; exceptId: string }>(
  'staff access: end the sessions of a person',
  `delete from staff_session where staff_id = $staffId and session_id::text <> $exceptId returning session_id`,
);

/** Ends all sessions of a person but one. Answers how many. */
export async function endSessionsOf(db: Database, staffId: number, exceptId = ''): Promise<number> {
  return (await db.rows(endAllStatement, { staffId, exceptId })).length;
}

export type ListedSession = { sessionId: string; browser: string; startedAt: Date; usedAt: Date };

const listSessionsStatement = statement<
  { session_id: string; browser: string; started_at: Date; used_at: Date },
  { staffId: number; now: Date }
>(
  'staff access: list sessions',
  `select session_id, browser, started_at, used_at from staff_session
   where staff_id = $staffId and step = 'signed_in' and idle_ends_at > $now::timestamptz and ends_at > $now::timestamptz
   order by started_at desc`,
);

export async function listSessions(db: Database, staffId: number, now: Date): Promise<ListedSession[]> {
  const rows = await db.rows(listSessionsStatement, { staffId, now });
  return rows.map((row) => ({
    sessionId: row.session_id,
    browser: row.browser,
    startedAt: row.started_at,
    usedAt: row.used_at,
  }));
}

const purgeStatement = statement<never, { now: Date }>(
  'staff access: purge ended sessions',
  'delete from staff_session where ends_at <= $now::timestamptz or idle_ends_at <= $now::timestamptz',
);

export async function purgeStaffSessions(db: Database, now: Date): Promise<void> {
  await db.rows(purgeStatement, { now });
}

function sessionOf(row: SessionRow): StaffSession {
  return {
    sessionId: row.session_id,
    step: row.step,
    staffId: row.staff_id,
    challenge: row.challenge,
    startedAt: row.started_at,
    idleEndsAt: row.idle_ends_at,
    endsAt: row.ends_at,
  };
}

const keepChallengeStatement = statement<never, { sessionId: string; challenge: string }>(
  'staff access: keep a challenge',
  'update staff_session set challenge = $challenge where session_id::text = $sessionId',
);

/** The challenge of a further passkey waits in the session of the person. */
export async function keepChallenge(db: Database, sessionId: string, challenge: string): Promise<void> {
  await db.row(keepChallengeStatement, { sessionId, challenge });
}

const takeChallengeStatement = statement<{ challenge: string }, { sessionId: string }>(
  'staff access: take a challenge',
  `with asked as (select session_id, challenge from staff_session where session_id::text = $sessionId
     and challenge is not null for update)
   update staff_session s set challenge = null from asked where s.session_id = asked.session_id
   returning asked.challenge`,
);

/** A challenge counts once. */
export async function takeChallenge(db: Database, sessionId: string): Promise<string | undefined> {
  return (await db.row(takeChallengeStatement, { sessionId }))?.challenge;
}
