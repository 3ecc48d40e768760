import { type ClientRequest, request as httpRequest } from 'node:http';
import { STAFF_API_BASE, STAFF_HEADER, staffCalls } from '@thumba/contract/staff/calls';
import { MOST_LIST_BYTES } from '@thumba/contract/staff/calls/cases';
import type { StaffRequest } from '@thumba/contract/staff/wire';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import {
  consoleOriginOf,
  cookieHeader,
  hire,
  openOffice,
  type StaffMember,
} from '../../../test/staff-client.ts';
import { importPeople } from '../../staff/terminal/imported-list.test-support.ts';
import { sampleUnList } from './lists.test-support.ts';

let server: AppServer;
let monde: StaffMember;
let taonga: StaffMember;
let thandiwe: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  monde = await hire(server, { maker, checker }, { userName: 'monde', roles: ['compliance'] });
  taonga = await hire(server, { maker, checker }, { userName: 'taonga', roles: ['compliance'] });
  thandiwe = await hire(server, { maker, checker }, { userName: 'thandiwe', roles: ['auditor'] });
});
afterAll(() => server.stop());

type Kind = StaffRequest<'readScreeningList'>['query']['kind'];
type Import = StaffRequest<'importScreeningList'>['query'];

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const csvOf = (...people: string[]) => bytesOf(`reference,name,birth_date\n${people.join('\n')}\n`);
const unListOf = (madeAt: string, ...lastNames: string[]) =>
  bytesOf(
    sampleUnList(
      lastNames.map((lastName, at) => ({
        ...{ reference: `INi.00${at}`, names: ['WEZI', lastName] },
        birth: { date: '1980-05-06' },
      })),
      madeAt,
    ),
  );

async function readFile(kind: Kind, file: Uint8Array<ArrayBuffer>, member = monde) {
  return member.client.call('readScreeningList', { query: { kind, name: `${kind}.txt` }, file });
}

/** Reads a file and imports it as it was shown. */
async function importFile(
  kind: Kind,
  file: Uint8Array<ArrayBuffer>,
  changed: Partial<Import> = {},
  member = monde,
) {
  const { data } = await readFile(kind, file, member);
  const replaces = data.inUse?.revision ?? 0;
  const shown = { kind, name: `${kind}.txt`, digest: data.digest, replaces, ifOlder: 'refuse' } as const;
  return member.client.call('importScreeningList', { query: { ...shown, ...changed }, file });
}

const lists = async (member = monde) => (await member.client.call('getScreeningLists')).data;
const inUse = async (kind: Kind) => (await lists()).lists.find((list) => list.kind === kind)!.inUse;

async function untilCompared(): Promise<void> {
  await vi.waitFor(async () => expect((await lists()).comparison?.endedAt).toBeTruthy(), PATIENCE);
}

const referencesOf = async (kind: Kind) =>
  (
    await server.query('select reference from screening_entry where list_kind = $1 order by reference', [
      kind,
    ])
  ).map(({ reference }) => reference as string);

async function openHits(): Promise<string[]> {
  const { data } = await monde.client.call('listCases', { query: { pageSize: 100 } });
  return data.items.map(({ listedName }) => listedName);
}

