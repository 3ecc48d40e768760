import { readdir, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, signIn } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { fileKeyOf, filesFolder } from '../../platform/files.ts';
import { folderStorage } from '../../platform/storage.ts';
import { openFiles } from '../authentication/file-rows.ts';
import { frontOf, inventedPerson } from './sample-pictures.test-support.ts';

const PROGRAM = 'reading-program.ts';

let server: AppServer;
let readersBefore: number[];
let onePixel: Buffer;
beforeAll(async () => {
  readersBefore = await readersNow();
  server = await startAppServer();
  onePixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
    .jpeg()
    .toBuffer();
});
afterEach(async () => {
  for (const pid of await ownReaders()) process.kill(pid, 'SIGCONT');
});
afterAll(() => server.stop());

/** The reading processes that this process started. Those of a server of another file may still be there. */
async function readersNow(): Promise<number[]> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  const pids = children.split(' ').map(Number).filter(Boolean);
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_pid, place) => lines[place]!.includes(PROGRAM));
}

const ownReaders = async () => (await readersNow()).filter((pid) => !readersBefore.includes(pid));

async function upload(borrower: AppBorrower, picture: Buffer): Promise<string> {
  const image = `data:image/jpeg;base64,${picture.toString('base64')}`;
  return (await borrower.ask('uploadBase64', { body: { image, purpose: 'nrc_front' } })).fileId;
}

const filesOfServer = () => openFiles(server.db, server.sealing, folderStorage(filesFolder(server.dataDir)));

const read = (borrower: AppBorrower, frontFileId: string) =>
  borrower.call('addOrUpdateUserOcrInfoV3', { body: { frontFileId, confirm: false } });

async function readingsOf({ borrowerId }: AppBorrower): Promise<number> {
  const subjectHash = server.sealing.lookupHash('card_reading', String(borrowerId));
  const rows = await server.query('select from counted_use where kind = $1 and subject_hash = $2', [
    'card_reading',
    subjectHash,
  ]);
  return rows.length;
}

/** A borrower whose card is being read by a process that stands still. */
async function withReadingUnderWay(pictures: readonly Buffer[]) {
  const borrower = await signIn(server);
  await read(borrower, await upload(borrower, onePixel));
  const [reader] = await ownReaders();
  const fileIds: string[] = [];
  for (const picture of pictures) fileIds.push(await upload(borrower, picture));
  process.kill(reader!, 'SIGSTOP');
  return { borrower, reader: reader!, fileIds };
}

describe('one borrower', () => {
  test('has one card read at a time: of three pictures that come at once one waits, and one is refused at once', async () => {
    const { borrower, reader, fileIds } = await withReadingUnderWay([onePixel, onePixel, onePixel]);
    const asked = fileIds.map((fileId) => read(borrower, fileId));
    expect(await Promise.race(asked)).toMatchObject({
      code: 429,
      msg: 'You sent another picture of your NRC after this one. If you need this one, please try again in 5 seconds.',
      data: { retryAfterSeconds: 5 },
    });
    process.kill(reader, 'SIGCONT');
    const codes = (await Promise.all(asked)).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([200, 200, 429]);
  });

  test('has twenty readings in an hour, and the same picture again is none', async () => {
    const borrower = await signIn(server);
    const first = await upload(borrower, onePixel);
    for (let count = 1; count <= 19; count += 1) await read(borrower, await upload(borrower, onePixel));
    expect(await read(borrower, first)).toMatchObject({ code: 200 });
    expect(await read(borrower, first)).toMatchObject({ code: 200 });
    const next = await upload(borrower, onePixel);
    expect(await read(borrower, next)).toMatchObject({
      code: 429,
      msg: 'You have sent many pictures of your NRC. Please type what stands on it, or try again in 60 minutes.',
      data: { retryAfterSeconds: 3600 },
    });
    const other = await signIn(server);
    expect(await read(other, await upload(other, onePixel))).toMatchObject({ code: 200 });
    server.clock.advance({ seconds: 3600 });
    expect(await read(borrower, next)).toMatchObject({ code: 200 });
  });
});

