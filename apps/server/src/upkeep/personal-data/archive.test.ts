import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addYears, day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, signIn } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { openFiles } from '../../people/authentication/file-rows.ts';
import { readPictureForStaff, readStaffLooks } from '../../people/authentication/staff-looks.ts';
import { toDate } from '../../platform/clock.ts';
import { type Files, filesFolder } from '../../platform/files.ts';
import { newPair } from '../../platform/one-way-seal.ts';
import { folderStorage, type Storage } from '../../platform/storage.ts';
import { openStaffDesk } from '../../staff/terminal/staff-desk.ts';
import { command } from '../terminal/commands/archive.ts';
import { archiveDeletedAccounts, openArchive } from './archive.ts';
import { deleteAccount, rowCountsOf, settledBorrower } from './personal-data.test-support.ts';

const pair = newPair();
const [publicKey, privateKey] = [Buffer.from(pair.publicKey, 'hex'), Buffer.from(pair.privateKey, 'hex')];

let server: AppServer;
let storage: Storage;
let files: Files;
beforeAll(async () => {
  server = await startAppServer({ settings: { ARCHIVE_PUBLIC_KEY: pair.publicKey } });
  storage = folderStorage(filesFolder(server.dataDir));
  files = openFiles(server.db, server.sealing, storage);
});
afterAll(() => server.stop());

const now = () => toDate(server.clock.nowMs());
const open = ({ borrowerId }: AppBorrower, { reason = 'Order of the court', key = privateKey } = {}) =>
  openArchive(
    { db: server.db, storage },
    { borrowerId, privateKey: key, staffName: 'mary', reason, now: now() },
  );

async function frontFileOf({ borrowerId }: AppBorrower): Promise<string> {
  const [row] = await server.query(
    'select front_file_id as id from borrower_identity where borrower_id = $1',
    [borrowerId],
  );
  return row.id;
}

const placeOf = (fileId: string) => path.join(filesFolder(server.dataDir), fileId.slice(0, 2), `${fileId}-k`);

test.each([
  ['of the face', 'selfie'],
  ['of evidence', 'evidence'],
])(
  'erases the pictures %s with the account, and leaves those of the card for the archive',
  async (_what, purpose) => {
    const borrower = await settledBorrower(server);
    const frontFileId = await frontFileOf(borrower);
    const otherFileId = purpose.padEnd(32, 'x');
    await server.query(
      `insert into stored_file (file_id, borrower_id, purpose, byte_count, address_hash, key_sealed, uploaded_at)
     select $2, borrower_id, $3, byte_count, address_hash, key_sealed, uploaded_at
     from stored_file where file_id = $1`,
      [frontFileId, otherFileId, purpose],
    );
    await mkdir(path.dirname(placeOf(otherFileId)), { recursive: true });
    await copyFile(placeOf(frontFileId), placeOf(otherFileId));
    await deleteAccount(server, borrower);
    const rows = await server.query('select file_id from stored_file where file_id = any ($1)', [
      [frontFileId, otherFileId],
    ]);
    expect(rows).toEqual([{ file_id: frontFileId }]);
    expect(existsSync(placeOf(otherFileId))).toBe(false);
    expect(existsSync(placeOf(frontFileId))).toBe(true);
  },
);

test('counts the years from the last transaction, and says before what is erased and what is archived', async () => {
  const borrower = await settledBorrower(server);
  const keptUntil = addYears(day(server.today()), 10);
  await server.passDays(3);
  expect(await borrower.ask('getAccountDeletion', {})).toMatchObject({
    keptUntil,
    erased: expect.arrayContaining(['face', 'contacts']),
    archived: ['identity', 'card_pictures', 'loans', 'payments'],
  });
  expect(await deleteAccount(server, borrower)).toMatchObject({ data: { keptUntil } });
  const newcomer = await signIn(server);
  expect(await newcomer.ask('getAccountDeletion', {})).not.toHaveProperty('archived');
});

test('who a deleted borrower was is in the archive alone, which the keys of the server do not open', async () => {
  const borrower = await settledBorrower(server);
  const fileId = await frontFileOf(borrower);
  const picture = await files.read(fileId);
  expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200 });

  expect(await rowCountsOf(server, borrower.borrowerId)).toMatchObject({
    borrower_archive: 1,
    stored_file: 1,
  });
  expect(await rowCountsOf(server, borrower.borrowerId)).not.toHaveProperty('borrower_identity');
  await expect(files.read(fileId)).rejects.toThrow('erased');
  const look = { fileId, staffName: 'mary', reason: 'Curious', now: now() };
  expect(await readPictureForStaff({ db: server.db, files }, look)).toMatchObject({ ok: false });
  expect(secretsIn(await dumpDatabase(server.owner), ['Chipo', 'Lungu', borrower.mobile])).toEqual([]);

  const opened = await open(borrower);
  expect(opened).toMatchObject({
    ok: true,
    value: {
      record: {
        profile: [{ mobile: borrower.mobile }],
        identity: [{ identity: { firstName: 'Chipo', lastName: 'Lungu' } }],
        loans: [{ loanId: borrower.orderId, principal: 200 }],
        payments: [{ purpose: 'loan_payout' }, { purpose: 'settlement' }],
        forms: [],
        messages: [],
      },
      pictures: [{ purpose: 'nrc_front', bytes: picture }],
    },
  });
  expect(await readStaffLooks(server.db, borrower.borrowerId)).toMatchObject([
    { lookedBy: 'staff:mary', reason: 'Order of the court', subject: 'archive' },
  ]);
});

