import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newKeys } from '../../apps/server/src/book/settings/key-settings.ts';
import { giveContacts, submitPayment } from '../../apps/server/src/demo/borrower-steps.ts';
import { callbackPath } from '../../apps/server/src/money/payment/callback-routes.ts';
import { sealedColumns } from '../../apps/server/src/platform/sealed-columns.ts';
import {
  deleteAccount,
  settledBorrower,
} from '../../apps/server/src/upkeep/personal-data/personal-data.test-support.ts';
import { PATIENCE } from '../../apps/server/test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';
import { dumpDatabase, secretsIn } from '../../apps/server/test/database-dump.ts';
import { type PushService, startPushService } from '../../apps/server/test/push-service.ts';
import { type FullLife, liveFully, liveOn, settingsForFullLife } from '../support/full-life.ts';

/*
 * A thief has a dump of the database, the folder of files and the logs, and searches them for what borrowers entered and
 * were given. The keys were changed in between, so some values are under the earlier keys and some under the new ones.
 */

const FIRST = newKeys();
const second = newKeys();
const CHANGED = {
  DATA_KEYS: `${second.DATA_KEYS.replace('1:', '2:')},${FIRST.DATA_KEYS}`,
  LOOKUP_KEYS: `${second.LOOKUP_KEYS.replace('1:', '2:')},${FIRST.LOOKUP_KEYS}`,
  CALLBACK_SECRET: FIRST.CALLBACK_SECRET,
};

let push: PushService;
let before: AppServer;
let after: AppServer;
let lives: FullLife[];
let leavers: string[];
let canaries: string[];

beforeAll(async () => {
  push = await startPushService();
  const settings = { ...settingsForFullLife(push), ...FIRST };
  before = await startAppServer({ settings });
  const early = await liveFully({ server: before, settings, push }, 'Alpha');
  leavers = [await liveAndLeave(before)];
  await stumble(before, early);
  await before.leave();

  const changed = { ...settings, ...CHANGED };
  const startsAt = new Date(before.clock.nowMs()).toISOString();
  after = await startAppServer({ besides: before, settings: changed, startsAt });
  const place = { server: after, settings: changed, push };
  await liveOn(place, early, 'Omega');
  lives = [early, await liveFully(place, 'Beta')];
  leavers.push(await liveAndLeave(after));
  await stumble(after, lives[1]!);
  canaries = await canariesOf(lives);
});
afterAll(async () => {
  await after?.stop();
  await before?.stop();
  await push?.close();
  expect(push.faults).toEqual([]);
});

async function liveAndLeave(server: AppServer): Promise<string> {
  const borrower = await settledBorrower(server);
  expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200 });
  return borrower.mobile;
}

/** Calls that are refused and calls that fail, which the server logs. */
async function stumble(server: AppServer, life: FullLife): Promise<void> {
  const { mobile } = life.borrower;
  const stranger = server.newClient();
  stranger.setToken(life.token);
  for (const phone of [`+26${mobile}`, `${mobile} `, mobile.slice(1)]) {
    expect(await stranger.call('sendSmsCode', { params: { phone } })).not.toMatchObject({ code: 200 });
  }
  const answer = await stranger.call('mobileLogin', { body: { mobile, captcha: '0000' } });
  expect(answer).toMatchObject({ code: 400 });
  await readAccountWithForeignNumber(server, life);
  await writeToLockedTable(server, life);
  await payWhileOperatorFails(server, life);
}

function untilLogged(server: AppServer, text: string): Promise<void> {
  return vi.waitFor(() => {
    expect(server.logLines.some((line) => line.includes(text))).toBe(true);
  }, PATIENCE);
}

/** The sealed number of one account is copied to the others, where it does not open. */
async function readAccountWithForeignNumber(server: AppServer, { borrower }: FullLife): Promise<void> {
  const accounts = await server.query(
    'select account_id, mobile_sealed from repay_account where borrower_id = $1 order by account_id',
    [borrower.borrowerId],
  );
  const put = 'update repay_account set mobile_sealed = $1 where account_id = $2';
  for (const { account_id } of accounts) await server.query(put, [accounts[0].mobile_sealed, account_id]);
  expect(await borrower.call('listAccounts', {})).toMatchObject({ code: 500 });
  for (const { account_id, mobile_sealed } of accounts) await server.query(put, [mobile_sealed, account_id]);
  await untilLogged(server, 'request failed');
}

/** PostgreSQL refuses a row, and quotes it to the server. */
async function writeToLockedTable(server: AppServer, { borrower, secrets }: FullLife): Promise<void> {
  await server.query('alter table borrower_form add constraint locked check (false) not valid');
  const contacts = [server.newMobile('mtn'), server.newMobile('mtn')] as const;
  await expect(giveContacts(borrower, contacts)).rejects.toThrow('500');
  await server.query('alter table borrower_form drop constraint locked');
  await untilLogged(server, 'the database refused a statement');
  secrets.push(...contacts.map((contact) => contact.slice(1)));
}

