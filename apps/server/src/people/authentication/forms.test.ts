import { mobile as mobileSchema } from '@thumba/contract/fields';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthenticationServer,
  columnsOf,
  contacts,
  personal,
  startAuthenticationServer,
} from './authentication-server.test-support.ts';
import { formColumns } from './columns.ts';

let server: AuthenticationServer;
let token: string;
let ownMobile: string;

beforeAll(async () => {
  server = await startAuthenticationServer();
  ownMobile = server.newMobile();
  token = (await server.signIn(ownMobile)).token;
});
afterAll(() => server.stop());

const columns = async (cerCode: number, of = token) =>
  (await server.call('queryCertifyColumnByCerCode', { token: of, query: { cerCode } })).data.columns;

describe('the columns of a form', () => {
  test('are those of the personal information, in order', async () => {
    const list = await columns(2, (await server.signIn(server.newMobile())).token);
    expect(
      list.map((column: { columnCode: string; type: string; required: boolean }) =>
        [column.columnCode, column.type, column.required].join(' '),
      ),
    ).toEqual([
      'email email false',
      'maritalStatus select true',
      'education select true',
      'employmentType select true',
      'employerName text false',
      'monthlyIncome money true',
      'payDay number true',
      'district region true',
      'address text true',
    ]);
    expect(list.every((column: object) => !('value' in column) && !('wrong' in column))).toBe(true);
  });

  test('say when they are asked for, by a column that comes before them', async () => {
    const list: { columnCode: string; appliesWhen?: { columnCode: string; values: string[] } }[] =
      await columns(2);
    const codes = list.map(({ columnCode }) => columnCode);
    const conditions = list.flatMap(({ columnCode, appliesWhen }) =>
      appliesWhen ? [[columnCode, appliesWhen] as const] : [],
    );
    expect(Object.fromEntries(conditions)).toEqual({
      employerName: {
        columnCode: 'employmentType',
        values: ['government', 'company', 'casual', 'business'],
      },
      payDay: { columnCode: 'employmentType', values: ['government', 'company', 'retired'] },
    });
    for (const [columnCode, { columnCode: decisive }] of conditions) {
      expect(codes.indexOf(decisive)).toBeLessThan(codes.indexOf(columnCode));
    }
  });

  test('are those of two emergency contacts', async () => {
    const list = await columns(3);
    expect(
      list.map((column: { columnCode: string; type: string }) => `${column.columnCode} ${column.type}`),
    ).toEqual([
      'contact1Name text',
      'contact1Relation select',
      'contact1Mobile phone',
      'contact2Name text',
      'contact2Relation select',
      'contact2Mobile phone',
    ]);
  });

  test.each(['1', '15', '4', 'x', ''])('are refused for a form %s that does not exist', async (cerCode) => {
    expect(await server.call('queryCertifyColumnByCerCode', { token, query: { cerCode } })).toMatchObject({
      code: 400,
    });
  });

  test('accept the mobile numbers that the contract accepts', () => {
    const { pattern } = formColumns(3).find((column) => column.type === 'phone')!;
    for (let prefix = 0; prefix < 1000; prefix += 1) {
      const mobile = `${String(prefix).padStart(3, '0')}1234567`;
      expect(new RegExp(pattern!).test(mobile)).toBe(mobileSchema.safeParse(mobile).success);
    }
  });
});

