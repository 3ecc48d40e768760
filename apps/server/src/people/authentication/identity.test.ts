import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { isIdentityChecked, markIdentityChecked } from '../borrower/identity-check.ts';
import {
  type AuthenticationServer,
  contacts,
  identity,
  personal,
  startAuthenticationServer,
} from './authentication-server.test-support.ts';
import { readBorrowerDetails } from './queries.ts';

let server: AuthenticationServer;
let lastNumber = 200_000;

beforeAll(async () => {
  server = await startAuthenticationServer();
});
afterAll(() => server.stop());

const newNumber = () => `${++lastNumber}/10/1`;
const newBorrower = () => server.signIn(server.newMobile());
const CONFIRMED = { code: 200, data: { cerCode: 1, isAuth: 1 } };
const NO_SUCH_PICTURE = {
  status: 200,
  code: 404,
  msg: 'We could not find this picture. Please take it again.',
  data: null,
};

async function owners(...fileIds: string[]): Promise<(number | null)[]> {
  const { rows } = await server.db.pool.query(
    'select borrower_id from stored_file join unnest($1::text[]) with ordinality as f (file_id, n) using (file_id) order by n',
    [fileIds],
  );
  return rows.map((row) => row.borrower_id);
}

async function entriesOf(number: string): Promise<number[]> {
  const { rows } = await server.db.pool.query(
    'select borrower_id from borrower_by_national_id where national_id_hash = $1 order by borrower_id',
    [server.sealing.lookupHash('national_id', number)],
  );
  return rows.map((row) => row.borrower_id);
}

/** What a person of staff who looks at the identity now says of it. */
async function lookAt(borrowerId: number) {
  const { rows } = await server.db.pool.query('select shown_to_staff($1) as shown', [borrowerId]);
  const { frontFileId, identityConfirmedAt } = rows[0].shown;
  return { borrowerId, frontFileId, identityConfirmedAt, checkedBy: 'staff:test', now: new Date() };
}

async function isChecked(borrowerId: number): Promise<boolean> {
  const { rows } = await server.db.pool.query(`select ${isIdentityChecked('$1')} as is_checked`, [
    borrowerId,
  ]);
  return rows[0].is_checked;
}

/** Makes the changes of today those of the day before: the sign-in of this test ends before the day does. */
async function yesterdaysChanges(borrowerId: number): Promise<void> {
  await server.db.pool.query(
    'update borrower_by_national_id set changed_on = changed_on - 1 where borrower_id = $1',
    [borrowerId],
  );
}

test('reading a card makes its picture the borrower’s own and reads nothing it is not sure of', async () => {
  const { token, id } = await newBorrower();
  const frontFileId = await server.uploadCard();
  expect(await server.identify(token, { frontFileId, confirm: false })).toMatchObject({
    code: 200,
    data: { confidence: 0 },
  });
  expect(await owners(frontFileId)).toEqual([id]);
  const stranger = await newBorrower();
  expect(await server.identify(stranger.token, { frontFileId, confirm: false })).toMatchObject({ code: 404 });
});

test('a confirmed identity claims its pictures and is known to the server', async () => {
  const { token, id } = await newBorrower();
  const [frontFileId, backFileId] = [await server.uploadCard(), await server.uploadCard('nrc_back')];
  const answer = await server.identify(token, { ...identity(newNumber()), frontFileId, backFileId });
  expect(answer).toMatchObject(CONFIRMED);
  expect(await owners(frontFileId, backFileId)).toEqual([id, id]);
  expect(await readBorrowerDetails(server.db, server.sealing, id)).toEqual({
    steps: { identity: true, personal: false, emergencyContact: false, face: false },
    pictureAskedAgain: null,
    identity: {
      idNumber: expect.stringMatching(/^\d{6}\/\d{2}\/\d$/),
      firstName: 'Chanda',
      lastName: 'Mwansabombwe',
      birthDate: '1994-02-28',
      gender: 'F',
    },
  });
});