describe('a list', () => {
  test('is read before it replaces anything, then imported, compared with every borrower, and in the audit', async () => {
    expect(await lists()).toEqual({
      lists: ['un', 'domestic', 'pep'].map((kind) => ({ kind, inUse: null })),
      comparison: null,
    });
    await signUp(server, { firstName: 'Wezi', lastName: 'Nyirongo', birthDate: '1980-05-06' });
    const file = unListOf('2026-11-20T08:00:00Z', 'NYIRONGO', 'MUZYAMBA');
    const read = await readFile('un', file);
    expect(read.data).toMatchObject({
      ...{ label: '2026-11-20T08:00:00Z', people: 2, age: 'newer', inUse: null, added: 2, removed: 0 },
    });
    expect(await referencesOf('un')).toEqual([]);
    expect(await importFile('un', file)).toMatchObject({ code: 200, data: { people: 2 } });
    expect(await inUse('un')).toEqual({
      revision: expect.any(Number),
      ...{ label: '2026-11-20T08:00:00Z', people: 2, importedBy: 'Person monde' },
      importedAt: new Date(server.clock.nowMs()).toISOString(),
      since: '2026-11-20T08:00:00.000Z',
    });
    await untilCompared();
    expect((await lists()).comparison).toMatchObject({ borrowers: 1, compared: 1 });
    expect(await openHits()).toEqual(['WEZI NYIRONGO']);
    const { data } = await thandiwe.client.call('searchAudit', { query: { call: 'importScreeningList' } });
    const [{ revision }] = await server.query('select revision::integer from screening_import');
    expect(data.items).toMatchObject([
      {
        ...{ userName: 'monde', outcome: 'done' },
        detail: { kind: 'un', label: '2026-11-20T08:00:00Z', people: 2, revision },
      },
      { userName: 'monde', outcome: 'begun' },
    ]);
  });

  test('that is in use already replaces nothing, and says so', async () => {
    const file = csvOf('D1,Mwiza Sakala,');
    expect(await importFile('domestic', file)).toMatchObject({ code: 200 });
    const before = await inUse('domestic');
    expect((await readFile('domestic', file)).data).toMatchObject({ age: 'in_use', added: 0, removed: 0 });
    expect(await importFile('domestic', file)).toMatchObject({ code: 409, reason: 'in_use' });
    expect(await inUse('domestic')).toEqual(before);
  });

  test.each([
    ['un', unListOf('2026-11-23T08:00:00Z', 'SICHONE'), unListOf('2026-11-22T08:00:00Z', 'KALUBA', 'ZIMBA')],
    ['pep', csvOf('P2,Sibeso Mwangelwa,'), csvOf('P1,Sibeso Mwangelwa,', 'P3,Ruth Soko,')],
  ] as const)(
    'of %s that is older than the one in use needs a word of its own',
    async (kind, newer, older) => {
      if (kind === 'pep') await importFile(kind, older);
      await importFile(kind, newer);
      expect((await readFile(kind, older)).data).toMatchObject({ age: 'older', people: 2 });
      const references = await referencesOf(kind);
      expect(await importFile(kind, older)).toMatchObject({ code: 409, reason: 'older' });
      expect(await referencesOf(kind)).toEqual(references);
      expect(await importFile(kind, older, { ifOlder: 'replace' })).toMatchObject({ code: 200 });
      expect((await referencesOf(kind)).length).toBe(2);
    },
  );

  test('says how many people it adds and takes away', async () => {
    await importFile('domestic', csvOf('D1,Mwiza Sakala,', 'D2,Ruth Soko,', 'D3,Sibeso Mwangelwa,'));
    const { data } = await readFile('domestic', csvOf('D1,Mwiza M. Sakala,', 'D4,Late Listed,'));
    expect(data).toMatchObject({ people: 2, added: 1, removed: 2, inUse: { people: 3 } });
  });

  test('is imported only as the file that was read, in the place of the list that was shown', async () => {
    const before = await referencesOf('domestic');
    const changed = { digest: '0'.repeat(64) };
    expect(await importFile('domestic', csvOf('D8,Other File,'), changed)).toMatchObject({
      ...{ code: 409, reason: 'other_file' },
    });
    const { revision } = (await inUse('domestic'))!;
    expect(await importFile('domestic', csvOf('D8,Other File,'), { replaces: revision - 1 })).toMatchObject({
      ...{ code: 409, reason: 'replaced' },
    });
    expect(await referencesOf('domestic')).toEqual(before);
  });

  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0xff, 0xd8]);
  test.each([
    ['is a picture', 'pep', picture, 'its text is not in UTF-8'],
    [
      'is in another encoding',
      'domestic',
      new Uint8Array(Buffer.from('reference,name\nD1,José', 'latin1')),
      'UTF-8',
    ],
    ['has a document type', 'un', bytesOf('<!DOCTYPE x><CONSOLIDATED_LIST/>'), 'it has a document type'],
    ['has no people', 'pep', bytesOf('reference,name\n'), 'it has no people'],
    ['has nothing', 'un', new Uint8Array(), 'This file is no list'],
    ['is of another kind', 'un', csvOf('D1,Mwiza Sakala,'), 'it is no well-formed XML'],
  ] as const)(
    'that %s is refused in one sentence, and the list in use stays',
    async (_what, kind, file, why) => {
      const before = await lists();
      const read = await readFile(kind, file);
      expect(read).toMatchObject({ code: 400, reason: 'no_list', msg: expect.stringContaining(why) });
      const query = { kind, name: 'a', digest: '0'.repeat(64), replaces: 0, ifOlder: 'refuse' } as const;
      const imported = await monde.client.call('importScreeningList', { query, file });
      expect(imported).toMatchObject({ code: 400, msg: read.msg });
      expect(await lists()).toEqual(before);
    },
  );
});

