import { setTimeout as sleep } from 'node:timers/promises';
import { type KeyKind, markBound, markEmptied, readKeyRegistry } from '../../book/keys/key-registry.ts';
import { keysInName } from '../../book/keys/program-name.ts';
import { countPrefixes, renewPrefixes } from '../../people/authentication/name-prefixes.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { rehashedKinds } from './lookup-columns.ts';
import { countHashes, type HashCount, rehashKind } from './rehash.ts';
import { columnsOfTables, countOutdated, type Resealed, resealColumn } from './reseal.ts';
import { resealFiles } from './reseal-files.ts';

export type RotationDeps = {
  db: Database;
  sealing: Sealing;
  files: Files;
  nowMs: () => number;
  isStopping: () => boolean;
  /** Tells of each part that is done. */
  say: (line: string) => void;
};

export type Rotation =
  | { kind: 'under_way' }
  /** Connections of programs that seal under another key. Their values would be left behind. */
  | { kind: 'others_use_older_keys'; names: string[] }
  | {
      kind: 'ended';
      isStopped: boolean;
      resealed: number;
      rehashed: number;
      unreadable: string[];
      /** Keys under which nothing is left. */
      emptied: { kind: KeyKind; number: number }[];
      /** Lasting hashes that live on under older keys. */
      remaining: HashCount[];
    };

const PAUSE_FOR_LOCKED_ROWS_MS = 100;

/** One rotation at a time: ends by itself with the connection that holds it. */
const ROTATION_LOCK = 7_263_401;

/**
 * Seals every value under the first data key and for its row, and stores look-up hashes under the first look-up key as
 * far as their values are kept. The program works on meanwhile. Ended at any time, it goes on when it is run again.
 */
export async function rotateKeys(deps: RotationDeps): Promise<Rotation> {
  return alone(deps.db, async () => {
    const names = await othersWithOlderKeys(deps);
    if (names.length > 0) return { kind: 'others_use_older_keys', names };
    const rehashed = await rehashAll(deps);
    const resealed = await resealAll(deps);
    const counts = [...(await countHashes(deps.db)), ...(await countPrefixes(deps.db))];
    const remaining = counts.filter(({ keyNumber }) => keyNumber !== deps.sealing.keyNumbers.lookup[0]);
    const unreadable = [...new Set([...rehashed.unreadable, ...resealed.unreadable])];
    const isStopped = deps.isStopping();
    const isDataDone = !isStopped && unreadable.length === 0;
    const emptied = isDataDone ? await markDone(deps, remaining) : [];
    return {
      kind: 'ended',
      isStopped,
      resealed: resealed.resealed,
      rehashed: rehashed.rehashed,
      unreadable,
      emptied,
      remaining,
    };
  });
}

async function rehashAll(deps: RotationDeps): Promise<{ rehashed: number; unreadable: string[] }> {
  const all = { rehashed: 0, unreadable: [] as string[] };
  for (const kind of rehashedKinds) {
    const { rehashed, unreadable } = await rehashKind(deps.db, deps.sealing, kind, deps.isStopping);
    if (rehashed > 0) deps.say(`${kind.kind}: ${rehashed} look-up hashes are stored under the first key.`);
    all.rehashed += rehashed;
    all.unreadable.push(...unreadable);
  }
  const renewed = await renewPrefixes(deps, deps.isStopping);
  if (renewed > 0) deps.say(`name: the hashes of ${renewed} names are stored under the first key.`);
  all.rehashed += renewed;
  return all;
}

/** Passes over all columns and files, until nothing is left that opens. */
async function resealAll(deps: RotationDeps): Promise<Resealed> {
  const all: Resealed = { resealed: 0, unreadable: [] };
  for (;;) {
    const pass = await resealOnce(deps);
    all.resealed += pass.resealed;
    all.unreadable = pass.unreadable;
    if (deps.isStopping()) return all;
    const left = await countOutdated(deps.db, deps.sealing);
    if (pass.resealed === 0 && left <= pass.unreadable.length) return all;
    // Rows that are left out were locked by a statement that ends in a moment.
    if (pass.resealed === 0) await sleep(PAUSE_FOR_LOCKED_ROWS_MS);
  }
}

async function resealOnce({ db, sealing, files, nowMs, isStopping, say }: RotationDeps): Promise<Resealed> {
  const pass: Resealed = { resealed: 0, unreadable: [] };
  const add = (place: string, { resealed, unreadable }: Resealed) => {
    if (resealed > 0) say(`${place}: ${resealed} sealed under the first key.`);
    pass.resealed += resealed;
    pass.unreadable.push(...unreadable);
  };
  for (const column of columnsOfTables) add(column, await resealColumn(db, sealing, column, isStopping));
  add('stored_file.picture', await resealFiles(db, files, new Date(nowMs()), isStopping));
  return pass;
}

async function markDone(
  { db, sealing, nowMs }: RotationDeps,
  remaining: readonly HashCount[],
): Promise<{ kind: KeyKind; number: number }[]> {
  const { keys } = await readKeyRegistry(db);
  const emptied = keys.filter(({ kind, number }) =>
    kind === 'data'
      ? number !== sealing.keyNumbers.data[0]
      : number !== sealing.keyNumbers.lookup[0] && !remaining.some(({ keyNumber }) => keyNumber === number),
  );
  for (const { kind, number } of emptied) await markEmptied(db, { kind, number }, nowMs());
  if (!(await isEarlierVersionConnected(db))) await markBound(db, nowMs());
  return emptied.map(({ kind, number }) => ({ kind, number }));
}

async function othersWithOlderKeys({ db, sealing: { keyNumbers } }: RotationDeps): Promise<string[]> {
  return (await readKeyRegistry(db)).connectionNames.filter((name) => {
    const others = keysInName(name);
    return (
      others && (others.data.first !== keyNumbers.data[0] || others.lookup.first !== keyNumbers.lookup[0])
    );
  });
}

const earlierVersionStatement = statement<{ is_connected: boolean }>(
  'keys: whether an earlier version is connected',
  `select exists (select from pg_stat_activity where datname = current_database() and application_name = ''
     and backend_type = 'client backend') as is_connected`,
);

/** A version that still seals for no row gives its connections no name. */
async function isEarlierVersionConnected(db: Database): Promise<boolean> {
  return (await db.row(earlierVersionStatement, {}))!.is_connected;
}

/**
 * Seals the values of earlier versions for their rows, under the first data key, beside the running program. Answers
 * whether all are: values for no row are refused from the next start on.
 */
export async function bindValues(deps: RotationDeps): Promise<{ isBound: boolean; unreadable: string[] }> {
  const bound = await alone(deps.db, async () => {
    const { unreadable } = await resealAll(deps);
    const isBound =
      unreadable.length === 0 && !deps.isStopping() && !(await isEarlierVersionConnected(deps.db));
    if (isBound) await markBound(deps.db, deps.nowMs());
    return { isBound, unreadable };
  });
  return 'kind' in bound ? { isBound: false, unreadable: [] } : bound;
}

async function alone<Result>(
  db: Database,
  work: () => Promise<Result>,
): Promise<Result | { kind: 'under_way' }> {
  const client = await db.pool.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_free', [ROTATION_LOCK]);
    if (!rows[0].is_free) return { kind: 'under_way' };
    return await work();
  } finally {
    // Ending the connection gives the lock back, also where it is broken.
    client.release(true);
  }
}
