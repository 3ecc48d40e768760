import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveDetails } from '../../apps/server/src/demo/borrower-steps.ts';
import { openFiles } from '../../apps/server/src/people/authentication/file-rows.ts';
import { cardReadingWords } from '../../apps/server/src/people/card/card-reading-words.ts';
import { filesFolder } from '../../apps/server/src/platform/files.ts';
import { newPair } from '../../apps/server/src/platform/one-way-seal.ts';
import { folderStorage } from '../../apps/server/src/platform/storage.ts';
import type { SamplePerson } from '../../apps/server/src/simulator/sample-people.ts';
import {
  deleteAccount,
  rowCountsOf,
} from '../../apps/server/src/upkeep/personal-data/personal-data.test-support.ts';
import { type AppBorrower, borrow, settle, signIn } from '../../apps/server/test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';
import { dumpDatabase, secretsIn } from '../../apps/server/test/database-dump.ts';

/*
 * A thief has a dump of the database, the folder of files, the logs and what lies in the folder for temporary files, and
 * searches them for a card and a face: what was typed, the bytes of the pictures, and the face as numbers. Programs that
 * read pictures were killed. Canaries are values that must not appear unencrypted anywhere.
 */

const NAMES = { firstName: 'Xcanaryfirst', lastName: 'Xcanarylast' };

let server: AppServer;
let borrower: AppBorrower;
let person: SamplePerson;
let temporaryBefore: Set<string>;
/** By what they are a part of. */
let canaries: Record<'typed' | 'sent' | 'kept' | 'numbers', string[]>;

beforeAll(async () => {
  temporaryBefore = new Set(await readdir(tmpdir()));
  server = await startAppServer({
    settings: { FACE_REQUIRED: 'true', ARCHIVE_PUBLIC_KEY: newPair().publicKey },
  });
  const people = (await (await fetch(`${server.url}/sim/api/people`)).json()) as SamplePerson[];
  person = people[0]!;
  borrower = await signIn(server);
  const { idNumber, birthDate, gender, cardFront, cardBack, face, frames } = person;
  await giveDetails(borrower, {
    identity: { idNumber, birthDate, gender, ...NAMES },
    // The names on the card are other ones, so a reading of it would send the application to a person.
    card: { front: cardFront, back: cardBack },
    monthlyIncome: 5000,
    takePictures: async () => ({ face, frames }),
  });
  canaries = {
    typed: [idNumber, idNumber.replaceAll('/', ''), ...Object.values(NAMES)],
    sent: [cardFront, cardBack, face, ...frames.left, ...frames.nod].flatMap(piecesOfSent),
    kept: await piecesOfKept(),
    numbers: await spellingsOfFace(),
  };
  // A card is read and a face is measured, which takes long on a machine with other work.
}, 400_000);
afterAll(() => server?.stop());

/** From the middle of the bytes: beginnings are alike in all pictures. */
function piecesOf(bytes: Buffer): string[] {
  return [0.4, 0.6, 0.8].map((share) => {
    const from = Math.trunc(bytes.length * share);
    return bytes.toString('latin1', from, from + 24);
  });
}

function piecesOfSent(dataUrl: string): string[] {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  const from = Math.trunc(base64.length / 2);
  return [...piecesOf(Buffer.from(base64, 'base64')), base64.slice(from, from + 40)];
}

async function piecesOfKept(): Promise<string[]> {
  const files = openFiles(server.db, server.sealing, folderStorage(filesFolder(server.dataDir)));
  const rows = await server.query('select file_id from stored_file where borrower_id = $1', [
    borrower.borrowerId,
  ]);
  expect(rows.length).toBeGreaterThan(8);
  const kept = await Promise.all(rows.map(({ file_id }) => files.read(file_id)));
  return kept.flatMap(piecesOf);
}

/** The face as numbers: as bytes, in base64 and in hexadecimal, and written out. */
async function spellingsOfFace(): Promise<string[]> {
  const [row] = await server.query('select embedding_sealed from face_embedding where borrower_id = $1', [
    borrower.borrowerId,
  ]);
  const place = { borrower_id: borrower.borrowerId };
  const base64 = server.sealing.open('face_embedding.embedding_sealed', place, row.embedding_sealed);
  const numbers = Buffer.from(base64, 'base64');
  expect(numbers).toHaveLength(1024);
  return [0, 480, 960].flatMap((from) => {
    const piece = numbers.subarray(from, from + 12);
    const written = [...new Int8Array(piece)].map(String);
    return [
      piece.toString('latin1'),
      piece.toString('hex'),
      numbers.subarray(from, from + 24).toString('base64'),
      written.join(','),
      written.join(', '),
    ];
  });
}

async function readAll(folder: string, names: readonly string[]): Promise<string> {
  const contents = await Promise.all(
    // A file that ends while it is read is gone, and shows nothing.
    names.map((name) => readFile(path.join(folder, name), 'latin1').catch(() => '')),
  );
  return contents.join('\n');
}

async function filesIn(folder: string, isWanted: (name: string) => boolean): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && isWanted(entry.name));
  return readAll(
    folder,
    files.map((file) => path.relative(folder, path.join(file.parentPath, file.name))),
  );
}

/** What is new among temporary files. Folders there belong to the tests that run beside this one. */
async function temporaryFiles(): Promise<string> {
  const entries = await readdir(tmpdir(), { withFileTypes: true });
  const fresh = entries.filter((entry) => entry.isFile() && !temporaryBefore.has(entry.name));
  return readAll(
    tmpdir(),
    fresh.map(({ name }) => name),
  );
}

