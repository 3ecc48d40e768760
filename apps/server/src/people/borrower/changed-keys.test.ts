import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, giveIdentity, signIn, signUp, stepUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { couponsOf } from '../../../test/borrower-coupons.ts';
import { deviceSecretOf } from '../../../test/call-server.ts';
import { googleToken } from '../../../test/google-token.ts';
import { giveContacts } from '../../demo/borrower-steps.ts';
import type { SealedColumn } from '../../platform/sealed-columns.ts';
import { standingVersion } from '../consent/consent-wordings.ts';
import { phone } from '../device/device-borrower.test-support.ts';
import { findOthersWithIdentity } from './identity-check.ts';

/*
 * A server is started again with new first keys. The borrowers, their phones and what they have in common are known.
 */

const newKey = () => randomBytes(32).toString('hex');
const EARLIER = { DATA_KEYS: `1:${newKey()}`, LOOKUP_KEYS: `1:${newKey()}` };
const CHANGED = {
  DATA_KEYS: `2:${newKey()},${EARLIER.DATA_KEYS}`,
  LOOKUP_KEYS: `2:${newKey()},${EARLIER.LOOKUP_KEYS}`,
};
const ID_NUMBER = '640001/10/1';
const CONTACTS = ['0977990101', '0967990102'] as const;
const EMAIL = 'owner@example.com';
const PHONE = phone('an-old-phone');

let before: AppServer;
let after: AppServer;
/** Signed in before the keys changed. */
let token: string;
let owner: AppBorrower;
let leaver: AppBorrower;
/** A number that the owner added as an account. */
let added: { mobile: string; accountId: number };

beforeAll(async () => {
  before = await startAppServer({ settings: { ...EARLIER, TRUST_PROXY: '1' } });
  owner = await signUp(fromNetwork(before), { idNumber: ID_NUMBER });
  await giveContacts(owner, CONTACTS);
  await tellPhone(owner);
  const mobile = before.newMobile('airtel');
  added = { mobile, accountId: (await addAccount(before, owner, mobile)).data!.repayAccountId };
  await linkGoogle(before, owner.mobile);
  leaver = await signIn(before);
  token = await tokenOf(before, owner.mobile);
  await before.leave();
  after = await startAppServer({ besides: before, settings: { ...CHANGED, TRUST_PROXY: '1' } });
  after.clock.advance({ hours: 2 });
});
afterAll(async () => {
  await after?.stop();
  await before.stop();
});

/** The same server, reached from a network that is not its own machine. */
function fromNetwork(server: AppServer): AppServer {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  return { ...server, newClient: (headers) => server.newClient({ ...headers, ...forwarded }) };
}

async function tokenOf(server: AppServer, mobile: string): Promise<string> {
  server.clock.advance({ minutes: 2 });
  const deviceSecret = deviceSecretOf(mobile);
  const client = server.newClient({ deviceSecret });
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await server.handset.waitForCode(mobile);
  return (await client.ask('mobileLogin', { body: { mobile, captcha, deviceSecret } })).token;
}

async function tellPhone(borrower: AppBorrower): Promise<void> {
  await borrower.ask('saveConsent', {
    body: { kind: 'device', given: true, wordingVersion: standingVersion('device') },
  });
  await borrower.ask('addDeviceInfo', {
    body: { userId: borrower.borrowerId, type: 1, info: PHONE },
  } as never);
}

async function linkGoogle(server: AppServer, mobile: string) {
  server.clock.advance({ minutes: 2 });
  const client = server.newClient({ deviceSecret: deviceSecretOf(mobile) });
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await server.handset.waitForCode(mobile);
  const authCode = await googleToken(`${server.url}/sim`, EMAIL);
  return client.call('mobileLogin', { body: { mobile, captcha, authCode, thirdType: 1 } });
}

/** The app sends the secret of the device with the request for a code, and not with the call that needs the code. */
async function addAccount(server: AppServer, borrower: AppBorrower, mobile: string) {
  server.clock.advance({ minutes: 2 });
  const asker = server.newClient({ deviceSecret: deviceSecretOf(borrower.mobile) });
  await asker.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await server.handset.waitForCode(mobile);
  const client = server.newClient();
  client.setToken(await tokenOf(server, borrower.mobile));
  const stepUpCode = await stepUp(server, { ...borrower, ...client }, 'account');
  return client.call('addAccount', { body: { mobile, captcha, stepUpCode } });
}

const hashesOf = async (column: string, table: string, borrowerIds: number[]) =>
  (
    await after.query(`select distinct ${column} as hash from ${table} where borrower_id = any ($1)`, [
      borrowerIds,
    ])
  ).map((row) => row.hash);

test('a session stays, shows its device, and can be ended', async () => {
  const client = after.newClient();
  client.setToken(token);
  expect(await client.ask('getUserInfo', {})).toMatchObject({ userId: owner.borrowerId, isNewDevice: false });
  const { sessions } = await client.ask('listSessions', {});
  expect(sessions.length).toBeGreaterThan(0);
  await client.ask('logout', { body: {} });
  expect(await client.call('getUserInfo', {})).toMatchObject({ code: 401 });
});

