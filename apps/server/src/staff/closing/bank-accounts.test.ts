import { addDays, day } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { changeSetting } from '../../../test/change-setting.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { answerAs } from '../terminal/two-people.test-support.ts';

/* The bank accounts of the lender: set up by two people, and each with statements of its own. */

let server: AppServer;
let taonga: StaffMember;
let mapalo: StaffMember;
let grace: StaffMember;
/** Approves settings, and no bank details. */
let natasha: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, role: 'head_of_operations' | 'head_of_finance' | 'head_of_credit') =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  taonga = await hired('taonga', 'head_of_operations');
  mapalo = await hired('mapalo', 'head_of_finance');
  grace = await hired('grace', 'head_of_finance');
  natasha = await hired('natasha', 'head_of_credit');
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

type Account = 'bank_account' | 'second_bank_account';

const textsOf = (changed: Record<string, string> = {}) => ({
  ...{ bank: 'Zanaco', branch: 'Cairo Road', accountName: 'Thumba Loans Limited' },
  ...{ accountNumber: '0123 456 789', usedFromOn: '2026-01-01', closedOn: '' },
  ...changed,
});

const setUp = (account: Account, changed: Record<string, string> = {}) =>
  changeSetting({ maker: taonga, checker: mapalo }, account, textsOf(changed));

const fileOf = (...rows: string[]) =>
  new Uint8Array(Buffer.from(`${['Date,Narrative,Debit,Credit,Balance', ...rows].join('\n')}\n`));

const readFile = (account: Account, file: Uint8Array<ArrayBuffer>) =>
  mapalo.client.call('readBankStatement', { query: { account }, file });

async function imported(account: Account, ...rows: string[]) {
  const file = fileOf(...rows);
  const read = await readFile(account, file);
  expect(read.code, read.msg).toBe(200);
  const { digest } = read.data;
  const kept = await mapalo.client.call('importBankStatement', { query: { account, digest }, file });
  expect(kept.code, kept.msg).toBe(200);
  return kept.data;
}

const today = () => day(server.today());
const bankOf = async () => (await mapalo.client.call('getBank')).data;

test('the account of every lender takes statements before two people have set it up', async () => {
  const on = addDays(today(), -2);
  await imported('bank_account', `${on},Capital,,"50,000.00","50,000.00"`);
  expect((await bankOf()).accounts).toEqual([
    { account: 'bank_account', title: null, closedOn: null, last: { through: on, closing: 50_000 } },
    { account: 'second_bank_account', title: null, closedOn: null, last: null },
  ]);
  const refused = await readFile('second_bank_account', fileOf(`${on},Capital,,10.00,10.00`));
  expect(refused).toMatchObject({ code: 409, reason: 'no_such_account' });
});

test('a row is not posted as money of the other account while there is one account', async () => {
  const { items } = (await mapalo.client.call('listBankRows', { query: {} })).data;
  const asking = { postedAs: 'other_bank_account', wallet: null } as const;
  const params = { rowId: items[0]!.rowId };
  expect(await mapalo.client.call('previewBankRow', { params, body: asking })).toMatchObject({
    code: 409,
    msg: 'The lender has one bank account. Two people set the second one up in the settings.',
  });
});

test.each([
  ['bank', '', 'Write the name of the bank.'],
  ['accountNumber', '12a45', 'Write the number of the account: 5 to 20 digits.'],
  ['usedFromOn', '', 'Choose the first day on which the account is used.'],
  [
    'closedOn',
    '2025-12-31',
    'The day of closing is before the first day. Choose the first day or a later one.',
  ],
])('an account with %s as “%s” is refused: %s', async (field, text, sentence) => {
  const change = { texts: textsOf({ [field]: text }), effectiveFrom: null };
  const { data } = await taonga.client.call('previewSetting', {
    params: { setting: 'bank_account' },
    body: change,
  });
  expect(data).toEqual({ problem: { field, sentence }, preview: null });
});

test('an account is set up by one person and approved by one who answers for the float', async () => {
  const params = { setting: 'bank_account' } as const;
  const change = { texts: textsOf(), effectiveFrom: null };
  const { data: shown } = await taonga.client.call('previewSetting', { params, body: change });
  expect(shown.preview!.effect).toContainEqual({
    title: 'Account number',
    before: 'none',
    after: '0123456789',
  });
  const body = { ...change, reason: 'our account', digest: shown.preview!.digest };
  const { data: filed } = await taonga.client.call('askForSetting', { params, body });
  const { requestId } = filed;
  const setting = async () => (await taonga.client.call('getSetting', { params })).data;
  expect((await setting()).waiting).toMatchObject({ requestId });
  expect((await taonga.client.call('getRequest', { params: { requestId } })).data.kind).toBe('bank_details');
  expect((await answerAs(taonga, requestId)).code).toBe(403);
  expect((await answerAs(natasha, requestId)).code).toBe(404);
  expect((await answerAs(mapalo, requestId)).data).toMatchObject({
    sentence: 'Bank account: version 1 counts from now on.',
  });
  expect((await setting()).versions).toMatchObject([{ version: 1, state: 'running', requestId }]);
  expect((await bankOf()).accounts[0]).toMatchObject({ title: 'Zanaco, 0123456789' });
});

