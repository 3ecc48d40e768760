import { createHmac } from 'node:crypto';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { createSealing, type NumberedKey, type Sealing } from '../../platform/sealing.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import type { KeptKeys, Keys } from '../settings/key-settings.ts';
import { keysInName } from './program-name.ts';

export type KeyKind = 'data' | 'lookup';

const KINDS = ['data', 'lookup'] as const satisfies KeyKind[];
const SETTINGS: Record<KeyKind, string> = { data: 'DATA_KEYS', lookup: 'LOOKUP_KEYS' };

type RegisteredKey = { kind: KeyKind; number: number; check_value: Buffer; is_emptied: boolean };

/** What the database says about the keys of its values. */
export type KeyRegistry = {
  keys: RegisteredKey[];
  /** Whether each sealed value is bound to its row, so that values of earlier versions are refused. */
  isBound: boolean;
  /** What the connections to the database are called. Those of programs say their keys. */
  connectionNames: string[];
};

const readKeysStatement = statement<RegisteredKey>(
  'keys: read registry',
  `select kind, number::integer, check_value, emptied_at is not null as is_emptied from sealing_key
   order by kind, number`,
);

const readStateStatement = statement<{ is_bound: boolean }>(
  'keys: read whether values are bound',
  'select bound_at is not null as is_bound from sealing_state',
);

const readConnectionNamesStatement = statement<{ name: string }>(
  'keys: read the names of connections',
  `select distinct application_name as name from pg_stat_activity
   where datname = current_database() and backend_type = 'client backend' order by 1`,
);

export async function readKeyRegistry(db: Transaction): Promise<KeyRegistry> {
  const keys = await db.rows(readKeysStatement, {});
  const { is_bound: isBound } = (await db.row(readStateStatement, {}))!;
  const connectionNames = (await db.rows(readConnectionNamesStatement, {})).map(({ name }) => name);
  return { keys, isBound, connectionNames };
}

/** The sealing with these keys. Fails if a key is missing under which values may be stored, or is another one. */
export function sealingFor({ keys: registered, isBound }: KeyRegistry, keys: KeptKeys): Sealing {
  for (const { kind, number, check_value, is_emptied } of registered) {
    const key = keys[kind].find((given) => given.number === number);
    if (!key && !is_emptied) {
      throw new StartFailure(
        `${placeOf(kind, keys)} lacks key ${number}, under which values are stored: add it after the first.`,
      );
    }
    if (key && !checkValueOf(kind, key).equals(check_value)) {
      throw new StartFailure(
        `Key ${number} of ${placeOf(kind, keys)} is not the one under which values are stored: give the right key, and a new key a new number.`,
      );
    }
  }
  return createSealing(keys, { acceptsUnbound: !isBound });
}

/** The setting, and the file where the data folder has its keys. */
function placeOf(kind: KeyKind, { files }: KeptKeys): string {
  return files?.[kind] === undefined ? SETTINGS[kind] : `${SETTINGS[kind]} in ${files[kind]}`;
}

/**
 * The sealing of a command at the terminal that writes. Fails if the programs would not find what is stored under the
 * first of these keys.
 */
export function writerSealingFor(registry: KeyRegistry, keys: Keys): Sealing {
  const sealing = sealingFor(registry, keys);
  for (const kind of KINDS) {
    const ofKind = registry.keys.filter((key) => key.kind === kind);
    const { number } = keys[kind][0]!;
    if (ofKind.length > 0 && !ofKind.some((key) => key.number === number)) {
      throw new StartFailure(
        `No program has started with key ${number} of ${SETTINGS[kind]}, which is the first one here: give the keys of the programs.`,
      );
    }
  }
  requireThatConnectedHaveFirst(registry, keys);
  return sealing;
}

/** To a program that lacks the key, each borrower who is stored under it would be a stranger, with a fresh limit. */
function requireThatConnectedHaveFirst({ connectionNames }: KeyRegistry, keys: Keys): void {
  for (const kind of KINDS) {
    const { number } = keys[kind][0]!;
    if (connectionNames.some((name) => keysInName(name)?.[kind].has(number) === false)) {
      throw new StartFailure(
        `A connected program lacks key ${number} of ${SETTINGS[kind]}, which is the first one here: add it as the second key to every program before it becomes the first.`,
      );
    }
  }
}

/** Under which key a connected program writes that is missing here. Undefined if there is none. */
export function keyMissingHere(
  { connectionNames }: KeyRegistry,
  keys: Keys,
): { number: number; setting: string } | undefined {
  for (const kind of KINDS) {
    for (const name of connectionNames) {
      const first = keysInName(name)?.[kind].first;
      if (first !== undefined && !keys[kind].some(({ number }) => number === first))
        return { number: first, setting: SETTINGS[kind] };
    }
  }
  return undefined;
}

/**
 * Whether the keys that this program writes with are recorded, and no number has another key. A key that only another
 * program has may be one that is coming into use.
 */
