import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, addAccount, borrow, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { approveBeside } from '../../../test/approve-beside.ts';
import { unboundValue } from '../../../test/unbound-value.ts';
import { markBound, openSealing, readKeyRegistry, sealingFor } from '../../book/keys/key-registry.ts';
import { keysOf, newKeys } from '../../book/settings/key-settings.ts';
import { publishChannelAsApproved } from '../../contact/channel/staff-channels.ts';
import { openFiles } from '../../people/authentication/file-rows.ts';
import { namePrefixHashes } from '../../people/authentication/name-prefixes.ts';
import { openDatabase } from '../../platform/database.ts';
import { filesFolder } from '../../platform/files.ts';
import { createSealing, type Sealing } from '../../platform/sealing.ts';
import { folderStorage, type Storage } from '../../platform/storage.ts';
import { command as channels } from '../../staff/terminal/commands/channels.ts';
import { openStaffDesk } from '../../staff/terminal/staff-desk.ts';
import { examineSealedValues } from './reseal.ts';
import { bindValues, type RotationDeps, rotateKeys } from './rotate-keys.ts';

const newKey = () => randomBytes(32).toString('hex');
const EARLIER = { DATA_KEYS: `1:${newKey()}`, LOOKUP_KEYS: `1:${newKey()}` };
const [SECOND_DATA, SECOND_LOOKUP] = [`2:${newKey()}`, `2:${newKey()}`];
const CHANGED = {
  DATA_KEYS: `${SECOND_DATA},${EARLIER.DATA_KEYS}`,
  LOOKUP_KEYS: `${SECOND_LOOKUP},${EARLIER.LOOKUP_KEYS}`,
};
const { CALLBACK_SECRET } = newKeys();
const earlier = keysOf({ ...EARLIER, CALLBACK_SECRET });
const changed = keysOf({ ...CHANGED, CALLBACK_SECRET });
/** Opens only what is sealed under the second key. */
const second = createSealing(keysOf({ DATA_KEYS: SECOND_DATA, LOOKUP_KEYS: SECOND_LOOKUP, CALLBACK_SECRET }));

let before: AppServer;
let server: AppServer;
let borrowers: AppBorrower[];
let sharedNumber: string;
let storage: Storage;
let earlierFileId: string;

beforeAll(async () => {
  before = await startAppServer({ settings: EARLIER });
  await openSealing(before.db, earlier, before.clock.nowMs());
  sharedNumber = before.newMobile('mtn');
  borrowers = [];
  for (let count = 0; count < 3; count += 1) {
    const borrower = await signUp(before);
    await addAccount(before, borrower, { mobile: sharedNumber });
    await borrow(borrower);
    borrowers.push(borrower);
  }
  await publishChannel();
  await approveReport(borrowers[0]!.borrowerId);
  await before.leave();
  server = await startAppServer({ besides: before, settings: CHANGED });
  storage = folderStorage(filesFolder(server.dataDir));
  earlierFileId = await storeAsEarlier(borrowers[0]!.borrowerId);
});
afterAll(async () => {
  await server?.stop();
  await before.stop();
});

/** A channel that two people published, with the token of its pixel. */
async function publishChannel(): Promise<void> {
  const file = path.join(before.dataDir, 'channel.json');
  const pixel = {
    pixelId: '123',
    pixelToken: 'EAAB-secret',
    packageName: 'com.thumba',
    intentHost: 'details',
  };
  await writeFile(file, JSON.stringify({ channelCode: 'WM2', name: 'Partner WM2', ...pixel }));
  const desk = { ...(await openStaffDesk(before)), sealing: () => before.sealing, staffName: () => 'mary' };
  const asked = await channels.atDesk(desk, ['save', file, 'agreed', 'by', 'the', 'board']);
  if (!asked.done) throw new Error(asked.lines.join(' '));
  await approveBeside(before, 'channel_change', (request, now) =>
    publishChannelAsApproved({ ...before, now }, request),
  );
}

