import { randomUUID } from 'node:crypto';
import { addDays, day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, apply, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { drawnCard } from '../../demo/drawn-card.ts';
import { faceOutcome, hasFaceDuplicate } from '../../people/borrower/face-check.ts';
import { isIdentityChecked } from '../../people/borrower/identity-check.ts';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import { declineReasonsOfStaff } from './decline-reasons.ts';
import { type Applicant, applicant, reviewDeps } from './review.test-support.ts';
import { type ReviewChoice, reviewApplication } from './review.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function review({ orderId }: Applicant, choice: ReviewChoice) {
  const request = { loanId: orderId, ...choice, reason: 'looked at it', staffName: 'mary' };
  return reviewApplication(await reviewDeps(server), request);
}

const decline = (one: Applicant, reasonCode = 'not_reached') =>
  review(one, { outcome: 'decline', reasonCode });
const homeOf = ({ borrower }: Applicant) => borrower.ask('getMyLoanInfo', {});
const askAgain = ({ borrower, orderId }: Applicant) => borrower.call('anotherLook', { body: { orderId } });

const reviewsOf = ({ orderId }: Applicant) =>
  server.query(
    `select outcome, reason_code, picture, actor, note_sealed is not null as has_note from application_review
     where loan_id = $1 order by loan_version`,
    [orderId],
  );

test('a borrower is told the sentence of the reason that staff chose, and staff keep the reason', async () => {
  const one = await applicant(server);
  expect(await decline(one, 'details_differ')).toMatchObject({ ok: true });
  expect(await homeOf(one)).toMatchObject({
    userStatus: 3,
    rejectedReasons: ['What you entered is not what your identity card says.'],
  });
  expect(await reviewsOf(one)).toEqual([
    { outcome: 'decline', reason_code: 'details_differ', picture: null, actor: 'staff:mary', has_note: true },
  ]);
});

test('a suspicion is told as no more than that a person looked', async () => {
  const one = await applicant(server);
  expect(declineReasonsOfStaff.listed!.told).toBe('staff_decision');
  await decline(one, 'listed');
  expect((await homeOf(one)).rejectedReasons).toEqual([
    'A person looked at your application and could not approve it.',
  ]);
  const detail = await one.borrower.ask('queryLoanDetail', { params: { id: one.orderId } });
  expect(JSON.stringify(detail)).not.toMatch(/listed|hit on a list/);
});

test('a reason that is not in the list declines nothing', async () => {
  const one = await applicant(server);
  expect(await decline(one, 'constructor')).toEqual({
    ok: false,
    refusal: { kind: 'no_such_decline_reason' },
  });
  expect((await homeOf(one)).userStatus).toBe(2);
});

test('a declined borrower asks once for another look, and the application waits for a person again', async () => {
  const one = await applicant(server);
  await decline(one);
  expect((await homeOf(one)).anotherLookOrderId).toBe(one.orderId);
  expect(await askAgain(one)).toMatchObject({ code: 200, data: null });
  const waiting = await homeOf(one);
  expect(waiting).toMatchObject({ userStatus: 2, order: { orderId: one.orderId, status: 'applied' } });
  expect(waiting).not.toHaveProperty('rejectedUntil');
  expect(waiting).not.toHaveProperty('anotherLookOrderId');
  const { timeline } = await one.borrower.ask('queryLoanDetail', { params: { id: one.orderId } });
  expect(timeline.map(({ title }) => title)).toContain('Under review again');

  expect(await decline(one, 'income_not_shown')).toMatchObject({ ok: true });
  const home = await homeOf(one);
  expect(home).toMatchObject({ userStatus: 3, rejectedReasons: ['We could not confirm your income.'] });
  expect(home).not.toHaveProperty('anotherLookOrderId');
  expect(await askAgain(one)).toMatchObject({ code: 409, data: { reason: 'looked_at_again' } });
  expect((await reviewsOf(one)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'decline',
    'another_look',
    'decline',
  ]);
});