const PLACES: readonly (readonly [string, () => Promise<string>])[] = [
  [
    'the dump',
    async () =>
      (await dumpDatabase(server.owner)).replaceAll(/\\x([0-9a-f]+)/g, (_all, hex) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      ),
  ],
  [
    'the folder of files',
    () => filesIn(server.dataDir, (name) => !/^(keys|callback-secret|vapid|archive-key)\.json$/.test(name)),
  ],
  ['the logs', async () => server.logLines.join('\n')],
  ['the temporary files', temporaryFiles],
];

async function found(): Promise<Record<string, string[]>> {
  const places = await Promise.all(
    PLACES.map(
      async ([place, read]) => [place, secretsIn(await read(), Object.values(canaries).flat())] as const,
    ),
  );
  return Object.fromEntries(places.filter(([, secrets]) => secrets.length > 0));
}

const LATER_CALLS = 30;

/** A program that this server started, found by its file. */
async function programOf(file: string): Promise<number> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const id of processes) {
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((name) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '')),
    );
    const parent = /^\d+ \(.*\) \S (\d+)/.exec(stat!)?.[1];
    if (Number(parent) === process.pid && command!.includes(file)) return Number(id);
  }
  throw new Error(`no process of ${file} is there`);
}

/**
 * The program is stopped before the picture is sent, so that it is killed while it has the picture. The answer tells that it
 * was: one that was killed before is replaced, and the picture is drawn or read.
 */
async function killWhileItWorks(file: string, work: () => Promise<unknown>): Promise<unknown> {
  const id = await programOf(file);
  process.kill(id, 'SIGSTOP');
  const begun = await readingsBegun();
  const answer = work();
  if (file === 'reading-program') await expect.poll(readingsBegun).toBe(begun + 1);
  // One later call may be answered before the picture is handed over. After many of them it was.
  for (let later = 0; later < LATER_CALLS; later += 1) await borrower.call('getUserAuthProcessStep', {});
  process.kill(id, 'SIGKILL');
  return answer;
}

const readingsBegun = async () =>
  (await server.query(`select from counted_use where kind = 'card_reading'`)).length;

const sendCard = () =>
  borrower.call('uploadBase64', { body: { image: person.cardFront, purpose: 'nrc_front' } });

async function cardToRead() {
  const { fileId: frontFileId } = await borrower.ask('uploadBase64', {
    body: { image: person.cardFront, purpose: 'nrc_front' },
  });
  return { body: { frontFileId, confirm: false as const } };
}

test('no card or face data is stored unencrypted, also after the drawing and the reading programs were killed', async () => {
  expect(await found()).toEqual({});
  const [first, second] = [await cardToRead(), await cardToRead()];
  expect(await killWhileItWorks('drawing-program', sendCard)).toMatchObject({ code: 400 });
  // The reading program ends when it is idle, and is there after a card.
  await borrower.ask('addOrUpdateUserOcrInfoV3', first);
  expect(
    await killWhileItWorks('reading-program', () => borrower.call('addOrUpdateUserOcrInfoV3', second)),
  ).toMatchObject({ code: 200, data: { picture: 'busy', message: cardReadingWords.ended } });
  expect(await found()).toEqual({});
});

const faceTables = async () => {
  const counts = await rowCountsOf(server, borrower.borrowerId);
  return Object.keys(counts).filter((table) => table.startsWith('face_'));
};
const keptPurposes = () =>
  server.query('select distinct purpose from stored_file where borrower_id = $1 order by purpose', [
    borrower.borrowerId,
  ]);

test('the face goes with the account, the card moves to the archive, and nothing is in the clear', async () => {
  expect((await faceTables()).toSorted()).toEqual(['face_challenge', 'face_check', 'face_embedding']);
  expect(await keptPurposes()).toContainEqual({ purpose: 'selfie' });
  const orderId = await borrow(borrower, { amount: 200 });
  server.clock.advance({ seconds: 1 });
  await settle(server, borrower, orderId);
  expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200 });
  const rows = await server.query('select from borrower_archive where borrower_id = $1', [
    borrower.borrowerId,
  ]);
  expect(rows).toHaveLength(1);
  expect(await faceTables()).toEqual([]);
  expect(await keptPurposes()).toEqual([{ purpose: 'nrc_back' }, { purpose: 'nrc_front' }]);
  expect(await found()).toEqual({});
});

test('the search finds what is written in the clear', async () => {
  const [typed, sent] = [canaries.typed[0]!, canaries.sent[0]!];
  // The first numbers of the face as bytes, and the last as text.
  const [rawBytes, text] = [canaries.numbers[0]!, canaries.numbers.at(-1)!];
  const folder = path.join(server.dataDir, 'files', 'planted');
  const temporary = path.join(tmpdir(), `face-canaries-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'a'), sent, 'latin1');
  server.app.http.log.info(`a face with ${text} of ${typed}`);
  try {
    await server.query('create table planted (bytes bytea)');
    await server.query('insert into planted values ($1)', [Buffer.from(rawBytes, 'latin1')]);
    await writeFile(temporary, rawBytes, 'latin1');
    const told = await found();
    expect(told['the dump']).toContain(rawBytes);
    expect(told['the temporary files']).toContain(rawBytes);
    expect(told['the folder of files']).toContain(sent);
    expect(told['the logs']).toEqual(expect.arrayContaining([typed, text]));
  } finally {
    await rm(temporary, { force: true });
    await server.query('drop table if exists planted');
  }
});