test('what a person told is read with one statement', async () => {
  const { token, id } = await newBorrower();
  await server.save(token, 2, personal);
  await server.save(token, 3, contacts);
  const before = server.db.roundTrips();
  const facts = await readBorrowerDetails(server.db, server.sealing, id);
  expect(server.db.roundTrips() - before).toBe(1);
  expect(facts).toEqual({
    steps: { identity: false, personal: true, emergencyContact: true, face: false },
    pictureAskedAgain: null,
    personal: {
      email: 'chanda@example.com',
      maritalStatus: 'married',
      education: 'college',
      employmentType: 'company',
      employerName: 'Kafue Milling',
      monthlyIncomeNgwee: 350_050,
      payDay: 25,
      district: 505,
      address: expect.any(String),
    },
  });
});

test('confirming asks the database for the keys of the pictures, and then makes one transaction', async () => {
  const { token } = await newBorrower();
  const frontFileId = await server.uploadCard();
  const before = server.db.roundTrips();
  await server.identify(token, { ...identity(newNumber()), frontFileId });
  expect(server.db.roundTrips() - before).toBe(7); // one of them admits the request
});

test.each([
  ['idNumber', '123456101'],
  ['idNumber', '12345/10/1'],
  ['idNumber', '123456/10/12'],
  ['idNumber', '123456/10/1\n'],
  ['firstName', '  '],
  ['firstName', 'Cha\u0000nda'],
  ['firstName', 'Chanda\u202eadnahC'],
  ['firstName', 'Chanda\u2066'],
  ['lastName', 'Mwansa\u200ebombwe'],
  ['lastName', 'Mwansa\u200bbombwe'],
  ['lastName', 'x'.repeat(61)],
  ['birthDate', '2026-11-22'],
  ['birthDate', '2023-02-29'],
  ['birthDate', '1994-13-01'],
  ['birthDate', '1905-11-20'],
  ['birthDate', '28.02.1994'],
  ['gender', 'X'],
  ['frontFileId', ''],
])('an identity with the %s %j is refused', async (field, value) => {
  const { token } = await newBorrower();
  const frontFileId = await server.uploadCard();
  const answer = await server.identify(token, { ...identity(newNumber()), frontFileId, [field]: value });
  expect(answer).toMatchObject({ code: 400, data: { fields: { [field]: expect.any(String) } } });
  expect(await owners(frontFileId)).toEqual([null]);
});

test('a person under 18 or of 120 years may say so', async () => {
  for (const birthDate of ['2020-01-01', '2026-11-21', '1906-11-21']) {
    const { token } = await newBorrower();
    const body = { ...identity(newNumber()), birthDate, frontFileId: await server.uploadCard() };
    expect(await server.identify(token, body)).toMatchObject(CONFIRMED);
  }
});

test("another borrower's picture answers as one that does not exist", async () => {
  const [owner, other] = [await newBorrower(), await newBorrower()];
  const frontFileId = await server.uploadCard();
  await server.identify(owner.token, { ...identity(newNumber()), frontFileId });
  const unclaimed = await server.uploadCard();
  const absent = 'A'.repeat(32);
  for (const body of [
    { frontFileId },
    { frontFileId: absent },
    { frontFileId: '\u0000' },
    { frontFileId: '../../etc/passwd' },
    { frontFileId: unclaimed, backFileId: frontFileId },
    { frontFileId: unclaimed, backFileId: unclaimed },
    { frontFileId: await server.uploadCard('nrc_back') },
  ]) {
    expect(await server.identify(other.token, { ...body, confirm: false })).toEqual(NO_SUCH_PICTURE);
    expect(await server.identify(other.token, { ...identity(newNumber()), ...body })).toEqual(
      NO_SUCH_PICTURE,
    );
  }
  expect(await owners(frontFileId, unclaimed)).toEqual([owner.id, null]);
});

test('of two borrowers who claim one picture at once, one gets it', async () => {
  const borrowers = await Promise.all(Array.from({ length: 8 }, newBorrower));
  const frontFileId = await server.uploadCard();
  const answers = await Promise.all(
    borrowers.map(({ token }) => server.identify(token, { ...identity(newNumber()), frontFileId })),
  );
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.code === 404)).toHaveLength(7);
});