async function payWhileOperatorFails(server: AppServer, { borrower, orderId }: FullLife): Promise<void> {
  const setFaults = (refused500: number) =>
    fetch(`${server.url}/sim/api/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rates: { refused500 } }),
    });
  await setFaults(1);
  const paymentId = await submitPayment(borrower, orderId, 50);
  await untilLogged(server, 'instruction not simply accepted');
  await setFaults(0);
  await vi.waitFor(async () => {
    server.clock.advance({ minutes: 1 });
    const { status } = await borrower.ask('getPayment', { params: { paymentId } });
    expect(status).toBe('failed');
  }, PATIENCE);
}

/** The usual spellings of a mobile number all have one of these inside. */
function spellingsOf(mobile: string): string[] {
  const [operator, middle, end] = [mobile.slice(1, 3), mobile.slice(3, 6), mobile.slice(6)];
  const [prefix, left, right] = [mobile.slice(0, 4), mobile.slice(4, 7), mobile.slice(7)];
  return [' ', '-', '.'].flatMap((between) => [
    [operator, middle, end].join(between),
    [prefix, left, right].join(between),
    `${mobile.slice(0, 3)}${between}${mobile.slice(3)}`,
  ]);
}

/** The codes on a phone. A short number stands in any text by chance, so it is searched with what surrounds a code. */
async function codesOn(mobile: string): Promise<string[]> {
  const { messages } = await after.handset.phone(mobile);
  const codes = messages.flatMap(({ text }) => /^(\d{4,6}) is your Thumba code/.exec(text)?.[1] ?? []);
  return codes.flatMap((code) => [`${code} is your`, `"${code}"`, `:${code},`, `=${code}`]);
}

function spellingsOfKey(hex: string): string[] {
  const bytes = Buffer.from(hex, 'hex');
  const encodings = ['hex', 'base64', 'base64url', 'latin1'] as const;
  return [hex.toUpperCase(), ...encodings.map((encoding) => bytes.toString(encoding).replace(/=+$/, ''))];
}

/** How a stored picture begins. Shorter beginnings stand in sealed bytes by chance. */
const PICTURE = '\u00ff\u00d8\u00ff\u00db\u0000\u0043\u0000';

async function canariesOf(lived: FullLife[]): Promise<string[]> {
  const mobiles = [...new Set([...leavers, ...lived.flatMap((life) => life.mobiles)])];
  const codes = await Promise.all(mobiles.map(codesOn));
  expect(codes.flat().length).toBeGreaterThan(40);
  const keys = [FIRST, second].flatMap((set) => Object.values(set).map((key) => key.replace('1:', '')));
  const callback = callbackPath('airtel', before.callbackSecret).split('/').at(-1)!;
  return [
    ...mobiles.flatMap((mobile) => [mobile.slice(1), ...spellingsOf(mobile)]),
    ...lived.flatMap((life) => life.secrets),
    ...codes.flat(),
    ...keys.flatMap(spellingsOfKey),
    ...['Chipo', 'Lungu', '1992-04-17', '0977555001'.slice(1), callback, PICTURE],
  ];
}

/** Bytes stand in a dump in hexadecimal, where any nine digits occur by chance. So they are read as bytes. */
async function dumpOf(server: AppServer): Promise<string> {
  const dump = await dumpDatabase(server.owner);
  return dump.replaceAll(/\\x([0-9a-f]+)/g, (_all, hex) => Buffer.from(hex, 'hex').toString('latin1'));
}

async function filesOf({ dataDir }: AppServer): Promise<string> {
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const contents = files
    .filter((file) => file.isFile() && !/^(keys|callback-secret|vapid|archive-key)\.json$/.test(file.name))
    .map((file) => readFile(path.join(file.parentPath, file.name), 'latin1'));
  return (await Promise.all(contents)).join('\n');
}

const logsOf = async () => [...before.logLines, ...after.logLines].join('\n');

const PLACES = [
  ['the dump', () => dumpOf(after)],
  ['the folder of files', () => filesOf(after)],
  ['the logs', logsOf],
] as const;

async function valuesIn(column: string): Promise<Buffer[]> {
  const [table, name] = column.split('.');
  const rows = await after.query(`select ${name} as value from ${table} where ${name} is not null`);
  return rows.map(({ value }) => value).filter((value) => Buffer.isBuffer(value) && value.length > 0);
}

test('values are sealed under both keys, and look-up hashes are under both', async () => {
  const columns = Object.keys(sealedColumns).filter((column) => column !== 'stored_file.picture');
  const sealed = (await Promise.all(columns.map(valuesIn))).flat();
  const keyNumbers = sealed.filter(([format]) => format === 2).map(([, number]) => number);
  expect(new Set(keyNumbers)).toEqual(new Set([1, 2]));
  for (const column of [
    'borrower_by_mobile.mobile_hash',
    'repay_account.mobile_hash',
    'session.token_hash',
  ]) {
    const hashes = await valuesIn(column);
    expect(new Set(hashes.map(({ length }) => length)), column).toEqual(new Set([32, 33]));
  }
});

test.each(PLACES)('%s shows nothing of what was entered or given', async (_place, read) => {
  const text = await read();
  expect(text.length).toBeGreaterThan(1000);
  expect(secretsIn(text, canaries)).toEqual([]);
});

test('the search finds what is written in the clear', async () => {
  const { mobiles, secrets } = lives[1]!;
  const mobile = mobiles[0]!;
  const spelled = `+260 ${mobile.slice(1, 3)} ${mobile.slice(3, 6)} ${mobile.slice(6)}`;
  const key = second.DATA_KEYS.slice(2);
  await after.query('create table planted (words text, bytes bytea)');
  await after.query('insert into planted values ($1, $2)', [spelled, Buffer.from(key, 'hex')]);
  const folder = path.join(after.dataDir, 'files', 'planted');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, randomBytes(8).toString('hex')), `${secrets[0]} ${spelled}`);
  after.app.http.log.info(`a message to ${mobile} with the key ${key}`);

  const found = await Promise.all(PLACES.map(async ([, read]) => secretsIn(await read(), canaries)));
  await after.query('drop table planted');
  expect(found).toEqual([
    expect.arrayContaining([spelled.slice(5), Buffer.from(key, 'hex').toString('latin1')]),
    expect.arrayContaining([spelled.slice(5), secrets[0]]),
    expect.arrayContaining([mobile.slice(1), key]),
  ]);
});