/** A report of a suspicion that another person than its writer approved. */
async function approveReport(borrowerId: number): Promise<void> {
  const [{ case_id: caseId }] = await before.query(
    `insert into alert_case (borrower_id, state, opened_at, last_alert_at, alert_count)
     values ($1, 'open', now(), now(), 1) returning case_id`,
    [borrowerId],
  );
  const place = { borrower_id: borrowerId, report_id: 1 };
  await before.query(
    `insert into suspicion_report (borrower_id, report_id, case_id, text_sealed, written_by, written_at)
     overriding system value values ($1, 1, $2, $3, 'staff:mary', now())`,
    [borrowerId, caseId, before.sealing.seal('suspicion_report.text_sealed', place, 'the words')],
  );
  await before.query(
    `update suspicion_report set content_sealed = $2, content_sha256 = $3, approved_by = 'staff:grace',
       approved_at = now() where borrower_id = $1`,
    [
      borrowerId,
      before.sealing.seal('suspicion_report.content_sealed', place, 'what it says'),
      createHash('sha256').update('what it says').digest(),
    ],
  );
}

function depsOf(sealing: Sealing, isStopping = () => false): RotationDeps & { said: string[] } {
  const said: string[] = [];
  return {
    db: server.owner,
    sealing,
    files: openFiles(server.owner, sealing, storage),
    nowMs: () => server.clock.nowMs(),
    isStopping,
    say: (line) => said.push(line),
    said,
  };
}

const unreadableUnder = async (sealing: Sealing) =>
  (await examineSealedValues(server.db, sealing)).unreadable.length;

test('a start without a key that is needed, or with another one, is refused', async () => {
  const registry = await readKeyRegistry(server.db);
  const without = keysOf({ DATA_KEYS: SECOND_DATA, LOOKUP_KEYS: SECOND_LOOKUP, CALLBACK_SECRET });
  expect(() => sealingFor(registry, without)).toThrow('DATA_KEYS lacks key 1');
  const other = keysOf({ ...EARLIER, DATA_KEYS: `1:${newKey()}`, CALLBACK_SECRET });
  expect(() => sealingFor(registry, other)).toThrow('Key 1 of DATA_KEYS is not the one');
  const otherLookup = keysOf({ ...EARLIER, LOOKUP_KEYS: `1:${newKey()}`, CALLBACK_SECRET });
  expect(() => sealingFor(registry, otherLookup)).toThrow('Key 1 of LOOKUP_KEYS is not the one');
});

/** Puts a picture back as an earlier version stored it: under a data key, and without a key in its row. */
async function storeAsEarlier(borrowerId: number): Promise<string> {
  const files = openFiles(server.db, before.sealing, storage);
  const [row] = await server.query(
    'select front_file_id as id from borrower_identity where borrower_id = $1',
    [borrowerId],
  );
  const sealed = before.sealing.sealBytes(
    'stored_file.picture',
    { file_id: row.id },
    await files.read(row.id),
  );
  await files.remove(row.id);
  await storage.put(`${row.id.slice(0, 2)}/${row.id}`, sealed);
  await server.query('update stored_file set key_sealed = null where file_id = $1', [row.id]);
  return row.id;
}