describe('saving a form', () => {
  test('keeps its values and shows them again', async () => {
    const borrower = await server.signIn(server.newMobile());
    expect(await server.save(borrower.token, 2, personal)).toEqual({
      status: 200,
      code: 200,
      msg: 'OK',
      data: { cerCode: 2, isAuth: 1 },
    });
    const list: { columnCode: string; value: unknown }[] = await columns(2, borrower.token);
    expect(Object.fromEntries(list.map(({ columnCode, value }) => [columnCode, value]))).toEqual(personal);
  });

  test('again replaces what was there, and an optional field may be emptied', async () => {
    const borrower = await server.signIn(server.newMobile());
    await server.save(borrower.token, 2, personal);
    const answer = await server.save(borrower.token, 2, {
      ...personal,
      email: null,
      employerName: '  ',
      payDay: 1,
    });
    expect(answer).toMatchObject({ code: 200 });
    const list: { columnCode: string; value: unknown }[] = await columns(2, borrower.token);
    const values = Object.fromEntries(list.map(({ columnCode, value }) => [columnCode, value]));
    expect(values).toEqual({ ...personal, email: undefined, employerName: undefined, payDay: 1 });
  });

  test.each([
    ['email', 'chanda@', 'Email: Please enter a correct email address'],
    ['email', 'chanda@mail', 'Email: Please enter a correct email address'],
    ['email', 'a b@mail.com', 'Email: Please enter a correct email address'],
    ['email', `${'a'.repeat(95)}@a.com`, 'Email: Please enter a correct email address'],
    ['maritalStatus', 'complicated', 'Marital status: Please choose one from the list'],
    ['maritalStatus', null, 'Marital status: Please choose one from the list'],
    ['education', 3, 'Education: Please choose one from the list'],
    ['employmentType', '', 'Employment: Please choose one from the list'],
    ['employerName', 'x'.repeat(81), 'Employer or business: Please enter a name of at most 80 characters'],
    ['monthlyIncome', 0, 'Monthly income: Please enter an amount in kwacha above 0, like 3500 or 3500.50'],
    ['monthlyIncome', -5, 'Monthly income: Please enter an amount in kwacha above 0, like 3500 or 3500.50'],
    [
      'monthlyIncome',
      10.005,
      'Monthly income: Please enter an amount in kwacha above 0, like 3500 or 3500.50',
    ],
    [
      'monthlyIncome',
      1e300,
      'Monthly income: Please enter an amount in kwacha above 0, like 3500 or 3500.50',
    ],
    [
      'monthlyIncome',
      '3500',
      'Monthly income: Please enter an amount in kwacha above 0, like 3500 or 3500.50',
    ],
    ['payDay', 0, 'Pay day: Please enter a day of the month from 1 to 31'],
    ['payDay', 32, 'Pay day: Please enter a day of the month from 1 to 31'],
    ['payDay', 1.5, 'Pay day: Please enter a day of the month from 1 to 31'],
    ['payDay', '25', 'Pay day: Please enter a day of the month from 1 to 31'],
    ['district', 5, 'District: Please choose your province and district'],
    ['district', 599, 'District: Please choose your province and district'],
    ['district', 'Lusaka', 'District: Please choose your province and district'],
    ['address', '   ', 'Address: Please fill in this field'],
    ['address', 'Plot 12\u0000', 'Address: Please use only letters, numbers and signs that you can see'],
    ['address', 'Plot 12\u202e', 'Address: Please use only letters, numbers and signs that you can see'],
    [
      'employerName',
      'Kafue\u200b Milling',
      'Employer or business: Please use only letters, numbers and signs that you can see',
    ],
    ['email', 'a\u200f@example.com', 'Email: Please use only letters, numbers and signs that you can see'],
  ])('refuses the %s %j', async (columnCode, value, message) => {
    const answer = await server.save(token, 2, { ...personal, [columnCode]: value });
    expect(answer).toMatchObject({ code: 400, msg: message });
    expect(Object.keys(answer.data.fields)).toEqual([columnCode]);
    expect(message.endsWith(answer.data.fields[columnCode])).toBe(true);
  });

  test('says of every field what is wrong with it', async () => {
    const answer = await server.save(token, 2, {});
    expect(Object.keys(answer.data.fields)).toEqual([
      'maritalStatus',
      'education',
      'employmentType',
      'monthlyIncome',
      'district',
      'address',
    ]);
  });

  const values = async (of: string) => {
    const list: { columnCode: string; value: unknown }[] = await columns(2, of);
    return Object.fromEntries(list.map(({ columnCode, value }) => [columnCode, value]));
  };

  test.each(['government', 'company', 'retired'])('asks for the pay day of %s', async (employmentType) => {
    const answer = await server.save(token, 2, { ...personal, employmentType, payDay: null });
    expect(answer).toMatchObject({
      code: 400,
      data: { fields: { payDay: 'Please enter a day of the month from 1 to 31' } },
    });
  });

  test.each(['casual', 'business', 'farming', 'student', 'unemployed'])(
    'asks for no pay day of %s, and drops one that was there',
    async (employmentType) => {
      const borrower = await server.signIn(server.newMobile());
      await server.save(borrower.token, 2, personal);
      const changed = { ...personal, employmentType, employerName: null };
      expect(await server.save(borrower.token, 2, { ...changed, payDay: null })).toMatchObject({ code: 200 });
      expect(await server.save(borrower.token, 2, { ...changed, payDay: 99 })).toMatchObject({ code: 200 });
      expect(await values(borrower.token)).toEqual({
        ...changed,
        employerName: undefined,
        payDay: undefined,
      });
    },
  );

  test('drops the employer of somebody who has none', async () => {
    const borrower = await server.signIn(server.newMobile());
    await server.save(borrower.token, 2, { ...personal, employmentType: 'student' });
    expect((await values(borrower.token)).employerName).toBeUndefined();
  });

  test.each(['salary', 'contact1Name', '__proto__', 'constructor'])(
    'refuses the unknown field %s',
    async (columnCode) => {
      const body = { cerCode: 2, columns: [...columnsOf(personal), { columnCode, value: 'x' }] };
      const answer = await server.call('addOrUpdateUserAuthInfo', { token, body });
      expect(answer).toMatchObject({ code: 400, msg: 'There is no such field in this form' });
      expect(Object.keys(answer.data.fields)).toEqual([columnCode]);
    },
  );

  test('refuses a field that is there twice', async () => {
    const body = { cerCode: 2, columns: [...columnsOf(personal), { columnCode: 'payDay', value: 3 }] };
    expect(await server.call('addOrUpdateUserAuthInfo', { token, body })).toMatchObject({
      code: 400,
      data: { fields: { payDay: 'Please fill in this field once' } },
    });
  });

  test('takes two contacts of the same name and relation', async () => {
    expect(await server.save(token, 3, contacts)).toMatchObject({
      code: 200,
      data: { cerCode: 3, isAuth: 1 },
    });
  });

  test('refuses contacts that are the borrower or each other', async () => {
    const own = 'Please enter a number that is not your own';
    expect(await server.save(token, 3, { ...contacts, contact1Mobile: ownMobile })).toMatchObject({
      code: 400,
      msg: `Mobile number: ${own}`,
      data: { fields: { contact1Mobile: own } },
    });
    expect(await server.save(token, 3, { ...contacts, contact2Mobile: ownMobile })).toMatchObject({
      data: { fields: { contact2Mobile: own } },
    });
    const equal = await server.save(token, 3, { ...contacts, contact2Mobile: contacts.contact1Mobile });
    expect(equal.data.fields).toEqual({
      contact2Mobile: 'Please enter a different number for each contact',
    });
  });

  test.each([
    ['contact1Name', 'Bwalya 2'],
    ['contact2Name', ''],
    ['contact1Relation', 'neighbour'],
    ['contact2Mobile', '0123456789'],
    ['contact2Mobile', 966123001],
  ])('refuses the contact %s %j', async (columnCode, value) => {
    const answer = await server.save(token, 3, { ...contacts, [columnCode]: value });
    expect(answer).toMatchObject({ code: 400, data: { fields: { [columnCode]: expect.any(String) } } });
  });
});

