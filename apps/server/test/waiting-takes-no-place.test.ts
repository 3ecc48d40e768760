import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawSamplePeople, type SamplePerson } from '../src/simulator/sample-people.ts';
import { type AppBorrower, signIn } from './app-borrower.ts';
import { type AppServer, startAppServer } from './app-server.ts';

/*
 * The server has eight places for requests, of which one address may have half. Cards that are read and faces that are
 * measured wait in queues of their own, for seconds. Docs: docs/running/overload.md.
 */

const PLACES = '8';
const AT_ONCE = 8;

let server: AppServer;
let person: SamplePerson;
beforeAll(async () => {
  server = await startAppServer({
    settings: { FACE_REQUIRED: 'true', REQUESTS_AT_ONCE_LEAST: PLACES, REQUESTS_AT_ONCE_MOST: PLACES },
  });
  [person] = (await drawSamplePeople(2026, Math.random)) as [SamplePerson];
});
afterAll(() => server.stop());

async function upload(
  borrower: AppBorrower,
  purpose: 'nrc_front' | 'selfie',
  image: string,
): Promise<string> {
  return (await borrower.ask('uploadBase64', { body: { image, purpose } })).fileId;
}

async function borrowers(): Promise<AppBorrower[]> {
  const all: AppBorrower[] = [];
  for (let count = 0; count < AT_ONCE; count += 1) all.push(await signIn(server));
  return all;
}

async function requestsInWork(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^thumba_requests_in_work (\d+)$/m.exec(text)![1]);
}

/** Begins one piece of work after the other, and asks for something short once each waits. */
async function codesBeside(works: readonly (() => Promise<{ code: number }>)[], other: AppBorrower) {
  const under: Promise<{ code: number }>[] = [];
  const short: number[] = [];
  for (const begin of works) {
    let isAnswered = false;
    under.push(begin().finally(() => (isAnswered = true)));
    await expect.poll(async () => isAnswered || (await requestsInWork()) === 0).toBe(true);
    expect(isAnswered).toBe(false);
    short.push((await other.call('getUserInfo', {})).code);
  }
  return { short, long: (await Promise.all(under)).map(({ code }) => code) };
}

const ALL_ANSWERED = { short: Array(AT_ONCE).fill(200), long: Array(AT_ONCE).fill(200) };

test('cards that wait to be read keep no other request out', async () => {
  const other = await signIn(server);
  const works: (() => Promise<{ code: number }>)[] = [];
  for (const borrower of await borrowers()) {
    const frontFileId = await upload(borrower, 'nrc_front', person.cardFront);
    works.push(() => borrower.call('addOrUpdateUserOcrInfoV3', { body: { frontFileId, confirm: false } }));
  }
  expect(await codesBeside(works, other)).toEqual(ALL_ANSWERED);
});

test('faces that wait to be measured keep no other request out', async () => {
  const other = await signIn(server);
  const works: (() => Promise<{ code: number }>)[] = [];
  for (const [place, borrower] of (await borrowers()).entries()) {
    const frontFileId = await upload(borrower, 'nrc_front', person.cardFront);
    const { firstName, lastName, birthDate, gender } = person;
    const idNumber = `61110${place}/10/1`;
    await borrower.ask('addOrUpdateUserOcrInfoV3', {
      body: { idNumber, firstName, lastName, birthDate, gender, frontFileId, confirm: true },
    });
    const selfieFileId = await upload(borrower, 'selfie', person.face);
    works.push(() => borrower.call('verifyFace', { body: { selfieFileId } }));
  }
  expect(await codesBeside(works, other)).toEqual(ALL_ANSWERED);
});