async function hold(statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

const waitingForLocks = async () =>
  (
    await server.query(
      `select count(*)::integer as count from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
  )[0].count as number;

describe('two imports at once', () => {
  const people = ['D1,Mwiza Sakala,', 'D2,Ruth Soko,'] as const;

  test.each([
    ['of one kind are one import, and the other person is told', 'domestic', [200, 409]],
    ['of two kinds are both imported, and both are compared', 'pep', [200, 200]],
  ] as const)('%s', async (_what, kind, codes) => {
    await untilCompared();
    const letGo = await hold(`select pg_advisory_xact_lock(hashtextextended('lists of people', 0))`);
    const both = Promise.all([
      importFile('domestic', csvOf(...people, `D5,Only First ${kind},`)),
      importFile(kind, csvOf(...people, `D6,Only Second ${kind},`), {}, taonga),
    ]);
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(2), PATIENCE);
    await letGo();
    expect((await both).map(({ code }) => code).sort()).toEqual(codes);
    const references = await referencesOf('domestic');
    expect(references.length).toBe(3);
    if (kind === 'pep') {
      expect(references).toEqual(['D1', 'D2', 'D5']);
      expect(await referencesOf('pep')).toEqual(['D1', 'D2', 'D6']);
    }
    await untilCompared();
    const behind = `select borrower_id from borrower_screening
      where revision < (select max(revision) from screening_import)`;
    expect(await server.query(behind)).toEqual([]);
  });
});

/** Begins to send a file with the head of a call of `monde`. */
function beginFile(headers: Record<string, string | number>): ClientRequest {
  const { path } = staffCalls.readScreeningList;
  return httpRequest(`${consoleOriginOf(server)}${STAFF_API_BASE}${path}?kind=pep&name=a.csv`, {
    method: 'POST',
    headers: {
      [STAFF_HEADER]: 'person',
      'content-type': 'application/octet-stream',
      cookie: cookieHeader(monde.client.cookies),
      ...headers,
    },
  });
}

async function answerTo(request: ClientRequest): Promise<{ code: number; msg: string }> {
  const text = await new Promise<string>((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (part) => {
        received += part;
      });
      response.on('end', () => resolve(received));
    });
  });
  return JSON.parse(text);
}

describe('a file of more than 64 MB', () => {
  test('is refused by its announced length, before it is sent', async () => {
    const request = beginFile({ 'content-length': MOST_LIST_BYTES + 1 });
    request.flushHeaders();
    expect(await answerTo(request)).toMatchObject({ code: 400, msg: 'The file is larger than 64 MB.' });
    request.destroy();
  });

  test('is refused as it is counted where its length is not announced', async () => {
    const request = beginFile({ 'transfer-encoding': 'chunked' });
    const answered = answerTo(request);
    const part = Buffer.alloc(1024 * 1024, 'a');
    for (let sent = 0; sent <= MOST_LIST_BYTES; sent += part.length) request.write(part);
    request.end();
    expect(await answered).toMatchObject({ code: 413 });
  });
});

describe('the body of a file', () => {
  test.each([
    ['without a session', () => ({ cookie: '' }), 401],
    ['without the header of the console', () => ({ [STAFF_HEADER]: '' }), 400],
    ['without the permission', () => ({ cookie: cookieHeader(thandiwe.client.cookies) }), 403],
  ])('is not waited for %s', async (_what, headers, code) => {
    const request = beginFile({ 'content-length': 1000, ...headers() });
    request.flushHeaders();
    expect(await answerTo(request)).toMatchObject({ code });
    request.destroy();
  });

  test('that is on its way keeps a second one of the same person out, and no other person', async () => {
    const file = csvOf('P7,Ruth Soko,');
    const both = [0, 1].map(() => beginFile({ 'content-length': file.length }));
    const answers = both.map(async (request, which) => ({ which, answer: await answerTo(request) }));
    for (const request of both) request.write(file.subarray(0, 5));
    const { which, answer } = await Promise.race(answers);
    expect(answer).toMatchObject({ code: 409, data: { reason: 'busy' } });
    expect(await readFile('pep', file, taonga)).toMatchObject({ code: 200 });
    both[1 - which]!.end(file.subarray(5));
    expect((await answers[1 - which]!).answer).toMatchObject({ code: 200 });
    both[which]!.destroy();
    await vi.waitFor(async () => expect(await readFile('pep', file)).toMatchObject({ code: 200 }), PATIENCE);
  });
});

test('an import at the terminal is shown in the console as complete', async () => {
  await importPeople(server, 'pep', 'P9,Mwiza Sakala,');
  const { comparison } = await lists();
  expect(comparison!.endedAt).not.toBeNull();
  expect(await inUse('pep')).toMatchObject({ label: 'pep.txt', people: 1, importedBy: 'mary' });
});
