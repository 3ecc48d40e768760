import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AppBorrower, giveIdentity, PATIENCE, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { deleteAccount } from '../../upkeep/personal-data/personal-data.test-support.ts';
import { namePrefixHashes, prefixHashes, writeMissingPrefixes } from './name-prefixes.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function borrowerNamed(firstName: string, lastName: string): Promise<AppBorrower> {
  const borrower = await signIn(server);
  await giveIdentity(borrower, { firstName, lastName });
  return borrower;
}

const storedOf = async ({ borrowerId }: AppBorrower): Promise<string[]> =>
  (
    await server.query(
      'select prefix_hash::text as hash from borrower_name_prefix where borrower_id = $1 order by prefix_hash',
      [borrowerId],
    )
  ).map(({ hash }) => hash);
const expectedOf = (firstName: string, lastName: string) =>
  namePrefixHashes(server.sealing, { firstName, lastName }).sort((one, other) =>
    BigInt(one) < BigInt(other) ? -1 : 1,
  );

test('a confirmed name is found by the beginnings of its words, and a corrected one by its own alone', async () => {
  const borrower = await borrowerNamed('Mutinta', 'Hamoonga');
  expect(await storedOf(borrower)).toEqual(expectedOf('Mutinta', 'Hamoonga'));
  await giveIdentity(borrower, { firstName: 'Mutinta', lastName: 'Haamoonga' });
  expect(await storedOf(borrower)).toEqual(expectedOf('Mutinta', 'Haamoonga'));
});

test('the hash of a beginning tells the number of its key, and nothing of the beginning without the key', async () => {
  const [hash] = prefixHashes(server.sealing, 'hamoonga');
  expect(BigInt.asUintN(64, BigInt(hash!)) >> 56n).toBe(BigInt(server.sealing.keyNumbers.lookup[0]!));
  expect(prefixHashes(server.sealing, 'hamoong')).not.toContain(hash);
});

test('a deleted account is not found by its name, also after housekeeping', async () => {
  const borrower = await borrowerNamed('Namakau', 'Sitali');
  const [{ identity_sealed: sealed }] = await server.query(
    'select identity_sealed from borrower_identity where borrower_id = $1',
    [borrower.borrowerId],
  );
  await deleteAccount(server, borrower);
  expect(await storedOf(borrower)).toEqual([]);
  // As of a server without an archive, or of a request that ended after the deletion.
  await server.query(
    'insert into borrower_identity (borrower_id, identity_sealed, confirmed_at) values ($1, $2, now())',
    [borrower.borrowerId, sealed],
  );
  await writeMissingPrefixes(server);
  expect(await storedOf(borrower)).toEqual([]);
});

test('an identity of an earlier version gets its prefixes, and one that it confirmed later gets other ones', async () => {
  const borrower = await borrowerNamed('Inonge', 'Mbikusita');
  await asOfEarlierVersion([borrower]);
  expect(await writeMissingPrefixes(server)).toBe(1);
  expect(await storedOf(borrower)).toEqual(expectedOf('Inonge', 'Mbikusita'));
  const place = { borrower_id: borrower.borrowerId };
  const [{ identity_sealed: sealed }] = await server.query(
    'select identity_sealed from borrower_identity where borrower_id = $1',
    [borrower.borrowerId],
  );
  const identity = JSON.parse(server.sealing.open('borrower_identity.identity_sealed', place, sealed));
  await server.query(
    `update borrower_identity set identity_sealed = $2, confirmed_at = confirmed_at + interval '1 hour'
     where borrower_id = $1`,
    [
      borrower.borrowerId,
      server.sealing.seal(
        'borrower_identity.identity_sealed',
        place,
        JSON.stringify({ ...identity, lastName: 'Lewanika' }),
      ),
    ],
  );
  expect(await writeMissingPrefixes(server)).toBe(1);
  expect(await storedOf(borrower)).toEqual(expectedOf('Inonge', 'Lewanika'));
  expect(await writeMissingPrefixes(server)).toBe(0);
});

test('the step that writes missing prefixes, killed in the middle, goes on', async () => {
  const borrowers = [
    await signUp(server, { firstName: 'Bwalya' }),
    await signUp(server, { firstName: 'Chola' }),
    await signUp(server, { firstName: 'Dalitso' }),
  ];
  await asOfEarlierVersion(borrowers);
  // The third write waits for a row that another transaction inserts.
  const client = await server.owner.pool.connect();
  await client.query('begin');
  await client.query('insert into borrower_name_prefix (prefix_hash, borrower_id) values ($1, $2)', [
    prefixHashes(server.sealing, 'dalitso')[0],
    borrowers[2]!.borrowerId,
  ]);
  const writing = expect(writeMissingPrefixes(server, { batchSize: 1 })).rejects.toThrow();
  await vi.waitFor(async () => {
    const killed = await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%borrower_name_prefix%'`,
    );
    if (killed.length === 0) throw new Error('the write does not wait yet');
  }, PATIENCE);
  await writing;
  await client.query('rollback');
  client.release();
  expect(await Promise.all(borrowers.map(async (one) => (await storedOf(one)).length > 0))).toEqual([
    true,
    true,
    false,
  ]);
  expect(await writeMissingPrefixes(server, { batchSize: 1 })).toBe(1);
  expect(await storedOf(borrowers[2]!)).toEqual(expectedOf('Dalitso', 'Lungu'));
});

test('an identity that does not open is left out, and keeps no other from its prefixes', async () => {
  const damaged = await borrowerNamed('Kalumba', 'Mwila');
  const sound = await borrowerNamed('Kalumba', 'Mwila');
  const [{ identity_sealed: sealed }] = await server.query(
    'select identity_sealed from borrower_identity where borrower_id = $1',
    [damaged.borrowerId],
  );
  const store = (identity: Buffer) =>
    server.query('update borrower_identity set identity_sealed = $2 where borrower_id = $1', [
      damaged.borrowerId,
      identity,
    ]);
  await store(Buffer.from('damaged'));
  await asOfEarlierVersion([damaged, sound]);
  await writeMissingPrefixes(server);
  expect(await storedOf(damaged)).toEqual([]);
  expect(await storedOf(sound)).toEqual(expectedOf('Kalumba', 'Mwila'));
  await store(sealed);
  await writeMissingPrefixes(server);
  expect(await storedOf(damaged)).toEqual(expectedOf('Kalumba', 'Mwila'));
});

/** As it is after the upgrade from a version without prefixes. */
async function asOfEarlierVersion(borrowers: readonly AppBorrower[]): Promise<void> {
  const ids = [borrowers.map(({ borrowerId }) => borrowerId)];
  await server.query('delete from borrower_name_prefix where borrower_id = any ($1)', ids);
  await server.query('update borrower_identity set name_found_of = null where borrower_id = any ($1)', ids);
}