test('another look that is asked for twice at once is one', async () => {
  const one = await applicant(server);
  await decline(one);
  const answers = await Promise.all([askAgain(one), askAgain(one), askAgain(one)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
  expect((await reviewsOf(one)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'decline',
    'another_look',
  ]);
});

test('another look is at the newest application alone', async () => {
  const one = await applicant(server);
  await decline(one);
  server.clock.advance({ hours: 24 * 8 });
  await server.passDays(8);
  const { orderId } = await apply(one.borrower, { amount: 300 });
  expect(await askAgain(one)).toMatchObject({ code: 409, data: { reason: 'not_declined' } });
  const next = { ...one, orderId };
  await decline(next);
  expect(await askAgain(one)).toMatchObject({ code: 409, data: { reason: 'not_declined' } });
  expect(await askAgain(next)).toMatchObject({ code: 200 });
});

test('an application that is approved at the other look is paid out', async () => {
  const one = await applicant(server);
  await decline(one);
  await askAgain(one);
  expect(await review(one, { outcome: 'approve' })).toMatchObject({ ok: true });
  expect(
    await server.query('select state from payment_attempt where loan_id = $1', [one.orderId]),
  ).toHaveLength(1);
  expect(await askAgain(one)).toMatchObject({ code: 409, data: { reason: 'not_declined' } });
});

test('an application that the rules declined can be looked at by a person', async () => {
  const borrower = await signUp(server, { monthlyIncome: 500 });
  const { orderId, userStatus } = await apply(borrower, { productId: 1, amount: 100 });
  expect(userStatus).toBe(3);
  const one = { borrower, orderId };
  expect(await askAgain(one)).toMatchObject({ code: 200 });
  expect((await homeOf(one)).userStatus).toBe(2);
  expect(
    await server.query('select outcome, may_apply_again_on from loan_decision where loan_id = $1', [orderId]),
  ).toEqual([{ outcome: 'decline', may_apply_again_on: null }]);
});

test('another look is refused where it makes no sense, and changes nothing', async () => {
  const one = await applicant(server);
  expect(await askAgain(one)).toMatchObject({ code: 409, data: { reason: 'not_declined' } });
  await decline(one);
  const other = await applicant(server);
  expect(await other.borrower.call('anotherLook', { body: { orderId: one.orderId } })).toMatchObject({
    code: 404,
  });
  await server.query('update borrower set blocked_at = now() where borrower_id = $1', [
    one.borrower.borrowerId,
  ]);
  expect(await askAgain(one)).toMatchObject({ code: 403 });
  await server.query('update borrower set blocked_at = null where borrower_id = $1', [
    one.borrower.borrowerId,
  ]);
  await server.query('update loan_decision set may_apply_again_on = $2 where loan_id = $1', [
    one.orderId,
    addDays(day(server.today()), 0),
  ]);
  expect(await askAgain(one)).toMatchObject({ code: 409, data: { reason: 'may_apply_again' } });
  expect((await reviewsOf(one)).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['decline']);
});

/** A picture of a card that is another file than the one before. */
async function newFront(borrower: AppBorrower): Promise<string> {
  const image = await drawnCard({ firstName: 'Chipo', lastName: 'Lungu', idNumber: '310008/10/1' });
  return (await borrower.ask('uploadBase64', { body: { image, purpose: 'nrc_front' } })).fileId;
}

test('a borrower who is asked for another picture of the card is told so, and sends it while the application waits', async () => {
  const idNumber = '310008/10/1';
  const one = await applicant(server, { idNumber });
  const { borrower } = one;
  const confirm = async (frontFileId: string) =>
    borrower.call('addOrUpdateUserOcrInfoV3', {
      body: {
        confirm: true,
        frontFileId,
        idNumber,
        firstName: 'Chipo',
        lastName: 'Lungu',
        birthDate: '1992-04-17',
        gender: 'F',
      },
    });
  expect(await confirm(await newFront(borrower))).toMatchObject({ code: 409 });
  expect(await review(one, { outcome: 'send_back', picture: 'identity' })).toMatchObject({ ok: true });
  expect(await homeOf(one)).toMatchObject({ userStatus: 2, pictureAgain: 'identity' });
  const [step] = await borrower.ask('getUserAuthProcessStep', {});
  expect(step).toMatchObject({ cerCode: 1, isAuth: 0 });
  const { items } = await borrower.ask('listMessages', { query: {} });
  expect(items[0]!.text).toBe(
    'Please take the pictures of your identity card again, so that we can go on with your application for K300.00. Open the app to do it.',
  );
  expect(await confirm(await newFront(borrower))).toMatchObject({ code: 200 });
  expect(await homeOf(one)).toMatchObject({ userStatus: 2, order: { status: 'applied' } });
  expect(await homeOf(one)).not.toHaveProperty('pictureAgain');
  expect(await confirm(await newFront(borrower))).toMatchObject({ code: 409 });
  expect(await review(one, { outcome: 'approve' })).toMatchObject({ ok: true });
  expect((await reviewsOf(one)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'send_back',
    'approve',
  ]);
});

test('a number that was typed wrong is corrected while another picture of the card is asked for, and a person looks', async () => {
  const [typed, onCard] = ['310018/10/1', '310081/10/1'];
  const one = await applicant(server, { idNumber: typed });
  const { borrower } = one;
  const enter = async (idNumber: string) => {
    const name = { firstName: 'Chipo', lastName: 'Lungu', birthDate: '1992-04-17', gender: 'F' as const };
    const body = { confirm: true as const, frontFileId: await newFront(borrower), idNumber, ...name };
    return borrower.call('addOrUpdateUserOcrInfoV3', { body });
  };
  const isChecked = async () =>
    (await server.query(`select ${isIdentityChecked('$1')} as checked`, [borrower.borrowerId]))[0].checked;
  await review(one, { outcome: 'send_back', picture: 'face' });
  expect(await enter(onCard)).toMatchObject({ code: 409 });
  await review(one, { outcome: 'send_back', picture: 'identity' });
  expect(await enter(onCard)).toMatchObject({ code: 200 });
  expect(await isChecked()).toBe(false);
  expect(await homeOf(one)).toMatchObject({ userStatus: 2, order: { status: 'applied' } });
  expect(await enter(typed)).toMatchObject({ code: 409 });
  await decline(one);
  expect(await enter(typed)).toMatchObject({ code: 409 });
});

test('a borrower who is blocked keeps the number when another picture of the card is asked for', async () => {
  const one = await applicant(server, { idNumber: '310019/10/1' });
  await review(one, { outcome: 'send_back', picture: 'identity' });
  await server.query('update borrower set blocked_at = now() where borrower_id = $1', [
    one.borrower.borrowerId,
  ]);
  const name = { firstName: 'Chipo', lastName: 'Lungu', birthDate: '1992-04-17', gender: 'F' as const };
  const body = { confirm: true as const, frontFileId: await newFront(one.borrower), ...name };
  const answer = await one.borrower.call('addOrUpdateUserOcrInfoV3', {
    body: { ...body, idNumber: '310091/10/1' },
  });
  expect(answer).toMatchObject({ code: 409, msg: expect.stringContaining('can no longer be changed') });
});

test('what was asked for again before a decline is not asked for at the other look', async () => {
  const one = await applicant(server);
  await review(one, { outcome: 'send_back', picture: 'identity' });
  await decline(one);
  await askAgain(one);
  expect(await homeOf(one)).toMatchObject({ userStatus: 2 });
  expect(await homeOf(one)).not.toHaveProperty('pictureAgain');
});

/** A referral of the face, moments after everything before it. */
async function referFace({ borrower: { borrowerId } }: Applicant): Promise<void> {
  server.clock.advance({ seconds: 1 });
  await server.query(
    `insert into face_check (borrower_id, check_id, is_still, front_file_id, selfie_file_id, outcome, reason,
       rules_version, checked_at, consent)
     select borrower_id, $2, true, front_file_id, 'selfie', 'refer', 'still_picture', 1, $3, null
     from borrower_identity where borrower_id = $1`,
    [borrowerId, randomUUID(), toDate(server.clock.nowMs())],
  );
  server.clock.advance({ seconds: 1 });
}
const isFaceReferred = async ({ borrower }: Applicant) =>
  (await server.query(`select ${faceOutcome('$1')} as face`, [borrower.borrowerId]))[0].face === 'refer';

test('a referral of the face stays until a person decided, and another look takes the decision back', async () => {
  const one = await applicant(server);
  await referFace(one);
  expect(await isFaceReferred(one)).toBe(true);
  await review(one, { outcome: 'send_back', picture: 'identity' });
  expect(await isFaceReferred(one)).toBe(false);
  await referFace(one);
  expect(await isFaceReferred(one)).toBe(true);
  await decline(one);
  expect(await isFaceReferred(one)).toBe(false);
  await askAgain(one);
  expect(await isFaceReferred(one)).toBe(true);
  await review(one, { outcome: 'approve' });
  expect(await isFaceReferred(one)).toBe(true);
});

test("a face like another borrower's refers an application until a person approves one, and a face found after that refers again", async () => {
  const [one, like, other] = [await applicant(server), await applicant(server), await applicant(server)];
  const find = (of: Applicant) =>
    server.query(
      `insert into duplicate_find (borrower_id, other_borrower_id, kind, similarity, found_at)
       values ($1, $2, 'face', 0.9, $3)`,
      [one.borrower.borrowerId, of.borrower.borrowerId, toDate(server.clock.nowMs())],
    );
  const isFound = async () =>
    (await server.query(`select ${hasFaceDuplicate('$1')} as found`, [one.borrower.borrowerId]))[0].found;
  expect(await isFound()).toBe(false);
  await find(like);
  server.clock.advance({ seconds: 1 });
  expect(await isFound()).toBe(true);
  expect(await review(one, { outcome: 'approve' })).toMatchObject({ ok: true });
  expect(await isFound()).toBe(false);
  server.clock.advance({ seconds: 1 });
  await find(other);
  expect(await isFound()).toBe(true);
});

test('a face that staff ask for again is asked for until a new check ends', async () => {
  const one = await applicant(server);
  const { borrowerId } = one.borrower;
  await referFace(one);
  expect(await review(one, { outcome: 'send_back', picture: 'face' })).toMatchObject({ ok: true });
  expect(await homeOf(one)).toMatchObject({ userStatus: 2, pictureAgain: 'face' });
  const steps = await one.borrower.ask('getUserAuthProcessStep', {});
  expect(steps.find(({ cerCode }) => cerCode === 15)).toMatchObject({ isAuth: 0 });
  await referFace(one);
  expect(await homeOf(one)).not.toHaveProperty('pictureAgain');

  await review(one, { outcome: 'send_back', picture: 'identity' });
  await server.query(`update borrower_identity set front_file_id = $2 where borrower_id = $1`, [
    borrowerId,
    await newFront(one.borrower),
  ]);
  expect(await homeOf(one)).toMatchObject({ pictureAgain: 'face' });
});

test('the database takes a decline back once, for the program, and leaves the reviews as they were written', async () => {
  const one = await applicant(server);
  await decline(one);
  const asProgram = (what: string, sql: string) =>
    server.db.rows(statement<never, { loanId: number }>(`test: ${what}`, sql), { loanId: one.orderId });
  const takeBack = `update loan_decision set review_outcome = null, review_reason = null, reviewed_by = null,
    reviewed_at = null, another_look_at = clock_timestamp() where loan_id = $loanId`;
  await expect(
    asProgram('later', 'update loan_decision set may_apply_again_on = null where loan_id = $loanId'),
  ).rejects.toThrow('a decision is reviewed once');
  await asProgram('take back', takeBack);
  await expect(asProgram('take back again', takeBack)).rejects.toThrow(
    'there is one other look at a decision',
  );
  await expect(
    asProgram('rewrite', `update application_review set actor = 'x' where loan_id = $loanId`),
  ).rejects.toThrow('permission denied');
});