export function isDatabaseOfKeys({ keys: registered }: KeyRegistry, keys: Keys): boolean {
  return KINDS.every((kind) =>
    keys[kind].every((key, index) => {
      const found = registered.find((one) => one.kind === kind && one.number === key.number);
      return found ? checkValueOf(kind, key).equals(found.check_value) : index > 0;
    }),
  );
}

const recordKeysStatement = statement<
  never,
  {
    kinds: KeyKind[];
    numbers: number[];
    checkValues: Buffer[];
    firstDataKey: number;
    firstLookupKey: number;
    now: Date;
  }
>(
  'keys: record',
  `insert into sealing_key as registered (kind, number, check_value, first_used_at)
   select kind, number, check_value, $now
   from unnest($kinds::text[], $numbers::smallint[], $checkValues::bytea[]) as given (kind, number, check_value)
   on conflict (kind, number) do update set emptied_at = null
     where (registered.kind, registered.number) in (('data', $firstDataKey), ('lookup', $firstLookupKey))`,
);

/** Programs that start at the same time record their keys one after the other. */
const waitForOthersStatement = statement<never>(
  'keys: wait for others',
  `select pg_advisory_xact_lock(hashtextextended('sealing keys', 0))`,
);

const findStoredMobileStatement = statement<{
  borrower_id: number;
  mobile_sealed: Buffer;
  mobile_hash: Buffer;
}>(
  'keys: find a stored mobile',
  `select borrower_id, mobile_sealed, mobile_hash
   from borrower join borrower_by_mobile using (borrower_id) order by borrower_id desc limit 1`,
);

/**
 * The sealing of a program that starts with these keys. They are recorded, so that no later start lacks one. Fails, and
 * records nothing, if values are stored under other keys, or if a connected program lacks the first one.
 */
export async function openSealing(db: Database, keys: Keys, nowMs: number): Promise<Sealing> {
  return db.inTransaction(async (transaction) => {
    await transaction.rows(waitForOthersStatement, {});
    const registry = await readKeyRegistry(transaction);
    const sealing = sealingFor(registry, keys);
    requireThatConnectedHaveFirst(registry, keys);
    // A database of an earlier version holds values, and not the keys by which a wrong one is recognised.
    if (registry.keys.length === 0) await requireThatStoredValuesOpen(transaction, keys, sealing);
    const given = KINDS.flatMap((kind) =>
      keys[kind].map((key) => ({ kind, number: key.number, checkValue: checkValueOf(kind, key) })),
    );
    await transaction.rows(recordKeysStatement, {
      kinds: given.map(({ kind }) => kind),
      numbers: given.map(({ number }) => number),
      checkValues: given.map(({ checkValue }) => checkValue),
      firstDataKey: sealing.keyNumbers.data[0]!,
      firstLookupKey: sealing.keyNumbers.lookup[0]!,
      now: new Date(nowMs),
    });
    return sealing;
  });
}

/** Under other keys each borrower would be a stranger, with a fresh limit. */
async function requireThatStoredValuesOpen(
  transaction: Transaction,
  keys: Keys,
  sealing: Sealing,
): Promise<void> {
  const stored = await transaction.row(findStoredMobileStatement, {});
  if (!stored) return;
  const mobile = openedOrUndefined(createSealing(keys, { acceptsUnbound: true }), stored);
  if (mobile === undefined) {
    throw new StartFailure(
      `${placeOf('data', keys)} does not open what is stored in this database: give the keys that were in use with it.`,
    );
  }
  if (!sealing.lookupHashes('mobile', mobile).some((hash) => hash.equals(stored.mobile_hash))) {
    throw new StartFailure(
      `${placeOf('lookup', keys)} does not find what is stored in this database: give the keys that were in use with it.`,
    );
  }
}

function openedOrUndefined(
  sealing: Sealing,
  stored: { borrower_id: number; mobile_sealed: Buffer },
): string | undefined {
  try {
    return sealing.open('borrower.mobile_sealed', stored, stored.mobile_sealed);
  } catch {
    return undefined;
  }
}

const markEmptiedStatement = statement<never, { kind: KeyKind; number: number; now: Date }>(
  'keys: mark emptied',
  `update sealing_key set emptied_at = $now where kind = $kind and number = $number and emptied_at is null`,
);

/** Records that nothing is stored under a key any more, so that the program starts without it. */
export async function markEmptied(
  db: Database,
  key: { kind: KeyKind; number: number },
  nowMs: number,
): Promise<void> {
  await db.rows(markEmptiedStatement, { ...key, now: new Date(nowMs) });
}

const markBoundStatement = statement<never, { now: Date }>(
  'keys: mark values as bound',
  'update sealing_state set bound_at = $now where bound_at is null',
);

/** Records that each sealed value is bound to its row. Programs that start later refuse others. */
export async function markBound(db: Database, nowMs: number): Promise<void> {
  await db.rows(markBoundStatement, { now: new Date(nowMs) });
}

/** What tells a key from another, and does not give it away. */
function checkValueOf(kind: KeyKind, { key }: NumberedKey): Buffer {
  return createHmac('sha256', key).update(`thumba check of a ${kind} key`).digest();
}