describe('a reading that failed', () => {
  test('is kept, so that the same picture is not read again', async () => {
    const borrower = await signIn(server);
    const fileId = await upload(borrower, onePixel);
    const [row] = await server.query('select * from stored_file where file_id = $1', [fileId]);
    const key = fileKeyOf(server.sealing, row);
    await filesOfServer().write({ fileId, purpose: row.purpose }, key, Buffer.from('no picture'));
    const answer = await read(borrower, fileId);
    expect(answer).toMatchObject({ code: 200, data: { picture: 'unread', confidence: 0 } });
    expect(await read(borrower, fileId)).toEqual(answer);
    expect(await readingsOf(borrower)).toBe(1);
  });

  test('is tried once more where its process was killed in the middle, and leaves no picture in the clear', async () => {
    const person = inventedPerson();
    const borrower = await signIn(server);
    await read(borrower, await upload(borrower, onePixel));
    const [reader] = await ownReaders();
    const fileId = await upload(borrower, await frontOf(person));
    const begun = await processorTicksOf(reader!);
    const asked = read(borrower, fileId);
    await expect.poll(() => processorTicksOf(reader!), { interval: 10 }).toBeGreaterThan(begun + 20);
    process.kill(reader!, 'SIGSTOP');
    const picture = await filesOfServer().read(fileId);
    expect(await filesOpenIn(reader!)).toEqual([]);
    expect(await filesWith(picture)).toEqual([]);
    process.kill(reader!, 'SIGKILL');
    const message = 'We could not read your NRC this time. Please try again, or type what stands on it.';
    expect(await asked).toMatchObject({ code: 200, data: { picture: 'busy', confidence: 0, message } });
    expect(await filesWith(picture)).toEqual([]);
    const again = await read(borrower, fileId);
    expect(again).toMatchObject({ code: 200, data: { picture: 'read', idNumber: person.idNumber } });
  });

  test('counts as not read where its process was killed twice', async () => {
    const [borrower, other] = [await signIn(server), await signIn(server)];
    const fileId = await upload(borrower, onePixel);
    for (const [count, picture] of ['busy', 'unread'].entries()) {
      await read(other, await upload(other, onePixel));
      const [reader] = await ownReaders();
      process.kill(reader!, 'SIGSTOP');
      const asked = read(borrower, fileId);
      await expect.poll(() => readingsOf(borrower)).toBe(count + 1);
      process.kill(reader!, 'SIGKILL');
      expect(await asked).toMatchObject({ data: { picture } });
    }
  });
});

/** How long the process has computed, in hundredths of a second. */
async function processorTicksOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return Number(fields[11]);
}

/** The files that the process has open, without those it has from this process. */
async function filesOpenIn(pid: number): Promise<string[]> {
  const pathsOf = async (of: number) => {
    const descriptors = await readdir(`/proc/${of}/fd`);
    return Promise.all(descriptors.map((each) => readlink(`/proc/${of}/fd/${each}`).catch(() => '')));
  };
  const own = await pathsOf(process.pid);
  const paths = await pathsOf(pid);
  return paths.filter((each) => each.startsWith('/') && !each.startsWith('/dev/') && !own.includes(each));
}

/** The files of the server, and those that lie in the temporary folder, with bytes of the picture in the clear. */
async function filesWith(picture: Buffer): Promise<string[]> {
  // In the middle stands the print. The edges are those of a table, which look alike in each picture.
  const bytes = picture.subarray(picture.length / 2, picture.length / 2 + 100);
  const places = await Promise.all([
    readdir(server.dataDir, { recursive: true, withFileTypes: true }),
    readdir(tmpdir(), { withFileTypes: true }),
  ]);
  const paths = places
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const found: string[] = [];
  // A file of another test may be gone meanwhile.
  for (const each of paths)
    if ((await readFile(each).catch(() => Buffer.alloc(0))).includes(bytes)) found.push(each);
  return found;
}
