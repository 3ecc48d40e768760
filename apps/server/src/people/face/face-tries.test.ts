import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, toDate } from '../../platform/clock.ts';
import { readFaceState } from './challenge.ts';
import { type FaceServer, startFaceServer } from './face-server.test-support.ts';
import { holdChallenge, holdStill, renewHold } from './hold.ts';
import { keepCheck } from './keep-check.ts';
import { type MadeUpBorrower, madeUpBorrower, madeUpEngine } from './made-up-engine.test-support.ts';

const engine = madeUpEngine();
let server: FaceServer;
beforeAll(async () => {
  server = await startFaceServer(() => engine);
});
afterAll(() => server.stop());
beforeEach(() => engine.showNewFace());

const now = (seconds = 0) => toDate(server.clock.nowMs() + seconds * 1000);
const newChallenge = async ({ ask, id }: MadeUpBorrower) => ({
  borrowerId: id,
  challengeId: (await ask('faceChallenge')).data.challengeId as string,
});
async function cardOf(borrowerId: number): Promise<string> {
  const { rows } = await server.db.pool.query(
    'select front_file_id from borrower_identity where borrower_id = $1',
    [borrowerId],
  );
  return rows[0].front_file_id;
}

test('tries are counted over all pictures of the card for 24 hours, and a referral stays with another picture', async () => {
  const borrower = await madeUpBorrower(server);
  engine.seen.isDark = true;
  expect((await borrower.sendLive()).data).toMatchObject({ reason: 'too_dark', triesLeft: 2 });
  await borrower.newCard();
  expect((await borrower.sendLive()).data).toMatchObject({ reason: 'too_dark', triesLeft: 1 });
  const later = toDate(server.clock.nowMs() + DAY_MS);
  expect(await readFaceState(server.db, { borrowerId: borrower.id, now: later })).toMatchObject({
    triesLeft: 3,
  });
  await borrower.newCard();
  expect((await borrower.sendLive()).data).toMatchObject({ isAuth: 1, outcome: 'refer', triesLeft: 0 });
  await borrower.newCard();
  expect(await borrower.isFaceDone()).toBe(1);
  expect(await borrower.ask('faceChallenge')).toMatchObject({ code: 409, data: { reason: 'face_done' } });
});

test('a pass ends with another picture of the card', async () => {
  const borrower = await madeUpBorrower(server);
  expect((await borrower.sendLive()).data).toMatchObject({ outcome: 'pass' });
  expect(await borrower.isFaceDone()).toBe(1);
  await borrower.newCard();
  expect(await borrower.isFaceDone()).toBe(0);
});

test('of many challenges and still pictures that are held at once one is held', async () => {
  const borrower = await madeUpBorrower(server);
  const challenges = [];
  for (let asked = 0; asked < 8; asked += 1) challenges.push(await newChallenge(borrower));
  const frontFileId = await cardOf(borrower.id);
  const held = await Promise.all(
    challenges.flatMap((of, index) => [
      holdChallenge(server.db, { ...of, now: now() }),
      holdStill(server.db, { ...of, challengeId: `still ${index}`, frontFileId, now: now() }),
    ]),
  );
  expect(held.filter(({ kind }) => kind === 'held')).toHaveLength(1);
  expect(held.filter(({ kind }) => kind === 'busy')).toHaveLength(15);
});

test('a hold that is renewed stays, and a check whose hold ran out is not kept', async () => {
  const borrower = await madeUpBorrower(server);
  const [first, second] = [await newChallenge(borrower), await newChallenge(borrower)];
  expect(await holdChallenge(server.db, { ...first, now: now() })).toMatchObject({ kind: 'held' });
  await renewHold(server.db, { ...first, now: now(170) });
  expect(await holdChallenge(server.db, { ...second, now: now(200) })).toEqual({ kind: 'busy' });
  expect(await holdChallenge(server.db, { ...second, now: now(351) })).toMatchObject({ kind: 'held' });

  const frontFileId = await cardOf(borrower.id);
  const keep = ({ borrowerId, challengeId }: typeof first) =>
    keepCheck(server, {
      borrowerId,
      checkId: challengeId,
      isStill: false,
      frontFileId,
      selfieFileId: 'selfie',
      outcome: 'pass',
      reason: null,
      rulesVersion: 1,
      measures: null,
      embedding: null,
      compared: null,
      now: now(352),
    });
  await renewHold(server.db, { ...first, now: now(352) });
  expect(await keep(first)).toBe('no_longer_counts');
  expect(await keep(second)).toBe('kept');
  // What ended stays ended, also for a challenge that is still open.
  await server.db.pool.query('update face_challenge set held_until = $2 where challenge_id = $1', [
    first.challengeId,
    now(900),
  ]);
  expect(await keep(first)).toBe('no_longer_counts');
});

test('one check of a borrower is under way at a time, with or without a camera', async () => {
  const borrower = await madeUpBorrower(server);
  const [live, still] = [await borrower.live(), await borrower.still()];
  const { promise, resolve } = Promise.withResolvers<void>();
  engine.seen.until = promise;
  const begun = engine.begun;
  const checked = borrower.ask('verifyFace', still);
  await expect.poll(() => engine.begun).toBe(begun + 1);
  const busy = { code: 503, data: { retryAfterSeconds: 5 } };
  expect(await borrower.ask('verifyFace', live)).toMatchObject(busy);
  expect(await borrower.sendStill()).toMatchObject(busy);
  expect(engine.begun).toBe(begun + 1);
  resolve();
  expect((await checked).data).toMatchObject({ outcome: 'refer' });
  expect((await borrower.sendStill()).data).toMatchObject({ outcome: 'refer' });
  expect(engine.begun).toBe(begun + 1);
});

test('ten still pictures an hour are looked at, and those that meet a full queue do not count', async () => {
  const borrower = await madeUpBorrower(server);
  const frontFileId = await cardOf(borrower.id);
  engine.seen.refusal = 'queue_full';
  expect(await borrower.sendStill()).toMatchObject({ code: 503 });
  engine.seen.refusal = null;
  await server.db.pool.query(
    `insert into face_challenge (borrower_id, challenge_id, front_file_id, gestures, asked_at, expires_at)
     select $1, 'still ' || n, $2, '{}', $3, $3 from generate_series(1, 9) n`,
    [borrower.id, frontFileId, now()],
  );
  const tenth = { borrowerId: borrower.id, challengeId: 'tenth', frontFileId };
  expect(await holdStill(server.db, { ...tenth, now: now(-181) })).toMatchObject({ kind: 'held' });
  expect(await borrower.sendStill()).toMatchObject({
    code: 429,
    msg: expect.stringContaining('You have started this often. Please try again in'),
    data: { retryAfterSeconds: 3600 - 181 },
  });
  // The movements before the camera have a limit of their own.
  expect(await borrower.ask('faceChallenge')).toMatchObject({ code: 200 });
});