describe('a rotation', () => {
  test('is refused while a program with an earlier first key is connected', async () => {
    const other = openDatabase({ url: server.programUrl, applicationName: 'thumba data=1 lookup=1' });
    const same = openDatabase({ url: server.programUrl, applicationName: 'thumba data=2 lookup=2,1' });
    await Promise.all([other.pool.query('select 1'), same.pool.query('select 1')]);
    expect(await rotateKeys(depsOf(server.sealing))).toEqual({
      kind: 'others_use_older_keys',
      names: ['thumba data=1 lookup=1'],
    });
    await Promise.all([other.close(), same.close()]);
  });

  test('is refused while another one is under way', async () => {
    const both = await Promise.all([rotateFirstColumns(), rotateFirstColumns()]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['ended', 'under_way']);
  });

  test('that is ended in the middle leaves everything readable, and the next one goes on', async () => {
    const left = await unreadableUnder(second);
    const stopped = await rotateFirstColumns();
    expect(stopped).toMatchObject({ kind: 'ended', isStopped: true, emptied: [] });
    expect(await unreadableUnder(second)).toBeLessThanOrEqual(left);
    expect(await unreadableUnder(second)).toBeGreaterThan(0);
    expect(await unreadableUnder(server.sealing)).toBe(0);
    await expect(openSealing(server.db, earlierOut(), 0)).rejects.toThrow('DATA_KEYS lacks key 1');
  });

  test('leaves out a row that is locked, and comes back to it', async () => {
    const client = await server.db.pool.connect();
    await client.query('begin');
    await client.query('select from borrower_identity where borrower_id = $1 for update', [
      borrowers[0]!.borrowerId,
    ]);
    const deps = depsOf(server.sealing);
    const rotating = rotateKeys({
      ...deps,
      say: (line) => {
        deps.said.push(line);
        // The other columns are done while the row is locked.
        if (line.startsWith('session.device_sealed')) void client.query('commit');
      },
    });
    const rotation = await rotating;
    client.release();
    expect(rotation).toMatchObject({ kind: 'ended', isStopped: false, unreadable: [] });
    const ofBorrowers = deps.said.filter((line) => line.startsWith('borrower_identity.identity_sealed'));
    expect(ofBorrowers).toEqual([
      'borrower_identity.identity_sealed: 2 sealed under the first key.',
      'borrower_identity.identity_sealed: 1 sealed under the first key.',
    ]);
    expect(await unreadableUnder(second)).toBe(0);
  });

  test('empties the earlier data key, which may then be taken out', async () => {
    const registry = await readKeyRegistry(server.db);
    const keyOne = registry.keys.find(({ kind, number }) => kind === 'data' && number === 1);
    expect(keyOne).toMatchObject({ is_emptied: true });
    await openSealing(server.db, earlierOut(), server.clock.nowMs());
  });

  test('seals what two people decided anew, and changes nothing else of it', async () => {
    const { borrowerId } = borrowers[0]!;
    const [report] = await server.query(
      'select content_sealed as sealed from suspicion_report where borrower_id = $1',
      [borrowerId],
    );
    const place = { borrower_id: borrowerId, report_id: 1 };
    expect(second.open('suspicion_report.content_sealed', place, report.sealed)).toBe('what it says');
    const [channel] = await server.query(
      `select pixel_token_sealed as sealed from channel where channel_code = 'WM2'`,
    );
    const ofChannel = { channel_code: 'WM2' };
    expect(second.open('channel.pixel_token_sealed', ofChannel, channel.sealed)).toBe('EAAB-secret');
    const [request] = await server.query(
      `select request_id, payload_sealed as sealed from staff_request where kind = 'channel_change'`,
    );
    const ofRequest = { request_id: request.request_id };
    expect(second.open('staff_request.payload_sealed', ofRequest, request.sealed)).toContain('WM2');

    const asProgram = server.db.pool;
    await expect(
      asProgram.query(`update suspicion_report set content_sealed = text_sealed where report_id = 1`),
    ).rejects.toThrow('does not change: write a correction');
    await expect(asProgram.query(`update channel set pixel_token_sealed = null`)).rejects.toThrow(
      'needs a request that a second person approved',
    );
    await expect(asProgram.query(`update staff_request set payload_sealed = 'x'`)).rejects.toThrow(
      'stays as it was asked',
    );
    for (const other of [
      'text_sealed',
      `'\\x02'`,
      `substr(content_sealed, 1, 1) || '\\x01' || text_sealed`,
    ]) {
      await expect(server.query(`update suspicion_report set content_sealed = ${other}`)).rejects.toThrow(
        'does not change: write a correction',
      );
    }
    await expect(server.query(`update suspicion_report set approved_by = 'staff:chipo'`)).rejects.toThrow(
      'does not change: write a correction',
    );
  });

  test('leaves every picture readable under the first key alone, also one of an earlier version', async () => {
    const ids = (
      await server.query('select file_id as id from stored_file where borrower_id is not null')
    ).map(({ id }) => id);
    expect(ids).toContain(earlierFileId);
    const files = openFiles(server.db, second, storage);
    for (const id of ids) expect((await files.read(id)).subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));
    const names = (await storage.list('')).map((name) => name.slice('aa/'.length));
    expect(names.filter((name) => !name.endsWith('-k'))).toEqual([]);
  });

  test('stores numbers and identities under the first look-up key, and says what lives on', async () => {
    const rotation = await rotateKeys(depsOf(server.sealing));
    if (rotation.kind !== 'ended') throw new Error(rotation.kind);
    expect(rotation).toMatchObject({ resealed: 0, rehashed: 0 });
    const columns = rotation.remaining.map(({ column }) => column);
    expect(columns).toContain('welcomed_number.mobile_hash');
    for (const moved of [
      'borrower_name_prefix.prefix_hash',
      'borrower_by_mobile.mobile_hash',
      'borrower_by_national_id.national_id_hash',
      'payout_number.mobile_hash',
      'repay_account.mobile_hash',
    ]) {
      expect(columns).not.toContain(moved);
    }
    const registry = await readKeyRegistry(server.db);
    expect(() => sealingFor(registry, keysOf({ ...secondOnly(), CALLBACK_SECRET }))).toThrow(
      'LOOKUP_KEYS lacks key 1',
    );
  });

  test('stores what names are found by under the first look-up key', async () => {
    const stored = await server.query(
      'select prefix_hash::text as hash, borrower_id from borrower_name_prefix',
    );
    const ofName = namePrefixHashes(second, { firstName: 'Chipo', lastName: 'Lungu' });
    expect(new Set(stored.map(({ hash }) => hash))).toEqual(new Set(ofName));
    expect(stored).toHaveLength(ofName.length * borrowers.length);
  });

  test('keeps the rows about one number together, and the borrowers known', async () => {
    const [{ accounts, hashes }] = await server.query(
      `select count(*)::int as accounts, count(distinct mobile_hash)::int as hashes
       from repay_account where mobile_hash = any ($1)`,
      [server.sealing.lookupHashes('mobile', sharedNumber)],
    );
    expect({ accounts, hashes }).toEqual({ accounts: 3, hashes: 1 });
    for (const { mobile, borrowerId } of borrowers) {
      server.clock.advance({ hours: 1 });
      expect((await signIn(server, mobile)).borrowerId).toBe(borrowerId);
    }
    const [{ borrowers: registered }] = await server.query('select count(*)::int as borrowers from borrower');
    expect(registered).toBe(3);
  });
});

