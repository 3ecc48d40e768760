import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuthenticationServer,
  startAuthenticationServer,
} from './authentication-server.test-support.ts';

const OTHER = { lang: 'en-XA' };

let server: AuthenticationServer;
let token: string;
beforeAll(async () => {
  server = await startAuthenticationServer();
  token = (await server.signIn(server.newMobile())).token;
});
afterAll(() => server.stop());

type Shown = { label: string; group: string; options?: { value: string; label: string }[] };

test('a form has its labels and its choices in the language of the borrower', async () => {
  const columnsIn = async (headers: Record<string, string>): Promise<Shown[]> =>
    (await server.call('queryCertifyColumnByCerCode', { token, headers, query: { cerCode: 2 } })).data
      .columns;
  const english = await columnsIn({ lang: 'en' });
  expect(english[1]).toMatchObject({ label: 'Marital status', group: 'About you' });
  const other = await columnsIn(OTHER);
  expect(other.map(({ label }) => label)).toEqual(english.map(({ label }) => marked(label)));
  expect(other.map(({ group }) => group)).toEqual(english.map(({ group }) => marked(group)));
  expect(other[1]!.options).toEqual(
    english[1]!.options!.map(({ value, label }) => ({ value, label: marked(label) })),
  );
});

test('what is wrong with a form is said in the language of the borrower', async () => {
  const saveIn = (headers: Record<string, string>) =>
    server.call('addOrUpdateUserAuthInfo', { token, headers, body: { cerCode: 3, columns: [] } });
  const flaw = 'Please fill in this field';
  expect(await saveIn({ lang: 'en' })).toMatchObject({
    msg: `Name: ${flaw}`,
    data: { fields: { contact1Name: flaw } },
  });
  expect(await saveIn(OTHER)).toMatchObject({
    msg: marked(`${marked('Name')}: ${marked(flaw)}`),
    data: { fields: { contact1Name: marked(flaw) } },
  });
});

test('the questions and their answers are in the language of the borrower', async () => {
  const questionsIn = async (headers: Record<string, string>) =>
    (await server.call('questionnaireInfo', { token, headers, body: {} })).data;
  const english = await questionsIn({ lang: 'en' });
  const other = await questionsIn(OTHER);
  expect(other.title).toBe(marked('Four short questions'));
  expect(other.questions[2].text).toBe(marked(english.questions[2].text));
  expect(other.questions[2].options[0]).toEqual({ optionId: 1, text: marked('Every month') });
});

test('a refusal that does not depend on what was sent is in the language of the borrower, also the second time', async () => {
  const body = {
    confirm: true,
    frontFileId: 'a'.repeat(32),
    idNumber: '123456/10/1',
    firstName: 'Mutinta',
    lastName: 'Zulu',
    birthDate: '1990-01-01',
    gender: 'F',
  };
  const identifyIn = async (headers: Record<string, string>) =>
    (await server.call('addOrUpdateUserOcrInfoV3', { token, headers, body })).msg;
  const english = 'We could not find this picture. Please take it again.';
  expect(await identifyIn(OTHER)).toBe(marked(english));
  expect(await identifyIn({ lang: 'en' })).toBe(english);
});

test('a picture that cannot be read is refused in the language of the borrower', async () => {
  const body = { image: 'no picture', purpose: 'nrc_front' };
  const refusal = await server.call('uploadBase64', { headers: OTHER, body });
  const sentence = marked('We could not read this picture. Please choose it again.');
  expect(refusal).toMatchObject({ msg: sentence, data: { fields: { image: sentence } } });
});
