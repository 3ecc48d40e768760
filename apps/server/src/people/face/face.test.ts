import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SamplePerson } from '../../simulator/sample-people.ts';
import { dataUrl, drawPicture } from '../authentication/authentication-server.test-support.ts';
import type { FaceEngine } from './face-engine.ts';
import { type FaceServer, samplePeople, startFaceServer } from './face-server.test-support.ts';
import { markPictures, purgeFrameMarks } from './frame-marks.ts';
import { setFaceAside } from './set-aside.ts';

let server: FaceServer;
let people: [SamplePerson, SamplePerson, SamplePerson];
let again: [SamplePerson, SamplePerson, SamplePerson];
/** What the next checks meet in place of the engine. */
let broken: 'queue_full' | 'failed' | undefined;

beforeAll(async () => {
  people = (await samplePeople(1)) as typeof people;
  again = (await samplePeople(2)) as typeof people;
  const before = (engine: FaceEngine): FaceEngine => ({
    ...engine,
    measure: async (ticket, read) => (broken ? { kind: broken } : engine.measure(ticket, read)),
  });
  server = await startFaceServer(before);
});
afterAll(() => server.stop());

async function ready(person: SamplePerson) {
  const borrower = await server.newBorrower();
  await borrower.identify(person);
  await borrower.consent();
  return borrower;
}
const isDone = async (borrower: Awaited<ReturnType<typeof ready>>) => {
  const steps = (await borrower.ask('getUserAuthProcessStep')).data;
  return steps.find(({ cerCode }: { cerCode: number }) => cerCode === 15).isAuth;
};
async function tryOnce(
  borrower: Awaited<ReturnType<typeof ready>>,
  face: string,
  frames: SamplePerson['frames'],
) {
  const { challengeId } = (await borrower.ask('faceChallenge')).data;
  const body = { ...(await borrower.pictures(face, frames)), challenge: challengeId };
  return { body, answer: await borrower.ask('verifyFace', body) };
}

describe('a face challenge', () => {
  test('needs an identity with a picture, and asks for all movements', async () => {
    const borrower = await server.newBorrower();
    expect(await borrower.ask('faceChallenge')).toMatchObject({
      code: 409,
      data: { reason: 'identity_first' },
    });
    await borrower.identify(people[0]);
    const { data } = await borrower.ask('faceChallenge');
    expect(data.gestures.toSorted()).toEqual(['left', 'nod', 'right']);
    expect(data).toMatchObject({
      triesLeft: 3,
      expiresAt: new Date(server.clock.nowMs() + 5 * 60_000).toISOString(),
    });
  });

  test('that is asked for is an agreement to the standing wording, but not after a consent was taken back', async () => {
    const borrower = await server.newBorrower();
    await borrower.identify(people[0]);
    const consents = () =>
      server.db.pool.query(
        `select is_given, wording_version from consent_change where borrower_id = $1 and kind = 'face' order by ordinal`,
        [borrower.id],
      );
    expect((await consents()).rows).toEqual([]);
    expect(await borrower.ask('faceChallenge')).toMatchObject({ code: 200 });
    expect((await consents()).rows).toEqual([{ is_given: true, wording_version: 1 }]);

    await borrower.consent(false);
    const missing = { code: 403, data: { reason: 'face_consent_missing' } };
    expect(await borrower.ask('faceChallenge')).toMatchObject(missing);
    const { selfieFileId } = await borrower.pictures(people[0].face);
    expect(await borrower.ask('verifyFace', { selfieFileId })).toMatchObject(missing);
    expect((await consents()).rows).toHaveLength(2);
    await borrower.consent();
    expect(await borrower.ask('faceChallenge')).toMatchObject({ code: 200 });
  });

  test('is given ten times an hour', async () => {
    const borrower = await ready(people[0]);
    for (let asked = 0; asked < 10; asked += 1)
      expect(await borrower.ask('faceChallenge')).toMatchObject({ code: 200 });
    expect(await borrower.ask('faceChallenge')).toMatchObject({
      code: 429,
      data: { retryAfterSeconds: 3600 },
    });
  });

  test('of another borrower is refused like one that does not exist', async () => {
    const [one, other] = [await ready(people[0]), await ready(people[1])];
    const { challengeId } = (await one.ask('faceChallenge')).data;
    const body = { ...(await other.pictures(people[1].face, people[1].frames)), challenge: challengeId };
    const refusal = await other.ask('verifyFace', body);
    expect(refusal).toMatchObject({ code: 404, msg: 'Please start again' });
    expect(await other.ask('verifyFace', { ...body, challenge: 'unknown' })).toEqual(refusal);
    expect((await other.ask('faceProgress', { challengeId })).data).toEqual({ place: null });
  });
});