test('a value that was copied to another row, column or borrower is named, and its key stays', async () => {
  const [{ mobile_sealed: own, account_id }] = await server.query(
    'select mobile_sealed, account_id from repay_account where borrower_id = $1 order by account_id limit 1',
    [borrowers[0]!.borrowerId],
  );
  const [{ mobile_sealed: foreign }] = await server.query(
    'select mobile_sealed from repay_account where borrower_id = $1 limit 1',
    [borrowers[1]!.borrowerId],
  );
  const [{ mobile_sealed: ofOtherColumn }] = await server.query(
    'select mobile_sealed from borrower where borrower_id = $1',
    [borrowers[0]!.borrowerId],
  );
  const store = (sealed: Buffer) =>
    server.query('update repay_account set mobile_sealed = $2 where account_id = $1', [account_id, sealed]);
  for (const copied of [foreign, ofOtherColumn]) {
    await store(copied);
    const { unreadable } = await examineSealedValues(server.db, server.sealing);
    expect(unreadable).toEqual([
      `repay_account.mobile_sealed of borrower_id ${borrowers[0]!.borrowerId}, account_id ${account_id}`,
    ]);
  }
  await store(own);
});

test('values of an earlier version are bound to their rows beside the server, and then refused for good', async () => {
  const { borrowerId, mobile } = borrowers[0]!;
  await server.query('alter table sealing_state disable trigger sealing_state_goes_one_way');
  await server.query('update sealing_state set bound_at = null');
  await server.query('alter table sealing_state enable trigger sealing_state_goes_one_way');
  const unbound = unboundValue(changed.data.find(({ number }) => number === 1)!.key, mobile);
  await server.query('update borrower set mobile_sealed = $2 where borrower_id = $1', [borrowerId, unbound]);
  const upgraded = sealingFor(await readKeyRegistry(server.db), changed);
  expect(await unreadableUnder(upgraded)).toBe(0);
  expect(await bindValues(depsOf(upgraded))).toEqual({ isBound: true, unreadable: [] });
  expect(await unreadableUnder(second)).toBe(0);
  expect((await readKeyRegistry(server.db)).isBound).toBe(true);
  await expect(server.query('update sealing_state set bound_at = null')).rejects.toThrow(
    'never accepted again',
  );
  await expect(server.query('delete from sealing_state')).rejects.toThrow('append-only');
  await markBound(server.owner, 0);
  const later = sealingFor(await readKeyRegistry(server.db), changed);
  expect(() => later.open('borrower.mobile_sealed', { borrower_id: borrowerId }, unbound)).toThrow(
    'is not accepted',
  );
});

const secondOnly = () => ({ DATA_KEYS: SECOND_DATA, LOOKUP_KEYS: SECOND_LOOKUP });
/** The settings after the earlier data key was taken out. */
const earlierOut = () =>
  keysOf({ DATA_KEYS: SECOND_DATA, LOOKUP_KEYS: CHANGED.LOOKUP_KEYS, CALLBACK_SECRET });

/** Ends after the first column that had something to seal. */
function rotateFirstColumns() {
  let isOver = false;
  const deps = depsOf(server.sealing, () => isOver);
  return rotateKeys({
    ...deps,
    say: (line) => {
      if (line.includes('_sealed')) isOver = true;
    },
  });
}
