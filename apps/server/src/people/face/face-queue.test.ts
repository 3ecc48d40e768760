import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataUrl } from '../authentication/authentication-server.test-support.ts';
import { type FaceServer, samplePeople, startFaceServer } from './face-server.test-support.ts';

let server: FaceServer;
beforeAll(async () => {
  server = await startFaceServer();
});
afterAll(() => server.stop());

const BORROWERS = 20;
/** What the models, one check under way and the pictures of twenty take. */
const MOST_BYTES_MORE = 900_000_000;

/** A wall in its own colour: no face is found on it, so that it is measured in a moment. */
async function wall(number: number): Promise<string> {
  const background = { r: 90 + (number % 150), g: 60 + Math.trunc(number / 150) * 9, b: 120 };
  const create = { width: 60, height: 48, channels: 3 as const, background };
  return dataUrl(await sharp({ create }).jpeg().toBuffer());
}

async function readyToCheck(number: number, person: Awaited<ReturnType<typeof samplePeople>>[number]) {
  const [cardFront, face, ...frames] = await Promise.all(
    Array.from({ length: 8 }, (_, at) => wall(number * 8 + at)),
  );
  const borrower = await server.newBorrower();
  await borrower.identify({
    ...person,
    idNumber: `7${String(number).padStart(5, '0')}/10/1`,
    cardFront: cardFront!,
  });
  await borrower.consent();
  const { challengeId } = (await borrower.ask('faceChallenge')).data;
  const [left, right, nod] = [frames.slice(0, 2), frames.slice(2, 4), frames.slice(4, 6)];
  const pictures = await borrower.pictures(face!, { left, right, nod });
  return { borrower, challengeId, body: { ...pictures, challenge: challengeId } };
}

test('twenty checks at once: each borrower is told a place that falls, and is answered', async () => {
  const [person] = await samplePeople(3);
  const ready: Awaited<ReturnType<typeof readyToCheck>>[] = [];
  for (let number = 0; number < BORROWERS; number += 1) ready.push(await readyToCheck(number, person!));

  const before = process.memoryUsage().rss;
  let most = 0;
  const places = ready.map((): number[] => []);
  const waiting = new Map(
    ready.map(({ borrower, body }, index) => [index, borrower.ask('verifyFace', body)]),
  );
  const answers: unknown[] = [];
  while (waiting.size > 0) {
    await Promise.all(
      [...waiting.keys()].map(async (index) => {
        const { borrower, challengeId } = ready[index]!;
        const { place } = (await borrower.ask('faceProgress', { challengeId })).data;
        if (place !== null) places[index]!.push(place);
      }),
    );
    most = Math.max(most, process.memoryUsage().rss);
    const [index, answer] = await Promise.race(
      [...waiting].map(async ([at, check]) => [at, await check] as const),
    );
    answers.push(answer);
    waiting.delete(index);
  }

  expect(answers).toHaveLength(BORROWERS);
  for (const answer of answers)
    expect(answer).toMatchObject({ code: 200, data: { outcome: 'again', triesLeft: 2 } });
  expect(Math.max(...places.flat())).toBeGreaterThan(BORROWERS / 2);
  expect(Math.max(...places.flat())).toBeLessThan(BORROWERS);
  for (const told of places) expect(told).toEqual(told.toSorted((a, b) => b - a));
  expect(most - before).toBeLessThan(MOST_BYTES_MORE);
});