test('the database refuses bank details that were approved as another setting', async () => {
  await changeSetting({ maker: taonga, checker: mapalo }, 'sms_part_price', { price: '0.40' });
  const row = `insert into setting_version (setting, version, content, effective_from, saved_by, approved_by, saved_at,
    request_id) select 'second_bank_account', 1, '{}', now(), made_by, checked_by, now(), request_id
    from staff_request where kind = 'setting_change'`;
  await expect(server.db.pool.query(row)).rejects.toThrow('a request that a second person approved');
});

test('each account has its own statements, and the book is compared with both together', async () => {
  await setUp('second_bank_account', { bank: 'Absa', accountNumber: '99887766' });
  const [before, on] = [addDays(today(), -1), server.today()];
  // The same row of the same day at both banks.
  await imported(
    'bank_account',
    `${before},Interest,,5.00,"50,005.00"`,
    `${on},Moved,"1,000.00",,"49,005.00"`,
  );
  await imported('second_bank_account', `${before},Interest,,5.00,5.00`);
  const { accounts, last, rows } = await bankOf();
  expect(accounts.map((account) => account.last)).toEqual([
    { through: on, closing: 49_005 },
    { through: before, closing: 5 },
  ]);
  // Through the day that both statements have: the K1,000.00 left afterwards.
  expect(last).toEqual({ through: before, closing: 50_010, booked: 0 });
  // They explain the whole difference: nothing that lies after that day is compared.
  expect(rows).toEqual({ count: 4, sum: 49_010, compared: 50_010 });
  // An account with money on its last statement is compared too, although it is closed.
  const absa = { bank: 'Absa', accountNumber: '99887766' };
  await setUp('second_bank_account', { ...absa, closedOn: on });
  expect((await bankOf()).last).toEqual({ through: before, closing: 50_010, booked: 0 });
  await setUp('second_bank_account', absa);
  const gap = await readFile('second_bank_account', fileOf(`${on},Moved,,"1,000.00","50,005.00"`));
  expect(gap).toMatchObject({ code: 409, reason: 'balance_gap' });
  await imported('second_bank_account', `${on},Moved,,"1,000.00","1,005.00"`);
  expect((await bankOf()).last).toEqual({ through: on, closing: 50_010, booked: 0 });
});

test('a statement of one account is not taken for the other one', async () => {
  const [before, on] = [addDays(today(), -1), server.today()];
  const rows = [
    `${before},Interest,,5.00,"50,005.00"`,
    `${on},Moved,"1,000.00",,"49,005.00"`,
    `${on},Sweep,,100.00,"49,105.00"`,
    `${on},Charge,1.00,,"49,104.00"`,
  ];
  await imported('bank_account', ...rows);
  const refused = await readFile('second_bank_account', fileOf(...rows));
  expect(refused).toMatchObject({ code: 409, reason: 'of_other_account' });
  // The rows are known, so nothing of them is stored again.
  expect((await readFile('bank_account', fileOf(...rows))).data).toMatchObject({ isNew: false });
});

test('an account without movements keeps the balance of the day before', async () => {
  await server.passDays(1);
  const on = server.today();
  await imported('bank_account', `${on},Interest,,5.00,"49,109.00"`);
  const file = fileOf();
  const query = { account: 'second_bank_account', from: on, to: on } as const;
  const { data } = await mapalo.client.call('readBankStatement', { query, file });
  const kept = await mapalo.client.call('importBankStatement', {
    query: { ...query, digest: data.digest },
    file,
  });
  expect(kept.code, kept.msg).toBe(200);
  expect((await bankOf()).last).toEqual({ through: on, closing: 50_114, booked: 0 });
});

test('money between the two accounts is in transit until the other statement has it', async () => {
  const { items } = (await mapalo.client.call('listBankRows', { query: {} })).data;
  const moved = items.filter(({ text }) => text.includes('Moved'));
  expect(moved.map(({ amount }) => amount)).toEqual([-1_000, 1_000]);
  const inTransit = async () => (await mapalo.client.call('listTransit', { query: {} })).data.balance;
  for (const [index, balance] of [1_000, 0].entries()) {
    const { rowId } = moved[index]!;
    const asking = { postedAs: 'other_bank_account', wallet: null } as const;
    const { data: shown } = await mapalo.client.call('previewBankRow', { params: { rowId }, body: asking });
    const body = { ...asking, reason: 'moved to the other bank', digest: shown.digest };
    const { data } = await mapalo.client.call('askForBankRow', { params: { rowId }, body });
    expect((await answerAs(grace, data.requestId)).code).toBe(200);
    expect(await inTransit()).toBe(balance);
    await expectSoundBook(server);
  }
});

test('a statement that begins after an account was closed, or ends before it was used, is refused', async () => {
  const on = server.today();
  await setUp('second_bank_account', {
    ...{ bank: 'Absa', accountNumber: '99887766' },
    closedOn: addDays(today(), -1),
  });
  const late = await readFile('second_bank_account', fileOf(`${on},Late,,10.00,"1,015.00"`));
  expect(late).toMatchObject({ code: 409, reason: 'account_closed' });
  expect((await bankOf()).accounts[1]).toMatchObject({ closedOn: addDays(today(), -1) });
  const early = await readFile('bank_account', fileOf('2025-12-31,Early,,10.00,10.00'));
  expect(early).toMatchObject({ code: 409, reason: 'not_used_yet' });
});
