import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../platform/database.ts';
import { statement } from '../../platform/database.ts';
import { deleteUsesOf, insertUses, limitOfUsesEndsAt } from '../../platform/limit.ts';

/**
 * Guesses of passwords and codes are counted in lanes. A browser in which the person has signed in before has a lane of its
 * own. All other browsers share one, so a stranger can fill that one and no other: the person still signs in
 * where they always do, or with a passkey. Guesses from one network are counted too.
 */
export type Lane = { subject: string; uses: number };

const GUESSES_PER_LANE = 10;
const GUESSES_PER_NETWORK = 60;
/** A passkey cannot be guessed, but each try leaves a row. An office behind one address signs in far less often. */
const PASSKEYS_PER_NETWORK = 600;
const WINDOW = '1 hour';

type GuessKind = 'staff_password' | 'staff_code' | 'staff_passkey';

export function lanesOf(
  person: string,
  { browserDigest, network }: { browserDigest: string | undefined; network: string },
): Lane[] {
  const own = `${person} ${browserDigest === undefined ? 'unknown browsers' : `browser ${browserDigest}`}`;
  return [
    { subject: own, uses: GUESSES_PER_LANE },
    { subject: `network ${network}`, uses: GUESSES_PER_NETWORK },
  ];
}

export function passkeyLaneOf(network: string): Lane {
  return { subject: `network ${network}`, uses: PASSKEYS_PER_NETWORK };
}

const takeTurnStatement = statement<never, { lock: string }>(
  'staff access: guess one by one',
  'select pg_advisory_xact_lock($lock::bigint)',
);

const countGuess = (kind: GuessKind) => ({
  ends: statement<{ ends_at: Date | null }, { subjectHash: Buffer; now: Date; uses: number }>(
    `staff access: when ${kind} may be guessed again`,
    `select ${limitOfUsesEndsAt({ kind, subjectHash: '$subjectHash', now: '$now', uses: '$uses', window: WINDOW })} as ends_at`,
  ),
  insert: statement<never, { subjectHash: Buffer; now: Date }>(
    `staff access: count a guess of ${kind}`,
    insertUses({ kind, subjectHash: '$subjectHash', usedAt: '$now', window: WINDOW, from: '(select 1) one' }),
  ),
  forget: statement<never, { subjectHash: Buffer }>(
    `staff access: forget guesses of ${kind}`,
    deleteUsesOf({ kind, subjectHash: '$subjectHash' }),
  ),
});

const STATEMENTS = {
  staff_password: countGuess('staff_password'),
  staff_code: countGuess('staff_code'),
  staff_passkey: countGuess('staff_passkey'),
};

/** Counts a guess before it is looked at. Answers when the next one is allowed, where too many were made. */
export async function countGuesses(
  db: Database,
  { kind, lanes, now }: { kind: GuessKind; lanes: readonly Lane[]; now: Date },
): Promise<Date | undefined> {
  return db.inTransaction(async (transaction) => {
    for (const lane of lanes) {
      const endsAt = await countInLane(transaction, kind, lane, now);
      if (endsAt) return endsAt;
    }
    return undefined;
  });
}

async function countInLane(
  transaction: Transaction,
  kind: GuessKind,
  { subject, uses }: Lane,
  now: Date,
): Promise<Date | undefined> {
  const subjectHash = hashOfSubject(subject);
  // Guesses that arrive together are counted one after the other, so that none of them is above the limit.
  await transaction.row(takeTurnStatement, { lock: String(subjectHash.readBigInt64BE()) });
  const { ends, insert } = STATEMENTS[kind];
  const row = await transaction.row(ends, { subjectHash, now, uses });
  if (row?.ends_at) return row.ends_at;
  await transaction.row(insert, { subjectHash, now });
  return undefined;
}

/** After a right answer the guesses of the person in this lane count no more. Those of the network do. */
export async function forgetGuesses(
  db: Database,
  { kind, lane }: { kind: GuessKind; lane: Lane },
): Promise<void> {
  await db.row(STATEMENTS[kind].forget, { subjectHash: hashOfSubject(lane.subject) });
}

function hashOfSubject(subject: string): Buffer {
  return createHash('sha256').update(`staff ${subject}`).digest();
}
