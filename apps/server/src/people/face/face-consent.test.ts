import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FaceServer, startFaceServer } from './face-server.test-support.ts';
import { openKnownFaces } from './known-faces.ts';
import {
  embeddingOf,
  type MadeUpBorrower,
  madeUpBorrower,
  madeUpEngine,
} from './made-up-engine.test-support.ts';
import { bytesOfFace } from './similar-faces.ts';

const engine = madeUpEngine();
let server: FaceServer;
beforeAll(async () => {
  server = await startFaceServer(() => engine);
});
afterAll(() => server.stop());
beforeEach(() => engine.showNewFace());

async function rowsOf(sql: string, ...values: unknown[]) {
  return (await server.db.pool.query(sql, values)).rows;
}
const findsOf = ({ id }: MadeUpBorrower) =>
  rowsOf(
    `select other_borrower_id as other, similarity::float, found_at, last_found_at from duplicate_find
     where borrower_id = $1 order by 1`,
    id,
  );
const facePicturesOf = ({ id }: MadeUpBorrower) =>
  rowsOf(
    `select purpose from stored_file where borrower_id = $1 and purpose in ('selfie', 'face_frame')`,
    id,
  );
const embeddingsOf = ({ id }: MadeUpBorrower) =>
  rowsOf('select borrower_id from face_embedding where borrower_id = $1', id);

test('a consent that is taken back ends the pass, and erases the pictures of the face and its numbers', async () => {
  const borrower = await madeUpBorrower(server);
  expect((await borrower.sendLive()).data).toMatchObject({ outcome: 'pass' });
  expect(await facePicturesOf(borrower)).toHaveLength(8);
  expect(await embeddingsOf(borrower)).toHaveLength(1);

  await borrower.consent(false);
  expect(await borrower.isFaceDone()).toBe(0);
  expect(await facePicturesOf(borrower)).toEqual([]);
  expect(await embeddingsOf(borrower)).toEqual([]);
  // The face is shown anew under a new consent. The earlier pass does not come back.
  await borrower.consent();
  expect(await borrower.isFaceDone()).toBe(0);
  expect((await borrower.sendLive()).data).toMatchObject({ outcome: 'pass' });
  expect(await borrower.isFaceDone()).toBe(1);
});

test('a consent that is taken back does not wipe a referral', async () => {
  const borrower = await madeUpBorrower(server);
  expect((await borrower.sendStill()).data).toMatchObject({ outcome: 'refer' });
  await borrower.consent(false);
  await borrower.consent();
  expect(await borrower.ask('faceChallenge')).toMatchObject({ code: 409, data: { reason: 'face_done' } });
});

test('a check is not kept if the consent was taken back meanwhile, also where it was given again', async () => {
  const borrower = await madeUpBorrower(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  engine.seen.until = promise;
  const begun = engine.begun;
  const checked = borrower.ask('verifyFace', await borrower.live());
  await expect.poll(() => engine.begun).toBe(begun + 1);
  server.clock.advance({ seconds: 1 });
  await borrower.consent(false);
  await borrower.consent();
  resolve();
  expect(await checked).toMatchObject({ code: 404, msg: 'Please start again' });
  expect(await embeddingsOf(borrower)).toEqual([]);
  expect(await borrower.isFaceDone()).toBe(0);
});

test('borrowers who were found alike stay on the list of staff when either of the two takes the consent back', async () => {
  const [one, other, third] = [
    await madeUpBorrower(server),
    await madeUpBorrower(server),
    await madeUpBorrower(server),
  ];
  await one.sendLive();
  const foundAt = new Date(server.clock.nowMs());
  await other.sendLive();
  expect(await findsOf(other)).toEqual([
    { other: one.id, similarity: expect.closeTo(1), found_at: foundAt, last_found_at: null },
  ]);
  // The one who was found takes it back: the list keeps who it was, and not how alike.
  await one.consent(false);
  const kept = { other: one.id, similarity: null, found_at: foundAt, last_found_at: null };
  expect(await findsOf(other)).toEqual([kept]);
  // The next check finds another borrower, and forgets no earlier find.
  await third.sendLive();
  server.clock.advance({ minutes: 1 });
  await other.newCard();
  await other.sendLive();
  expect(await findsOf(other)).toEqual([
    kept,
    { ...kept, other: third.id, similarity: expect.closeTo(1), found_at: expect.any(Date) },
  ]);
  expect(await findsOf(third)).toMatchObject([{ other: other.id }]);

  await third.newCard();
  server.clock.advance({ minutes: 1 });
  await third.sendLive();
  expect(await findsOf(third)).toMatchObject([
    { other: other.id, last_found_at: new Date(server.clock.nowMs()) },
  ]);
  // The one who found takes it back.
  await third.consent(false);
  expect(await findsOf(third)).toMatchObject([{ other: other.id, similarity: null }]);
});

test('a face that could not be compared is not passed, and a still picture says so to staff', async () => {
  const borrower = await madeUpBorrower(server);
  engine.seen.isComparisonBroken = true;
  const body = await borrower.live();
  expect(await borrower.ask('verifyFace', body)).toMatchObject({ code: 503 });
  expect(await borrower.isFaceDone()).toBe(0);
  expect(await embeddingsOf(borrower)).toEqual([]);
  expect((await borrower.sendStill()).data).toMatchObject({ outcome: 'refer' });
  const checks = await rowsOf('select outcome, reason from face_check where borrower_id = $1', borrower.id);
  expect(checks).toEqual([{ outcome: 'refer', reason: 'still_not_compared' }]);
  // The face is found by those who come later.
  expect(await embeddingsOf(borrower)).toHaveLength(1);
});

test('of a check whose finds cannot be kept nothing is kept', async () => {
  const [one, other] = [await madeUpBorrower(server), await madeUpBorrower(server)];
  await one.sendLive();
  await server.owner.pool.query(
    'alter table duplicate_find add constraint no_finds check (kind <> $$face$$) not valid',
  );
  expect(await other.sendLive()).toMatchObject({ code: 500 });
  await server.owner.pool.query('alter table duplicate_find drop constraint no_finds');
  expect(await embeddingsOf(other)).toEqual([]);
  expect(await other.isFaceDone()).toBe(0);
});

test('the memory of the server loses a face with the consent and with the account', async () => {
  const known = openKnownFaces(server, engine);
  const newFace = async () => {
    engine.showNewFace();
    const borrower = await madeUpBorrower(server);
    await borrower.sendLive();
    const face = bytesOfFace(embeddingOf(engine.seen.face));
    return {
      ...borrower,
      found: async () => (await known.findSimilar(face, 0.8)).similar.map(({ borrowerId }) => borrowerId),
    };
  };
  const [withdrawn, erased, kept] = [await newFace(), await newFace(), await newFace()];
  expect(await withdrawn.found()).toEqual([withdrawn.id]);
  expect(known.borrowerIds()).toEqual(expect.arrayContaining([withdrawn.id, erased.id, kept.id]));

  await withdrawn.consent(false);
  await known.forgetGone();
  expect(known.borrowerIds()).not.toContain(withdrawn.id);
  // As the deletion of an account does.
  await server.db.pool.query('delete from consent_given where borrower_id = $1', [erased.id]);
  expect(await erased.found()).toEqual([]);
  expect(known.borrowerIds()).not.toContain(erased.id);
  // A newcomer takes a free place, and each face is still that of its borrower.
  const newcomer = await newFace();
  expect(await newcomer.found()).toEqual([newcomer.id]);
  expect(await kept.found()).toEqual([kept.id]);
  expect(await withdrawn.found()).toEqual([]);
});