describe('the steps', () => {
  test('are done one by one, and the next is what is not done', async () => {
    const borrower = await server.signIn(server.newMobile());
    const done = async () => {
      const { data } = await server.call('getUserAuthProcessStep', { token: borrower.token });
      return data
        .map((step: { cerCode: number; isAuth: number }) => `${step.cerCode}:${step.isAuth}`)
        .join(' ');
    };
    const next = async () => (await server.call('getUserInfo', { token: borrower.token })).data.authStep;
    expect([await done(), await next()]).toEqual(['1:0 2:0 3:0', 1]);
    await server.save(borrower.token, 3, contacts);
    expect([await done(), await next()]).toEqual(['1:0 2:0 3:1', 1]);
    const frontFileId = await server.uploadCard();
    await server.identify(borrower.token, {
      frontFileId,
      confirm: true,
      idNumber: '100001/10/1',
      firstName: 'Chanda',
      lastName: 'Banda',
      birthDate: '1990-01-01',
      gender: 'M',
    });
    expect([await done(), await next()]).toEqual(['1:1 2:0 3:1', 2]);
    await server.save(borrower.token, 2, personal);
    expect([await done(), await next()]).toEqual(['1:1 2:1 3:1', 4]);
    expect((await server.call('getUserInfo', { token: borrower.token })).data).toMatchObject({
      name: 'Chanda Banda',
      email: 'chanda@example.com',
    });
  });

  test('end with the face where the lender requires it', async () => {
    const strict = await startAuthenticationServer({ isFaceRequired: true });
    const borrower = await strict.signIn(strict.newMobile());
    const { data } = await strict.call('getUserAuthProcessStep', { token: borrower.token });
    expect(data.at(-1)).toEqual({ cerCode: 15, cerName: 'Confirm Identity', isAuth: 0, required: true });
    await strict.stop();
  });
});