test('the archive opens with its own key and a reason only, and a try with another key is recorded', async () => {
  const borrower = await settledBorrower(server);
  await deleteAccount(server, borrower);
  expect(await open(borrower, { reason: ' ' })).toEqual({ ok: false, refusal: { kind: 'reason_needed' } });
  expect(await readStaffLooks(server.db, borrower.borrowerId)).toEqual([]);
  for (const key of [publicKey, Buffer.from(newPair().privateKey, 'hex')])
    await expect(open(borrower, { key })).rejects.toThrow('sealed for another key');
  expect(await readStaffLooks(server.db, borrower.borrowerId)).toHaveLength(2);
  expect(await open(await signIn(server))).toEqual({ ok: false, refusal: { kind: 'not_archived' } });
});

test('the archive of one borrower does not open in the row of another', async () => {
  const [one, other] = [await settledBorrower(server), await settledBorrower(server)];
  await deleteAccount(server, one);
  await deleteAccount(server, other);
  await server.query(
    `update borrower_archive set content = (select content from borrower_archive where borrower_id = $1)
     where borrower_id = $2`,
    [one.borrowerId, other.borrowerId],
  );
  await expect(open(other)).rejects.toThrow();
});

test('what a deletion could not move is moved by housekeeping, once, and without a key nothing is', async () => {
  const borrower = await settledBorrower(server);
  const fileId = await frontFileOf(borrower);
  const [identity] = await server.query('select * from borrower_identity where borrower_id = $1', [
    borrower.borrowerId,
  ]);
  const [file] = await server.query('select key_sealed from stored_file where file_id = $1', [fileId]);
  await deleteAccount(server, borrower);
  await server.query('delete from borrower_archive where borrower_id = $1', [borrower.borrowerId]);
  await server.query(
    'insert into borrower_identity (borrower_id, front_file_id, identity_sealed, confirmed_at) values ($1, $2, $3, $4)',
    [borrower.borrowerId, fileId, identity.identity_sealed, identity.confirmed_at],
  );
  await server.query('update stored_file set key_sealed = $2 where file_id = $1', [fileId, file.key_sealed]);

  const deps = { ...server, files };
  expect(await archiveDeletedAccounts({ ...deps, archivePublicKey: () => null }, now())).toBe(0);
  expect(await rowCountsOf(server, borrower.borrowerId)).toHaveProperty('borrower_identity');
  expect(await archiveDeletedAccounts({ ...deps, archivePublicKey: () => publicKey }, now())).toBe(1);
  expect(await archiveDeletedAccounts({ ...deps, archivePublicKey: () => publicKey }, now())).toBe(0);
  expect(await open(borrower)).toMatchObject({ ok: true, value: { pictures: [{ purpose: 'nrc_front' }] } });
});

test('compliance opens an archive into a new folder, without the other keys of the server', async () => {
  const borrower = await settledBorrower(server);
  await deleteAccount(server, borrower);
  const parent = await mkdtemp(path.join(tmpdir(), 'thumba-archive-'));
  try {
    const folder = path.join(parent, 'opened');
    const variables = { DATA_DIR: server.dataDir, ARCHIVE_PRIVATE_KEY: pair.privateKey, USER: 'mary' };
    const desk = await openStaffDesk({ db: server.db, clock: server.clock, variables });
    const words = ['open', String(borrower.borrowerId), folder];
    expect(await command.atDesk(desk, words)).toMatchObject({ done: false });
    expect(await command.atDesk(desk, [...words, 'Order of the court'])).toMatchObject({ done: true });
    expect((await readdir(folder)).sort()).toEqual(['1-nrc_front.jpg', 'record.json']);
    const record = JSON.parse(await readFile(path.join(folder, 'record.json'), 'utf8'));
    expect(record).toMatchObject({ identity: [{ identity: { lastName: 'Lungu' } }] });
    const { lines } = await command.atDesk(desk, []);
    expect(lines.join('\n')).toMatch(new RegExp(`^${borrower.borrowerId} .*[0-9a-f]{8}$`, 'm'));
  } finally {
    await rm(parent, { recursive: true });
  }
});
