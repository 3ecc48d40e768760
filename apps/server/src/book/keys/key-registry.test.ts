import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { type Keys, keysOf, newKeys } from '../settings/key-settings.ts';
import { openSealing, readKeyRegistry, writerSealingFor } from './key-registry.ts';
import { keysCheck } from './keys-check.ts';
import { applicationNameOf } from './program-name.ts';

/*
 * A database whose values were stored with keys of its own. As after an upgrade from a version that did not record keys,
 * the registry is empty where a test does not fill it.
 */

const right = newKeys();
const others = newKeys();
const numbered = (DATA_KEYS: string, LOOKUP_KEYS: string) => keysOf({ ...right, DATA_KEYS, LOOKUP_KEYS });

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer({ settings: right });
  await signUp(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.query('alter table sealing_key disable trigger user');
  await server.query('delete from sealing_key');
  await server.query('alter table sealing_key enable trigger user');
});

const opened = (keys: Keys) => openSealing(server.db, keys, server.clock.nowMs());
const recorded = async () =>
  (await readKeyRegistry(server.db)).keys.map(({ kind, number }) => `${kind} ${number}`);

test('the first program with the right keys records them', async () => {
  await opened(keysOf(right));
  expect(await recorded()).toEqual(['data 1', 'lookup 1']);
});

test('a program with another data key does not start on stored values, and records nothing', async () => {
  await expect(opened(numbered(others.DATA_KEYS, right.LOOKUP_KEYS))).rejects.toThrow(
    'DATA_KEYS does not open what is stored in this database: give the keys that were in use with it.',
  );
  expect(await recorded()).toEqual([]);
});

test('a program with another look-up key does not start either', async () => {
  await expect(opened(numbered(right.DATA_KEYS, others.LOOKUP_KEYS))).rejects.toThrow(
    'LOOKUP_KEYS does not find what is stored in this database: give the keys that were in use with it.',
  );
  expect(await recorded()).toEqual([]);
});

test('of two programs that start at once with different keys on an empty database, one does not start and leaves no trace', async () => {
  const empty = await startAppServer();
  const one = keysOf(right);
  const other = numbered(
    `${others.DATA_KEYS},${newKeys().DATA_KEYS.replace('1:', '2:')}`,
    `${others.LOOKUP_KEYS},${newKeys().LOOKUP_KEYS.replace('1:', '2:')}`,
  );
  const starts = await Promise.allSettled([
    openSealing(empty.db, one, empty.clock.nowMs()),
    openSealing(empty.db, other, empty.clock.nowMs()),
  ]);
  const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
  expect(refusals).toEqual([expect.stringContaining('is not the one under which values are stored')]);
  const winner = starts[0].status === 'fulfilled' ? one : other;
  expect((await readKeyRegistry(empty.db)).keys).toHaveLength(winner.data.length + winner.lookup.length);
  await openSealing(empty.db, winner, empty.clock.nowMs());
  await empty.stop();
});

test('a running program whose database becomes one of other keys is not ready, and one that lacks a coming key is', async () => {
  const coming = newKeys().DATA_KEYS.replace('1:', '2:');
  const check = (keys: Keys) => keysCheck(server.db, keys).check();
  const why = 'The values of the database are under other keys.';
  expect(await check(keysOf(right))).toBe(why);
  await opened(numbered(`${right.DATA_KEYS},${coming}`, right.LOOKUP_KEYS));
  expect(await check(keysOf(right))).toBeUndefined();
  expect(await check(numbered(`${right.DATA_KEYS},${coming}`, right.LOOKUP_KEYS))).toBeUndefined();
  expect(await check(numbered(others.DATA_KEYS, right.LOOKUP_KEYS))).toBe(why);
  expect(await check(numbered(right.DATA_KEYS, others.LOOKUP_KEYS))).toBe(why);
});

/* A change of keys: the new one is to be the second of every program before it is the first of any. */

const second = {
  data: newKeys().DATA_KEYS.replace('1:', '2:'),
  lookup: newKeys().LOOKUP_KEYS.replace('1:', '2:'),
};
const both = (first: 'old' | 'new') => {
  const list = (old: string, added: string) => (first === 'old' ? `${old},${added}` : `${added},${old}`);
  return numbered(list(right.DATA_KEYS, second.data), list(right.LOOKUP_KEYS, second.lookup));
};
const secondLookupFirst = numbered(right.DATA_KEYS, `${second.lookup},${right.LOOKUP_KEYS}`);

const CONNECTED = `select from pg_stat_activity
  where datname = current_database() and application_name like 'thumba data=%'`;

/** The connections of a program with these keys are there while `work` runs. */
async function besideProgram<Result>(keys: Keys, work: () => Promise<Result>): Promise<Result> {
  const program: Database = openDatabase({
    url: server.programUrl,
    maxConnections: 1,
    applicationName: applicationNameOf(keys),
  });
  try {
    await readKeyRegistry(program);
    return await work();
  } finally {
    await program.close();
    // PostgreSQL lists a connection for a moment longer than it is open.
    await expect.poll(() => server.query(CONNECTED)).toEqual([]);
  }
}

test.each([
  ['DATA_KEYS', both('new'), keysOf(right)],
  ['LOOKUP_KEYS', secondLookupFirst, keysOf(right)],
])(
  'a program does not start with a first key of %s that a connected one lacks, and records nothing',
  async (setting, keys, connected) => {
    await opened(connected);
    await besideProgram(connected, () =>
      expect(opened(keys)).rejects.toThrow(
        `A connected program lacks key 2 of ${setting}, which is the first one here: add it as the second key to every program before it becomes the first.`,
      ),
    );
    expect(await recorded()).toEqual(['data 1', 'lookup 1']);
  },
);

test('keys change step by step while the programs are connected', async () => {
  await opened(keysOf(right));
  await besideProgram(keysOf(right), () => opened(both('old')));
  await besideProgram(both('old'), () => opened(both('old')));
  await besideProgram(both('old'), () => opened(both('new')));
  await besideProgram(both('new'), () => opened(both('old')));
  await besideProgram(both('new'), () => opened(both('new')));
});

test('a running program is not ready while a connected one writes under a key that is missing here', async () => {
  await opened(both('new'));
  const check = () => keysCheck(server.db, keysOf(right)).check();
  expect(await besideProgram(both('old'), check)).toBeUndefined();
  expect(await besideProgram(secondLookupFirst, check)).toBe(
    'A connected program writes under key 2 of LOOKUP_KEYS, which is missing here.',
  );
  expect(await besideProgram(both('new'), check)).toBe(
    'A connected program writes under key 2 of DATA_KEYS, which is missing here.',
  );
  expect(await check()).toBeUndefined();
});

test('a command at the terminal writes under no key that no program has started with, and under none that a connected one lacks', async () => {
  const sealing = async (keys: Keys) => writerSealingFor(await readKeyRegistry(server.db), keys);
  await opened(keysOf(right));
  await expect(sealing(both('new'))).rejects.toThrow(
    'No program has started with key 2 of DATA_KEYS, which is the first one here: give the keys of the programs.',
  );
  await opened(both('old'));
  await besideProgram(keysOf(right), () =>
    expect(sealing(both('new'))).rejects.toThrow('A connected program lacks key 2 of DATA_KEYS'),
  );
  await besideProgram(both('old'), () => sealing(both('new')));
});
