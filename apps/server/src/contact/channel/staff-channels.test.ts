import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';

/* The lender publishes a new version of the direct Android app: one person asks, another one approves. */

let server: AppServer;
let taonga: StaffMember;
let mapalo: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const people = { maker, checker };
  taonga = await hire(server, people, { userName: 'taonga', roles: ['head_of_operations'] });
  mapalo = await hire(server, people, { userName: 'mapalo', roles: ['head_of_finance'] });
});
afterAll(() => server.stop());

const hashOf = (letter: string) => letter.repeat(64);

const version = (versionCode: number, hash: string) => ({
  channelCode: 'GP',
  name: 'Google Play',
  apkUrl: `https://downloads.example.zm/thumba-${versionCode}.apk`,
  apkVersionCode: versionCode as number | null,
  apkSha256: hash as string | null,
  packageName: 'com.thumba.wallet',
  intentHost: 'details',
});
type Form = ReturnType<typeof version>;

const preview = (form: Form) => taonga.client.call('previewChannel', { body: form });
const problemOf = async (form: Form) => (await preview(form)).data.problem;

async function ask(form: Form) {
  const digest = (await preview(form)).data.preview?.digest ?? hashOf('0');
  return taonga.client.call('askForChannel', { body: { ...form, reason: 'version 8 is built', digest } });
}

async function publish(form: Form): Promise<void> {
  const { data } = await ask(form);
  expect(await answerAs(mapalo, data.requestId)).toMatchObject({ data: { state: 'done' } });
}

const listed = async () =>
  (await mapalo.client.call('listChannels')).data.items.find(({ channelCode }) => channelCode === 'GP')!;

const withoutFile = { ...version(1, hashOf('0')), apkUrl: '', apkVersionCode: null, apkSha256: null };

beforeEach(async () => {
  if ((await listed()).apkUrl !== '') await publish(withoutFile);
});

test('both people read the version code and the SHA-256 before borrowers are told', async () => {
  const form = version(8, hashOf('b'));
  const rows = [
    { title: 'Address of the app file', before: 'none', after: form.apkUrl },
    { title: 'Version code of the app file', before: 'none', after: '8' },
    { title: 'SHA-256 of the app file', before: 'none', after: hashOf('b') },
  ];
  expect((await preview(form)).data).toMatchObject({ problem: null, preview: { effect: rows } });
  const { data } = await ask(form);
  const { requestId } = data;
  expect((await mapalo.client.call('getRequest', { params: { requestId } })).data.effect).toEqual(rows);
  expect((await answerAs(taonga, requestId)).code).toBe(403);
  const told = () => server.newClient().ask('queryByChannelCode', { params: { code: 'GP' } });
  expect(await told()).not.toHaveProperty('apkSha256');
  expect(await answerAs(mapalo, requestId)).toMatchObject({ data: { state: 'done' } });
  const file = { apkUrl: form.apkUrl, apkVersionCode: 8, apkSha256: hashOf('b') };
  expect(await listed()).toMatchObject(file);
  await expect.poll(told).toMatchObject(file);
  expect(
    await server.query(
      `select apk_url, apk_version_code, apk_sha256 from channel where apk_version_code is not null`,
    ),
  ).toEqual([{ apk_url: form.apkUrl, apk_version_code: 8, apk_sha256: hashOf('b') }]);
});

test.each([
  ['version code', { apkVersionCode: 9 }],
  ['SHA-256', { apkSha256: hashOf('c') }],
])('another %s than the one that was looked at is refused', async (_field, other) => {
  const form = version(8, hashOf('b'));
  const { digest } = (await preview(form)).data.preview!;
  const body = { ...form, ...other, reason: 'version 8 is built', digest };
  expect(await taonga.client.call('askForChannel', { body })).toMatchObject({ code: 409, reason: 'changed' });
});

test('a SHA-256 in capitals is the same one', async () => {
  await publish(version(8, hashOf('B')));
  expect(await listed()).toMatchObject({ apkSha256: hashOf('b') });
  expect((await preview(version(8, hashOf('b')))).data).toEqual({ problem: null, preview: null });
});