test('a known device stays known, and another one is new', async () => {
  owner = await signIn(after, owner.mobile);
  expect(await owner.ask('getUserInfo', {})).toMatchObject({ isNewDevice: false, name: 'Chipo Lungu' });
  after.clock.advance({ minutes: 2 });
  const elsewhere = await signIn(after, owner.mobile, randomBytes(32).toString('base64url'));
  expect(elsewhere.borrowerId).toBe(owner.borrowerId);
  expect(await elsewhere.ask('getUserInfo', {})).toMatchObject({ isNewDevice: true });
  expect(await hashesOf('device_hash', 'known_device', [owner.borrowerId])).toHaveLength(1);
  after.clock.advance({ minutes: 2 });
  owner = await signIn(after, owner.mobile);
});

test('a device of a new borrower is known under the new key, and asks for codes in its own lane', async () => {
  const newcomer = await signIn(after);
  const mobile = after.newMobile('airtel');
  expect(await addAccount(after, newcomer, mobile)).toMatchObject({ code: 200 });
  const accounts = await newcomer.ask('listAccounts', {});
  expect(accounts).toHaveLength(2);
});

test('the second code opens what it opens, and a number that was added keeps its account', async () => {
  expect(await addAccount(after, owner, added.mobile)).toMatchObject({
    code: 200,
    data: { repayAccountId: added.accountId },
  });
  expect(await addAccount(after, owner, after.newMobile('airtel'))).toMatchObject({ code: 200 });
  expect(await owner.ask('listAccounts', {})).toHaveLength(3);
});

test('a number keeps its account where the number of another borrower has its new hash already', async () => {
  await signIn(after, added.mobile);
  const [hash, earlierHash] = after.sealing.lookupHashes('mobile', added.mobile);
  const moved = await after.query(
    'update borrower_by_mobile set mobile_hash = $1 where mobile_hash = $2 returning borrower_id',
    [hash, earlierHash],
  );
  expect(moved).toHaveLength(1);
  expect(await addAccount(after, owner, added.mobile)).toMatchObject({
    code: 200,
    data: { repayAccountId: added.accountId },
  });
});

test('an identity number that another borrower entered before is found, and the same identity is no change', async () => {
  const impostor = await signIn(after);
  await giveIdentity(impostor, { idNumber: ID_NUMBER });
  expect(await findOthersWithIdentity(after.db, impostor.borrowerId)).toEqual([
    { borrowerId: owner.borrowerId, isChecked: false },
  ]);
  await giveIdentity(owner, { idNumber: ID_NUMBER });
  const [{ changes }] = await after.query(
    'select changes from borrower_by_national_id where borrower_id = $1',
    [owner.borrowerId],
  );
  expect(changes).toBe(0);
});

test('a contact, a phone and a network of two borrowers are one', async () => {
  const neighbour = await signIn(fromNetwork(after));
  await giveContacts(neighbour, CONTACTS);
  await tellPhone(neighbour);
  await giveContacts(owner, CONTACTS);
  await tellPhone(owner);
  const both = [owner.borrowerId, neighbour.borrowerId];
  expect(await hashesOf('(kind, subject_hash)', 'borrower_trace', both)).toHaveLength(3);
  expect(await hashesOf('phone_hash', 'phone_record', both)).toHaveLength(1);
  expect(await after.query('select from phone_record where borrower_id = any ($1)', [both])).toHaveLength(2);
});

test('a Google account signs its borrower in, and is linked to no other number', async () => {
  after.clock.advance({ hours: 2 });
  const authCode = await googleToken(`${after.url}/sim`, EMAIL);
  const client = after.newClient();
  expect(await client.ask('bindCheck', { body: { authCode, thirdType: 1 } })).toEqual({ bind: true });
  expect(await client.call('mobileLogin', { body: { authCode, thirdType: 1 } } as never)).toMatchObject({
    data: { id: owner.borrowerId },
  });
  expect(await linkGoogle(after, after.newMobile())).toMatchObject({ code: 409 });
  expect(await linkGoogle(after, owner.mobile)).toMatchObject({ code: 200, data: { id: owner.borrowerId } });
  expect(await after.query(`select from borrower_by_google`)).toHaveLength(1);
});

test('the welcome coupon is given once', async () => {
  leaver = await signIn(after, leaver.mobile);
  expect((await couponsOf(leaver)).map(({ couponName }) => couponName)).toEqual(['Welcome']);
  await leaver.ask('sendDeletionCode', { body: {} });
  const captcha = await after.handset.waitForCode(leaver.mobile);
  await leaver.ask('deleteAccount', { body: { captcha } });
  after.clock.advance({ minutes: 2 });
  const returned = await signIn(after, leaver.mobile);
  expect(returned.borrowerId).not.toBe(leaver.borrowerId);
  expect(await couponsOf(returned)).toEqual([]);
});

const OF_PEOPLE = [
  'borrower.mobile_sealed',
  'borrower_by_google.email_sealed',
  'borrower_form.values_sealed',
  'borrower_identity.identity_sealed',
  'phone_record.phone_sealed',
  'repay_account.mobile_sealed',
  'session.device_sealed',
] as const satisfies readonly SealedColumn[];

test.each(OF_PEOPLE)('each %s is sealed for its row, under the key of its time', async (place) => {
  const [table, column] = place.split('.') as [string, string];
  const rows = (await after.query(`select * from ${table} where length(${column}) > 0`)) as Record<
    string,
    Buffer
  >[];
  const keyNumbers = rows.map((row) => {
    after.sealing.openBytes(place, row as never, row[column]!);
    return row[column]![1];
  });
  expect(keyNumbers).toContain(2);
});
