import { hash } from 'node:crypto';
import { SIGNATURE_TOLERANCE_MS } from '@thumba/contract/envelope';
import { createBatchLine } from '../../platform/batch-line.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import { type Reply, refused, refusedAlways } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Authenticate, CallerSession, SignedRequest } from '../../platform/serve.ts';
import { sha256Of } from '../../platform/text-hash.ts';
import { SESSION_LASTS } from './commands.ts';
import { sessionWords } from './session-words.ts';

const MAX_BATCH_SIZE = 64;
const LANES = 2;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const NO_TOKEN = refusedAlways(401, () => sessionWords.logInAgain, { cause: 'no_session' });
const SESSION_ENDED = refusedAlways(401, () => sessionWords.logInAgain, { cause: 'session_ended' });
const WRONG_SIGNATURE = refusedAlways(400, () => sessionWords.wrongSignature, {
  cause: 'request_not_signed',
});
const ALREADY_RECEIVED = refusedAlways(400, () => sessionWords.repeated, { cause: 'request_repeated' });

/** The hashes of the token are under each live key. */
type Arrival = { tokenHashes: Buffer[]; requestHash: Buffer; mayBeSeen: boolean };
type Admitted = { borrowerId: number; session: CallerSession; isFirstTime: boolean };

/**
 * Authenticates a batch of requests: finds the borrowers of their tokens, extends each session at most once a day, and
 * keeps each request so that it is not accepted twice. A session that another process has locked is extended by that
 * one. The sub-selects hide the lengths of the arrays, because PostgreSQL would make a new plan for each length.
 */
const admitStatement = statement<
  {
    place: number;
    borrower_id: number;
    session_id: string;
    is_trusted: boolean;
    created_at: Date;
    is_first_time: boolean;
  },
  { tokenHashes: Buffer[]; places: number[]; requestHashes: Buffer[]; mayBeSeen: boolean[]; now: Date }
>(
  'session: admit requests',
  `with arrival as (
     select * from unnest(
       (select $tokenHashes::bytea[]), (select $places::integer[]), (select $requestHashes::bytea[]),
       (select $mayBeSeen::boolean[])
     ) as arrival (token_hash, place, request_hash, may_be_seen)
   ),
   authenticated as (
     select arrival.place, arrival.request_hash, arrival.may_be_seen, session.borrower_id,
       session.session_id, session.trusted_at is not null as is_trusted, session.created_at
     from arrival join session using (token_hash)
     where session.expires_at > $now::timestamptz
   ),
   extended_sessions as (
     update session set expires_at = least($now::timestamptz + ${SESSION_LASTS}, ends_at), used_at = $now::timestamptz
     where token_hash in (
       select token_hash from session
       where token_hash = any ($tokenHashes) and expires_at > $now::timestamptz
         and used_at <= $now::timestamptz - interval '24 hours'
       for update skip locked
     )
   ),
   first_seen as (
     insert into request_seen (request_hash, seen_at)
     select request_hash, $now::timestamptz from authenticated where may_be_seen order by request_hash
     on conflict do nothing
     returning request_hash
   )
   select a.place, a.borrower_id, a.session_id, a.is_trusted, a.created_at,
     first_seen.request_hash is not null as is_first_time
   from authenticated a left join first_seen using (request_hash)`,
);

export function createAuthenticate(deps: { db: Database; sealing: Sealing; clock: Clock }): Authenticate {
  const { db, sealing, clock } = deps;

  const line = createBatchLine<Arrival, Admitted | undefined>({
    maxSize: MAX_BATCH_SIZE,
    lanes: LANES,
    // Equal requests go into different batches, so that the second finds the row of the first.
    keyOf: (arrival) => arrival.requestHash.toString('latin1'),
    async run(arrivals) {
      const tokens = arrivals.flatMap((arrival, place) =>
        arrival.tokenHashes.map((tokenHash) => ({ ...arrival, tokenHash, place })),
      );
      const rows = await db.rows(admitStatement, {
        tokenHashes: tokens.map((token) => token.tokenHash),
        places: tokens.map((token) => token.place),
        requestHashes: tokens.map((token) => token.requestHash),
        mayBeSeen: tokens.map((token) => token.mayBeSeen),
        now: toDate(clock.nowMs()),
      });
      const answers = arrivals.map((): Admitted | undefined => undefined);
      for (const row of rows) {
        answers[row.place] = {
          borrowerId: row.borrower_id,
          session: { sessionId: row.session_id, isTrusted: row.is_trusted, startedAt: row.created_at },
          isFirstTime: row.is_first_time,
        };
      }
      return answers;
    },
  });

  return async (request) => {
    if (!TOKEN.test(request.token)) return { refusal: NO_TOKEN };
    const flaw = flawOf(request, clock.nowMs());
    const admitted = await line.push({
      tokenHashes: sealing.lookupHashes('token', request.token),
      requestHash: hashOf(request),
      mayBeSeen: flaw === undefined,
    });
    if (!admitted) return { refusal: SESSION_ENDED };
    if (flaw) return { refusal: flaw };
    if (!admitted.isFirstTime) return { refusal: ALREADY_RECEIVED };
    return { borrowerId: admitted.borrowerId, session: admitted.session };
  };
}

function flawOf({ uid, nonce, timestamp, sign }: SignedRequest, nowMs: number): Reply<never> | undefined {
  const isBounded = /^.{1,100}$/.test(uid) && /^.{1,32}$/.test(nonce) && /^\d{1,15}$/.test(timestamp);
  // What `signature` of the contract gives, which has to do it without Node.
  if (!isBounded || sign.toLowerCase() !== hash('md5', uid + nonce + timestamp)) return WRONG_SIGNATURE;
  if (Math.abs(Number(timestamp) - nowMs) <= SIGNATURE_TOLERANCE_MS) return undefined;
  return refused(400, sessionWords.wrongClock, { serverTime: nowMs });
}

/** JSON separates the parts, so that moving a digit from one part to the next gives another hash. */
function hashOf({ uid, nonce, timestamp }: SignedRequest): Buffer {
  return sha256Of(JSON.stringify([uid, nonce, timestamp]));
}

const purgeSeenRequestsStatement = purgeStatement<{ now: Date }>('session: purge seen requests', {
  table: 'request_seen',
  endedAt: 'seen_at',
  isOver: `seen_at < $now::timestamptz - interval '20 minutes'`,
});

/** After twenty minutes a repeated request is refused because of its timestamp. */
export async function purgeSeenRequests(db: Database, now: Date): Promise<void> {
  await purge(db, purgeSeenRequestsStatement, { now });
}