test.each([
  ['apkVersionCode', 0, 'The version code is a whole number from 1 to 2,100,000,000.'],
  ['apkVersionCode', 8.5, 'The version code is a whole number from 1 to 2,100,000,000.'],
  ['apkVersionCode', 2_100_000_001, 'The version code is a whole number from 1 to 2,100,000,000.'],
  ['apkSha256', 'b'.repeat(63), 'The SHA-256 has 64 digits: 0 to 9 and a to f.'],
  ['apkSha256', 'g'.repeat(64), 'The SHA-256 has 64 digits: 0 to 9 and a to f.'],
])('%s as %s is refused with a sentence', async (field, value, sentence) => {
  const answered = await preview({ ...version(8, hashOf('b')), [field]: value });
  expect(answered).toMatchObject({ code: 400, data: { fields: { [field]: sentence } } });
});

test.each([
  ['over http', 'http://downloads.example.zm/thumba-8.apk'],
  ['without slashes', 'https:downloads.example.zm/thumba-8.apk'],
  ['in capitals', 'HTTPS://downloads.example.zm/thumba-8.apk'],
  ['with a blank', 'https://downloads.example.zm/thumba 8.apk'],
  ['with a line break', 'https://downloads.example.zm/thumba\n8.apk'],
  ['with a user name', 'https://downloads.example.zm@evil.example/thumba-8.apk'],
  ['of which programs read different hosts', 'https://downloads.example.zm\\@evil.example/thumba-8.apk'],
  ['with an accent in the host', 'https://dównloads.example.zm/thumba-8.apk'],
  ['with an accent in the path', 'https://downloads.example.zm/thúmba-8.apk'],
  ['with an impossible port', 'https://downloads.example.zm:99999/thumba-8.apk'],
  ['without a host', 'https:///thumba-8.apk'],
  ['that is too long', 'https://downloads.example.zm/'.padEnd(2001, 'x')],
])('an address %s, which a phone would not take, is refused with a sentence', async (_how, apkUrl) => {
  const answered = await preview({ ...version(8, hashOf('b')), apkUrl });
  const sentence =
    'The address of the app file begins with https:// and has at most 2,000 characters, without blanks, accents or a user name.';
  expect(answered).toMatchObject({ code: 400, data: { fields: { apkUrl: sentence } } });
});

test('an address with a port, a number as the host, a query or 2,000 characters is taken', async () => {
  for (const apkUrl of [
    'https://downloads.example.zm:8443/thumba-8.apk?from=sms&v=8#top',
    'https://192.0.2.7/thumba-8.apk',
    'https://downloads.example.zm/'.padEnd(2000, 'x'),
  ])
    expect(await problemOf({ ...version(8, hashOf('b')), apkUrl })).toBeNull();
});

test('a version code without a SHA-256, or without an address, is a problem', async () => {
  const form = version(8, hashOf('b'));
  const together = 'Enter the version code and the SHA-256 of the app file, or neither.';
  expect(await problemOf({ ...form, apkSha256: null })).toBe(together);
  expect(await problemOf({ ...form, apkVersionCode: null })).toBe(together);
  expect(await problemOf({ ...form, apkUrl: '' })).toBe(
    'A version code and a SHA-256 need the address of the app file.',
  );
  expect(await problemOf({ ...form, apkVersionCode: null, apkSha256: null })).toBeNull();
});

test('a file that phones would not take is a problem', async () => {
  await publish(version(8, hashOf('b')));
  const lower = await problemOf(version(7, hashOf('c')));
  expect(lower).toContain('Version code 8 is published, and Android installs no lower one over it.');
  const elsewhere = await problemOf({ ...version(8, hashOf('c')), apkUrl: version(9, '').apkUrl });
  expect(elsewhere).toContain('Version code 8 is published at another address.');
  expect(await problemOf(version(9, hashOf('b')))).toContain('This is the SHA-256 of version code 8.');
  expect(await ask(version(7, hashOf('c')))).toMatchObject({ code: 400, msg: lower, reason: 'bad_channel' });
  expect(await problemOf(version(9, hashOf('c')))).toBeNull();
});

test('a wrong SHA-256 is corrected at once, a wrong version code after it was taken away', async () => {
  await publish(version(80, hashOf('b')));
  await publish(version(80, hashOf('c')));
  expect(await listed()).toMatchObject({ apkVersionCode: 80, apkSha256: hashOf('c') });
  expect(await problemOf(version(8, hashOf('b')))).not.toBeNull();
  await publish({ ...version(80, ''), apkVersionCode: null, apkSha256: null });
  expect(await listed()).toMatchObject({ apkVersionCode: null, apkSha256: null });
  await publish(version(8, hashOf('b')));
  expect(await listed()).toMatchObject({ apkVersionCode: 8 });
});