test('a picture can no longer be claimed after an hour', async () => {
  const frontFileId = await server.uploadCard();
  server.clock.advance({ hours: 1 });
  const { token } = await newBorrower();
  expect(await server.identify(token, { ...identity(newNumber()), frontFileId })).toEqual(NO_SUCH_PICTURE);
});

test('a number of another account gets the answer of any other, and both entries are kept', async () => {
  const [first, second] = [await newBorrower(), await newBorrower()];
  const number = newNumber();
  const files = [await server.uploadCard(), await server.uploadCard()];
  const known = await server.identify(first.token, { ...identity(number), frontFileId: files[0] });
  expect(await server.identify(second.token, { ...identity(number), frontFileId: files[1] })).toEqual(known);
  expect(known).toMatchObject(CONFIRMED);
  expect(await owners(...files)).toEqual([first.id, second.id]);
  expect(await entriesOf(number)).toEqual([first.id, second.id]);
});

test('many accounts that confirm one number at once all get the same answer', async () => {
  const borrowers = await Promise.all(Array.from({ length: 8 }, newBorrower));
  const files = await Promise.all(borrowers.map(() => server.uploadCard()));
  const number = newNumber();
  const answers = await Promise.all(
    borrowers.map(({ token }, place) =>
      server.identify(token, { ...identity(number), frontFileId: files[place] }),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject(CONFIRMED);
  expect(await entriesOf(number)).toHaveLength(8);
});

test('an identity confirmed five times at once is confirmed', async () => {
  const { token } = await newBorrower();
  const body = { ...identity(newNumber()), frontFileId: await server.uploadCard() };
  const answers = await Promise.all(Array.from({ length: 5 }, () => server.identify(token, body)));
  expect(answers.map((answer) => answer.code)).toEqual([200, 200, 200, 200, 200]);
});

test('a number that was put right is no longer an entry of the borrower', async () => {
  const { token, id } = await newBorrower();
  const [wrong, right] = [newNumber(), newNumber()];
  const frontFileId = await server.uploadCard();
  await server.identify(token, { ...identity(wrong), frontFileId });
  expect(await server.identify(token, { ...identity(right), frontFileId })).toMatchObject(CONFIRMED);
  expect(await entriesOf(wrong)).toEqual([]);
  expect(await entriesOf(right)).toEqual([id]);
});

test.each([
  ['has applied', 'update borrower_standing set applications = 1 where borrower_id = $1'],
  ['is blocked', 'update borrower set blocked_at = now() where borrower_id = $1'],
])('a borrower who %s keeps the number, whatever other number is entered', async (_who, became) => {
  const [first, second] = [await newBorrower(), await newBorrower()];
  const [own, taken] = [newNumber(), newNumber()];
  const frontFileId = await server.uploadCard();
  await server.identify(first.token, { ...identity(own), frontFileId });
  await server.identify(second.token, { ...identity(taken), frontFileId: await server.uploadCard() });
  await server.db.pool.query(became, [first.id]);
  const known = await server.identify(first.token, { ...identity(taken), frontFileId });
  expect(known).toMatchObject({
    code: 409,
    msg: 'Your NRC number can no longer be changed in the app. Please contact us if it is wrong.',
  });
  expect(await server.identify(first.token, { ...identity(newNumber()), frontFileId })).toEqual(known);
  expect(await server.identify(first.token, { ...identity(own), frontFileId })).toMatchObject(CONFIRMED);
  expect(await entriesOf(own)).toEqual([first.id]);
  expect(await entriesOf(taken)).toEqual([second.id]);
});

test('another identity may be entered three times a day and ten times in all, and a refused one counts', async () => {
  const { token, id } = await newBorrower();
  const frontFileId = await server.uploadCard();
  const change = (file = frontFileId) =>
    server.identify(token, { ...identity(newNumber()), frontFileId: file });
  expect(await change()).toMatchObject(CONFIRMED);
  for (let changes = 0; changes < 9; changes += 3) {
    expect(await change()).toMatchObject(CONFIRMED);
    expect(await change('A'.repeat(32))).toEqual(NO_SUCH_PICTURE);
    expect(await change()).toMatchObject(CONFIRMED);
    expect(await change()).toMatchObject({
      code: 429,
      msg: 'You have changed your identity details often today. Please try again tomorrow.',
      data: { retryAfterSeconds: 86_400 },
    });
    await yesterdaysChanges(id);
  }
  expect(await change()).toMatchObject(CONFIRMED);
  await yesterdaysChanges(id);
  expect(await change()).toMatchObject({
    code: 429,
    msg: 'You have changed your identity details often. Please contact us.',
  });
});

test('changes that are sent at once are counted one after the other', async () => {
  const { token } = await newBorrower();
  const frontFileId = await server.uploadCard();
  await server.identify(token, { ...identity(newNumber()), frontFileId });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.identify(token, { ...identity(newNumber()), frontFileId })),
  );
  expect(answers.map((answer) => answer.code).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
});

test('the look of a person stays with the same identity, and ends with another one or another picture of the card', async () => {
  const { token, id } = await newBorrower();
  const number = newNumber();
  const frontFileId = await server.uploadCard();
  const entered = { ...identity(number), frontFileId };
  await server.identify(token, entered);
  const look = await lookAt(id);
  await markIdentityChecked(server.db, look);
  expect(await server.identify(token, entered)).toMatchObject(CONFIRMED);
  expect(await isChecked(id)).toBe(true);
  const otherPicture = { ...entered, frontFileId: await server.uploadCard() };
  expect(await server.identify(token, otherPicture)).toMatchObject(CONFIRMED);
  expect(await isChecked(id)).toBe(false);
  await markIdentityChecked(server.db, await lookAt(id));
  expect(await isChecked(id)).toBe(true);
  expect(await server.identify(token, { ...otherPicture, firstName: 'Mutale' })).toMatchObject(CONFIRMED);
  expect(await isChecked(id)).toBe(false);
});

test('the look of a person counts for no identity that was confirmed after it, with the same picture too', async () => {
  const { token, id } = await newBorrower();
  const entered = { ...identity(newNumber()), frontFileId: await server.uploadCard() };
  await server.identify(token, entered);
  const look = await lookAt(id);
  server.clock.advance({ minutes: 1 });
  expect(await server.identify(token, { ...entered, firstName: 'Mutale' })).toMatchObject(CONFIRMED);
  await markIdentityChecked(server.db, look);
  expect(await isChecked(id)).toBe(false);
});

test('a borrower claims thirty pictures an hour', async () => {
  const { token } = await newBorrower();
  const number = newNumber();
  const confirm = async () =>
    server.identify(token, { ...identity(number), frontFileId: await server.uploadCard() });
  for (let claims = 0; claims < 30; claims += 1) expect(await confirm()).toMatchObject(CONFIRMED);
  expect(await confirm()).toMatchObject({ code: 429, data: { retryAfterSeconds: 3600 } });
  server.clock.advance({ hours: 1 });
  expect(await confirm()).toMatchObject(CONFIRMED);
});

test('shows nobody in the database or the log', async () => {
  const mobile = server.newMobile();
  const { token } = await server.signIn(mobile);
  const number = newNumber();
  await server.identify(token, { ...identity(number), frontFileId: await server.uploadCard() });
  await server.save(token, 2, personal);
  await server.save(token, 3, contacts);
  await server.identify(token, { ...identity(number), frontFileId: 'A'.repeat(32) });
  const secrets = [
    mobile,
    number,
    token,
    'Chanda',
    'Mwansabombwe',
    '1994-02-28',
    personal.email,
    personal.employerName,
    personal.address,
    'Bwalya',
    contacts.contact1Mobile,
    contacts.contact2Mobile,
  ];
  const dump = await dumpDatabase(server.owner);
  expect(dump).toContain(server.sealing.lookupHash('national_id', number).toString('hex'));
  expect(secretsIn(dump, secrets)).toEqual([]);
  expect(secretsIn(server.logLines.join(''), secrets)).toEqual([]);
});