test('marks of frames go after 400 days', async () => {
  const pictures = [{ byteHash: 'a frame', differenceHash: '0f' }];
  const seenAt = new Date('2026-11-21T08:00:00Z');
  const isSeen = (checkId: string) => markPictures(server, { checkId, pictures, now: seenAt });
  const after = (days: number) => new Date(seenAt.getTime() + days * 86_400_000 + 1);
  expect(await isSeen('the first')).toBe(false);
  expect(await isSeen('the second')).toBe(true);
  await purgeFrameMarks(server.db, after(399));
  expect(await isSeen('the third')).toBe(true);
  await purgeFrameMarks(server.db, after(400));
  expect(await isSeen('the fourth')).toBe(false);
});

describe('a face check', () => {
  test('passes the person of the card, once for all, and keeps what is sealed only', async () => {
    const borrower = await ready(people[1]);
    expect(await isDone(borrower)).toBe(0);
    const { body, answer } = await tryOnce(borrower, people[1].face, people[1].frames);
    expect(answer).toMatchObject({ code: 200, data: { isAuth: 1, outcome: 'pass', triesLeft: 0 } });
    expect(answer.data.reason).toBeUndefined();
    expect(await borrower.ask('verifyFace', body)).toEqual(answer);
    expect(await isDone(borrower)).toBe(1);
    expect(await borrower.ask('faceChallenge')).toMatchObject({ code: 409, data: { reason: 'face_done' } });

    const { rows } = await server.db.pool.query('select * from face_check where borrower_id = $1', [
      borrower.id,
    ]);
    expect(rows).toMatchObject([{ outcome: 'pass', reason: null, is_still: false }]);
    const place = { borrower_id: borrower.id, check_id: rows[0].check_id };
    const measures = JSON.parse(
      server.sealing.open('face_check.measures_sealed', place, rows[0].measures_sealed),
    );
    expect(measures.similarity).toBeGreaterThan(0.68);
    const kept = await server.db.pool.query(
      'select embedding_sealed from face_embedding where borrower_id = $1',
      [borrower.id],
    );
    const sealed: Buffer = kept.rows[0].embedding_sealed;
    const numbers = Buffer.from(
      server.sealing.open('face_embedding.embedding_sealed', { borrower_id: borrower.id }, sealed),
      'base64',
    );
    expect(numbers).toHaveLength(1024);
    for (const start of [numbers.subarray(0, 8), numbers.toString('base64').slice(0, 12)])
      expect(sealed.includes(start)).toBe(false);

    // Frames that were accepted are not accepted from another borrower, whatever face the card shows.
    const thief = await ready(people[1]);
    const stolen = await tryOnce(thief, people[1].face, people[1].frames);
    expect(stolen.answer.data).toMatchObject({
      isAuth: 0,
      outcome: 'again',
      reason: 'frame_seen_before',
      triesLeft: 2,
    });

    // The same face in another account passes, and staff are told of both.
    const twin = await tryOnce(thief, again[1].face, again[1].frames);
    expect(twin.answer.data).toMatchObject({ outcome: 'pass' });
    const finds = await server.db.pool.query(
      'select other_borrower_id, kind, similarity from duplicate_find where borrower_id = $1',
      [thief.id],
    );
    expect(finds.rows.map((row) => [Number(row.other_borrower_id), row.kind])).toEqual([
      [borrower.id, 'face'],
    ]);
    expect(Number(finds.rows[0].similarity)).toBeGreaterThan(0.8);

    // With the consent the numbers of the face go, and a face without numbers is not found.
    await borrower.consent(false);
    expect(
      (await server.db.pool.query('select from face_embedding where borrower_id = $1', [borrower.id])).rows,
    ).toEqual([]);
  });

  test('of another person is tried three times and then looked at by a person, with no reason told', async () => {
    const borrower = await ready(people[0]);
    const first = await tryOnce(borrower, people[2].face, people[2].frames);
    expect(first.answer.data).toMatchObject({
      isAuth: 0,
      outcome: 'again',
      reason: 'does_not_match',
      message: 'Your face did not match the picture on your card. Please take the pictures again.',
      triesLeft: 2,
    });
    // A picture that is held still shows no movement.
    const still = { left: again[2].frames.nod, right: again[2].frames.nod, nod: again[2].frames.nod };
    const second = await tryOnce(borrower, again[2].face, still);
    expect(second.answer.data).toMatchObject({ outcome: 'again', triesLeft: 1 });
    server.clock.advance({ seconds: 1 });
    const third = await tryOnce(
      borrower,
      dataUrl(await drawPicture({ width: 300, height: 400 })),
      again[2].frames,
    );
    expect(third.answer.data).toEqual({
      isAuth: 1,
      outcome: 'refer',
      message: 'A person is looking at it',
      triesLeft: 0,
    });
    expect(await isDone(borrower)).toBe(1);
    // Another picture of the card gives no new tries.
    await borrower.identify({ ...again[0], idNumber: people[0].idNumber });
    expect(await isDone(borrower)).toBe(1);
  });

  test('without a camera goes to a person', async () => {
    const borrower = await ready(people[0]);
    const body = await borrower.pictures(people[0].face);
    const answer = await borrower.ask('verifyFace', body);
    expect(answer.data).toEqual({
      isAuth: 1,
      outcome: 'refer',
      message: 'A person is looking at it',
      triesLeft: 0,
    });
    expect(await borrower.ask('verifyFace', body)).toEqual(answer);
    expect(await isDone(borrower)).toBe(1);
  });

  test('that comes too late, or with frames from before the challenge, is taken again', async () => {
    const borrower = await ready(people[0]);
    const { challengeId } = (await borrower.ask('faceChallenge')).data;
    server.clock.advance({ minutes: 5, seconds: 1 });
    const body = { ...(await borrower.pictures(people[0].face, people[0].frames)), challenge: challengeId };
    expect((await borrower.ask('verifyFace', body)).data).toMatchObject({ reason: 'too_late', triesLeft: 2 });

    const early = await borrower.pictures(again[0].face, again[0].frames);
    server.clock.advance({ seconds: 1 });
    const { data } = await borrower.ask('faceChallenge');
    const sent = { ...early, challenge: data.challengeId };
    expect((await borrower.ask('verifyFace', sent)).data).toMatchObject({
      reason: 'frame_seen_before',
      triesLeft: 1,
    });
    // Staff can give all tries back.
    await setFaceAside(server.db, { borrowerId: borrower.id, now: new Date(server.clock.nowMs()) });
    expect((await borrower.ask('faceChallenge')).data).toMatchObject({ triesLeft: 3 });
  });

  test.each(['queue_full', 'failed'] as const)('that meets an engine with %s costs no try', async (how) => {
    const borrower = await ready(people[2]);
    const { challengeId } = (await borrower.ask('faceChallenge')).data;
    const body = { ...(await borrower.pictures(again[2].face, again[2].frames)), challenge: challengeId };
    broken = how;
    expect(await borrower.ask('verifyFace', body)).toMatchObject({
      code: 503,
      data: { retryAfterSeconds: 5 },
    });
    broken = undefined;
    const { rows } = await server.db.pool.query('select from face_check where borrower_id = $1', [
      borrower.id,
    ]);
    expect(rows).toEqual([]);
    expect((await borrower.ask('verifyFace', body)).data).toMatchObject({ triesLeft: expect.any(Number) });
  });
});
