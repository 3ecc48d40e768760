import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, downloadRecord, signUp, stepUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { readPdf } from '../../../test/read-pdf.ts';
import { openFiles } from '../../people/authentication/file-rows.ts';
import { type Files, filesFolder, sealFileKey } from '../../platform/files.ts';
import { folderStorage } from '../../platform/storage.ts';
import { partsOfFile } from './record-file.ts';

const PICTURES = 40;

let server: AppServer;
let files: Files;
let borrower: AppBorrower;
let pictures: Map<string, string>;
beforeAll(async () => {
  server = await startAppServer();
  files = openFiles(server.db, server.sealing, folderStorage(filesFolder(server.dataDir)));
  borrower = await signUp(server);
  const size = { width: 700, height: 700, channels: 3 } as const;
  const noise = randomBytes(size.width * size.height * size.channels);
  const jpeg = await sharp(noise, { raw: size }).jpeg({ quality: 95 }).toBuffer();
  pictures = new Map();
  for (let index = 0; index < PICTURES; index++) {
    const fileId = `${index}`.padStart(43, 'p');
    await keepPicture(fileId, jpeg);
    pictures.set(fileId, digestOf(jpeg));
  }
  expect(jpeg.length * PICTURES).toBeGreaterThan(20_000_000);
});
afterAll(() => server.stop());

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function keepPicture(fileId: string, jpeg: Buffer): Promise<void> {
  const file = { fileId, purpose: 'face_frame' };
  const { key } = files.newKey(file);
  await files.write(file, key, jpeg);
  const { borrowerId } = borrower;
  await server.query(
    `insert into stored_file (file_id, purpose, borrower_id, byte_count, address_hash, uploaded_at, key_sealed)
     values ($1, $2, $3, $5, '', now(), $4)`,
    [fileId, file.purpose, borrowerId, sealFileKey(server.sealing, file, borrowerId, key), jpeg.length],
  );
}

async function download(format: 'json' | 'pdf'): Promise<Buffer> {
  return Buffer.from(await (await downloadRecord(server, borrower, format)).arrayBuffer());
}

test('the JSON file of a borrower with many pictures has them all, and no copy of them is kept with the file', async () => {
  const record = JSON.parse((await download('json')).toString('utf8'));
  const found = new Map(
    record.files.map(({ fileId, picture }: { fileId: string; picture: string }) => [
      fileId,
      digestOf(Buffer.from(picture.replace('data:image/jpeg;base64,', ''), 'base64')),
    ]),
  );
  for (const [fileId, digest] of pictures) expect(found.get(fileId)).toBe(digest);
  const [kept] = await server.query('select max(length(content_sealed)) as bytes from data_download');
  expect(kept.bytes).toBeLessThan(200_000);
});

test('one picture is read at a time, and none before its part is asked for', async () => {
  let read = 0;
  const counted: Files = {
    ...files,
    read: (fileId) => {
      read += 1;
      return files.read(fileId);
    },
  };
  const fileIds = [...pictures.keys()];
  const content = Buffer.from(fileIds.map(() => 'a picture: \0').join(''));
  const parts = partsOfFile({ db: server.db, files: counted }, borrower.borrowerId, { content, fileIds });
  expect((await parts.next()).value.toString()).toBe('a picture: ');
  for (const [index] of fileIds.entries()) {
    expect(read).toBe(index);
    expect((await parts.next()).value.length).toBeGreaterThan(500_000);
    await parts.next();
  }
});

test('a picture that was erased meanwhile is left out, and a borrower cannot write a place for one', async () => {
  const stepUpCode = await stepUp(server, borrower, 'download');
  await borrower.ask('writeComplaint', { body: { topic: 'cost', text: 'before \\u0000 after' } });
  const { url } = await borrower.ask('downloadMyData', { body: { format: 'json', stepUpCode } });
  const [first] = pictures.keys();
  await server.query(`update stored_file set key_sealed = '' where file_id = $1`, [first]);
  const record = (await (await fetch(server.url + url)).json()) as {
    files: { fileId: string; picture: string }[];
    complaints: { text: string }[];
  };
  expect(record.files.find(({ fileId }) => fileId === first)?.picture).toBe('data:image/jpeg;base64,');
  expect(record.files.filter(({ picture }) => picture.length > 500_000)).toHaveLength(PICTURES - 1);
  expect(record.complaints[0]?.text).toBe('before \\u0000 after');
});

test('the PDF has the newest pictures, and says where the others are', async () => {
  const pdf = await download('pdf');
  expect(pdf.length).toBeLessThan(14_000_000);
  expect((await readPdf(pdf)).text).toContain('There are more pictures in the JSON file.');
});
