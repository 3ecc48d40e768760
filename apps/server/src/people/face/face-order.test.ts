import type { Gesture } from '@thumba/identity/gesture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SamplePerson } from '../../simulator/sample-people.ts';
import { type FaceServer, samplePeople, startFaceServer } from './face-server.test-support.ts';

let server: FaceServer;
let people: SamplePerson[];

beforeAll(async () => {
  people = await samplePeople(51);
  server = await startFaceServer();
});
afterAll(() => server.stop());

async function answerTo(person: SamplePerson, orderOf: (asked: Gesture[]) => Gesture[]) {
  const borrower = await server.newBorrower();
  await borrower.identify(person);
  const { challengeId, gestures } = (await borrower.ask('faceChallenge')).data;
  server.clock.advance({ seconds: 1 });
  const pictures = await borrower.pictures(person.face, person.frames, orderOf(gestures));
  const answer = await borrower.ask('verifyFace', { ...pictures, challenge: challengeId });
  return answer.data;
}

test('movements that arrive in the order that was asked for pass', async () => {
  expect(await answerTo(people[0]!, (asked) => [...asked])).toMatchObject({ outcome: 'pass' });
});

test.each([
  ['the last two', 1, ([first, second, third]: Gesture[]) => [first!, third!, second!]],
  ['the first two', 2, ([first, second, third]: Gesture[]) => [second!, first!, third!]],
] as const)(
  'movements of which %s are the wrong way round are taken again',
  async (_what, place, orderOf) => {
    expect(await answerTo(people[place]!, orderOf)).toMatchObject({
      outcome: 'again',
      reason: 'wrong_order',
      message: 'The movements did not come in the order that was asked for. Please take the pictures again.',
    });
  },
);
