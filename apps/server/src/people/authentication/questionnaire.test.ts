import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuthenticationServer,
  startAuthenticationServer,
} from './authentication-server.test-support.ts';
import { answersInWords } from './in-words.ts';
import { readBorrowerDetails, readProfile } from './queries.ts';

type Question = { questionId: number; type: string; options: { optionId: number }[] };
type Given = { questionId: number; optionIds: number[] };

let server: AuthenticationServer;

beforeAll(async () => {
  server = await startAuthenticationServer();
});
afterAll(() => server.stop());

const info = async (token: string) => (await server.call('questionnaireInfo', { token })).data;
const submit = (token: string, answers: unknown, questionnaireId = 1) =>
  server.call('questionnaireSubmit', { token, body: { questionnaireId, answers } });
const firstOptions = (questions: Question[]): Given[] =>
  questions.map(({ questionId, options }) => ({ questionId, optionIds: [options[0]!.optionId] }));

const questionsWaiting = async (id: number) =>
  (await readProfile(server.db, server.sealing, id)).questionsWaiting;

test('four questions are offered, without the points of their answers', async () => {
  const { token, id } = await server.signIn(server.newMobile());
  const { questions, answered } = await info(token);
  expect(answered).toBe(false);
  expect(questions).toHaveLength(4);
  expect(await questionsWaiting(id)).toBe(4);
  expect(JSON.stringify(questions)).not.toContain('loan for');
  expect(questions.every((question: Question) => question.type === 'single')).toBe(true);
  expect(JSON.stringify(questions)).not.toContain('points');
});

test('answers are taken once and give points', async () => {
  const { token, id } = await server.signIn(server.newMobile());
  const answers = firstOptions((await info(token)).questions);
  expect(await submit(token, answers)).toEqual({ status: 200, code: 200, msg: 'OK', data: null });
  expect((await info(token)).answered).toBe(true);
  expect(await submit(token, answers)).toMatchObject({
    code: 409,
    msg: 'You have answered these questions already',
  });
  expect(await readBorrowerDetails(server.db, server.sealing, id)).toMatchObject({ questionnairePoints: 32 });
  expect(await questionsWaiting(id)).toBe(0);
});

test('an answer to the question of earlier days is ignored, and stays readable where it was given', async () => {
  const { token, id } = await server.signIn(server.newMobile());
  const answers = firstOptions((await info(token)).questions);
  expect(await submit(token, [...answers, { questionId: 3, optionIds: [1] }])).toMatchObject({ code: 200 });
  expect(await readBorrowerDetails(server.db, server.sealing, id)).toMatchObject({ questionnairePoints: 32 });
  expect(answersInWords({ 1: 4, 3: 2 })).toEqual([
    { question: 'How long have you had your main source of income?', answer: 'More than 5 years' },
    { question: 'What will you use the loan for?', answer: 'School fees' },
  ]);
});

test('of answers sent twenty times at once one is taken', async () => {
  const { token } = await server.signIn(server.newMobile());
  const answers = firstOptions((await info(token)).questions);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => submit(token, answers)));
  expect(outcomes.filter((outcome) => outcome.code === 200)).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome.code === 409)).toHaveLength(19);
});

test.each<[string, (answers: Given[]) => unknown[], string]>([
  ['a missing answer', (answers) => answers.slice(1), '1'],
  ['an unknown option', ([first, ...rest]) => [{ ...first, optionIds: [99] }, ...rest], '1'],
  ['two options', ([first, ...rest]) => [{ ...first, optionIds: [1, 2] }, ...rest], '1'],
  ['no option', ([first, ...rest]) => [{ ...first, optionIds: [] }, ...rest], '1'],
  ['a question answered twice', (answers) => [...answers, answers[2]], '4'],
  ['an unknown question', (answers) => [...answers, { questionId: 77, optionIds: [1] }], '77'],
])('%s is refused', async (_kind, change, field) => {
  const { token } = await server.signIn(server.newMobile());
  const answers = change(firstOptions((await info(token)).questions));
  const outcome = await submit(token, answers);
  expect(outcome).toMatchObject({ code: 400, msg: 'Please answer every question' });
  expect(Object.keys(outcome.data.fields)).toEqual([field]);
  expect((await info(token)).answered).toBe(false);
});

test('another questionnaire does not exist', async () => {
  const { token } = await server.signIn(server.newMobile());
  expect(await submit(token, [], 2)).toMatchObject({ code: 404 });
});

test('regions are ten provinces, and the districts of each', async () => {
  const { token } = await server.signIn(server.newMobile());
  const children = async (id: number | string) =>
    (await server.call('queryAreaInfoById', { token, params: { id } })).data;
  const provinces = await children(0);
  expect(provinces).toHaveLength(10);
  expect(provinces[4]).toEqual({ id: 5, name: 'Lusaka', parentId: 0, level: 1 });
  expect(await children(5)).toEqual(
    ['Chilanga', 'Chongwe', 'Kafue', 'Luangwa', 'Lusaka', 'Rufunsa'].map((name, index) => ({
      id: 501 + index,
      name,
      parentId: 5,
      level: 2,
    })),
  );
  const districts = await Promise.all(provinces.map((province: { id: number }) => children(province.id)));
  expect(new Set(districts.flat().map((district) => district.id)).size).toBe(116);
  const tree = (await server.call('queryAreaTree', { token })).data;
  const withoutPlace = ({ id, name }: { id: number; name: string }) => ({ id, name });
  expect(tree).toEqual(
    provinces.map((province: { id: number; name: string }, index: number) => ({
      ...withoutPlace(province),
      districts: districts[index].map(withoutPlace),
    })),
  );
  expect(JSON.stringify(tree).length).toBeLessThan(4500);
  expect([await children(501), await children(11), await children('999999999999999')]).toEqual([[], [], []]);
  expect(await server.call('queryAreaInfoById', { token, params: { id: 'x' } })).toMatchObject({ code: 400 });
});
