import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { applicant } from '../../credit/application/review.test-support.ts';
import {
  APPROVE,
  auditOf,
  DECLINE,
  decide,
  decideWith,
  homeOf,
  keepCheck,
  of,
  open,
  openCreditOffice,
  openHit,
  reviewsOf,
  take,
} from './applications.test-support.ts';

let server: AppServer;
let natasha: StaffMember;
let mulenga: StaffMember;
let head: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  ({ server, natasha, mulenga, head, auditor } = await openCreditOffice());
});
afterAll(() => server.stop());

describe('the queue', () => {
  test('has what waits for staff, the oldest first, with the reason and who has it', async () => {
    const [first, second] = [await applicant(server), await applicant(server)];
    await take(natasha, second);
    const { data } = await mulenga.client.call('listApplications', { query: { pageSize: 100 } });
    const orders = data.items.map(({ loanId }) => loanId);
    expect(orders.indexOf(first.orderId)).toBeLessThan(orders.indexOf(second.orderId));
    expect(data.items.find(({ loanId }) => loanId === first.orderId)).toMatchObject({
      amount: 300,
      reasons: [{ code: 'income_to_check', title: 'The income is below what is approved by itself' }],
      isAnotherLook: false,
      isWithChecker: false,
      holder: null,
    });
    expect(data.items.find(({ loanId }) => loanId === second.orderId)!.holder).toMatchObject({
      name: 'Person natasha',
      isMine: false,
    });
    expect(data).toMatchObject({ total: data.items.length, isMore: false });
  });

  test('leaves out an application that waits for the borrower', async () => {
    const one = await applicant(server);
    expect(await decide(natasha, one, { outcome: 'send_back', picture: 'face' })).toMatchObject({
      code: 200,
    });
    const { data } = await natasha.client.call('listApplications', { query: { pageSize: 100 } });
    expect(data.items.map(({ loanId }) => loanId)).not.toContain(one.orderId);
  });

  test('is walked through by two people who never get the same application', async () => {
    await Promise.all([applicant(server), applicant(server)]);
    const next = async ({ client }: StaffMember) =>
      (await client.call('takeNextApplication', { body: {} })).data;
    const taken = await Promise.all([next(natasha), next(mulenga), next(head)]);
    const loanIds = taken.map(({ loanId }) => loanId);
    expect(loanIds).not.toContain(null);
    expect(new Set(loanIds).size).toBe(3);
    const after = await natasha.client.call('takeNextApplication', {
      body: { afterLoanId: taken[0]!.loanId! },
    });
    expect(after.data.loanId).not.toBe(taken[0]!.loanId);
    for (const [index, { client }] of [natasha, mulenga, head].entries())
      await client.call('leaveApplication', of(loanIds[index]!));
  });
});

describe('an application', () => {
  test('is had by one person, and another one is told by whom and until when', async () => {
    const one = await applicant(server);
    const answers = await Promise.all([take(natasha, one), take(mulenga, one)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const refused = answers.find(({ code }) => code === 409)!;
    expect(refused).toMatchObject({
      reason: 'taken',
      msg: expect.stringMatching(/^Person (natasha|mulenga) has this application\.$/),
      data: { until: new Date(server.clock.nowMs() + 10 * 60_000).toISOString() },
    });
  });

  test('is decided by the person who has it alone', async () => {
    const one = await applicant(server);
    const { data } = await open(natasha, one);
    const decision = { ...APPROVE, note: 'payslip seen', shown: data.shown };
    expect(await decideWith(natasha.client, one, decision)).toMatchObject({ code: 409, reason: 'not_taken' });
    await take(natasha, one);
    await natasha.client.call('leaveApplication', of(one.orderId));
    expect(await decideWith(natasha.client, one, decision)).toMatchObject({ code: 409, reason: 'not_taken' });
    expect(await reviewsOf(server, one)).toEqual([]);
  });

  test('of a relative is refused, also as the next one', async () => {
    const one = await applicant(server);
    await mulenga.client.call('declareRelation', {
      body: { relation: 'relative', mobile: one.borrower.mobile },
    });
    for (const answered of [await take(mulenga, one), await open(mulenga, one)])
      expect(answered).toMatchObject({ code: 403, reason: 'related' });
    const seen: (number | null)[] = [];
    let afterLoanId: number | undefined;
    for (let count = 0; count < 30; count += 1) {
      const { data } = await mulenga.client.call('takeNextApplication', {
        body: afterLoanId === undefined ? {} : { afterLoanId },
      });
      if (data.loanId === null || seen.includes(data.loanId)) break;
      seen.push(data.loanId);
      afterLoanId = data.loanId;
    }
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(one.orderId);
    for (const loanId of seen) await mulenga.client.call('leaveApplication', of(loanId!));
  });
});

describe('the view for a decision', () => {
  test('has what was read and entered, the points, what can be carried and what the borrower will read', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, `shown${one.orderId}`);
    const { data } = await open(natasha, one);
    expect(data).toMatchObject({
      amount: 300,
      rulesSaid: 'refer',
      against: [],
      isForCompliance: false,
      pictures: ['front', 'face'],
      identity: { name: 'Chipo Lungu', face: { similarity: 0.61, outcome: 'refer' } },
      affordability: { monthlyIncome: 1500, limit: 2000, mostShare: 0.4 },
    });
    const { score } = data;
    const sum = score.parts.reduce((points, part) => points + part.points, score.basePoints);
    expect(sum).toBe(score.points);
    expect(data.affordability.share).toBeCloseTo(data.affordability.largestInstalment / 1500);
    expect(data.borrowerReads.approve).toBe(
      'Your loan of K300.00 is approved. The money is on its way to your mobile-money account.',
    );
    expect(data.identity.account!.mobile).toContain('****');
    expect(JSON.stringify(data)).not.toContain(one.borrower.mobile);
  });

  test('and each picture are recorded as looks before they are shown', async () => {
    const one = await applicant(server);
    await open(auditor, one);
    const picture = await auditor.client.call('getApplicationPicture', {
      params: { loanId: one.orderId, picture: 'front' },
    });
    expect(picture).toMatchObject({ code: 200, data: { mediaType: 'image/jpeg' } });
    expect(Buffer.from(picture.data.base64, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
    const look = { looked_by: 'staff:thandiwe', reason: `review of order ${one.orderId}` };
    expect(
      await server.query(
        'select looked_by, reason, subject from staff_look where borrower_id = $1 order by look_id',
        [one.borrower.borrowerId],
      ),
    ).toEqual([
      { ...look, subject: 'application' },
      { ...look, subject: 'nrc_front' },
    ]);
    for (const call of ['getApplication', 'getApplicationPicture'])
      expect(await auditOf(server, call, one)).toMatchObject([
        { actor: 'staff:thandiwe', outcome: 'shown', borrower_id: one.borrower.borrowerId },
      ]);
  });

  test('has no picture that the application does not show', async () => {
    const one = await applicant(server);
    await keepCheck(server, await applicant(server), 'another');
    const answered = await natasha.client.call('getApplicationPicture', {
      params: { loanId: one.orderId, picture: 'face' },
    });
    expect(answered).toMatchObject({ code: 404, data: null });
  });

  test('says of a hit on a list only that compliance has to look', async () => {
    const one = await applicant(server);
    await openHit(server, one);
    const { data } = await open(natasha, one);
    expect(data.isForCompliance).toBe(true);
    expect(JSON.stringify(data)).not.toMatch(/LISTED PERSON|sanction|UN-1/i);
    const decided = await decide(natasha, one, APPROVE);
    expect(decided).toMatchObject({
      code: 409,
      reason: 'hit_open',
      msg: 'Compliance has to look at this borrower first.',
    });
    expect(await decide(natasha, one, DECLINE)).toMatchObject({ code: 200 });
  });

  test('is no more once the application is decided', async () => {
    const one = await applicant(server);
    await decide(natasha, one, DECLINE);
    expect(await open(mulenga, one)).toMatchObject({ code: 409, reason: 'waits_no_longer' });
    expect(await take(mulenga, one)).toMatchObject({ code: 409, reason: 'waits_no_longer' });
  });
});

describe('a decision', () => {
  test('to approve is read by the borrower at once, and is in the audit before and after', async () => {
    const one = await applicant(server);
    expect(await decide(natasha, one, APPROVE)).toMatchObject({
      code: 200,
      data: { sentence: `Application ${one.orderId} is approved: K300.00 is on its way.` },
    });
    expect((await homeOf(one)).userStatus).not.toBe(2);
    expect(await reviewsOf(server, one)).toEqual([{ outcome: 'approve', actor: 'staff:natasha' }]);
    expect(await auditOf(server, 'decideApplication', one)).toMatchObject([
      { actor: 'staff:natasha', outcome: 'begun' },
      { actor: 'staff:natasha', outcome: 'done', detail: { outcome: 'approve' } },
    ]);
  });

  test('to decline needs a reason of the list, of which the borrower reads the sentence', async () => {
    const one = await applicant(server);
    expect(await decide(natasha, one, { ...DECLINE, reasonCode: 'constructor' })).toMatchObject({
      code: 400,
      reason: 'no_such_decline_reason',
    });
    expect(await decide(natasha, one, DECLINE)).toMatchObject({ code: 200 });
    expect((await homeOf(one)).rejectedReasons).toEqual(['We could not reach you by phone.']);
  });

  test('to send back asks the borrower for the picture', async () => {
    const one = await applicant(server);
    expect(await decide(natasha, one, { outcome: 'send_back', picture: 'identity' })).toMatchObject({
      code: 200,
    });
    expect((await homeOf(one)).pictureAgain).toBe('identity');
  });

  test('to ask for evidence leaves it to the borrower, and what they give is shown', async () => {
    const one = await applicant(server);
    const asked = await decide(natasha, one, { outcome: 'ask_evidence', evidence: 'payslip' });
    expect(asked).toMatchObject({ code: 200 });
    const listed = async () =>
      (await natasha.client.call('listApplications', { query: { pageSize: 100 } })).data.items.map(
        ({ loanId }) => loanId,
      );
    expect(await listed()).not.toContain(one.orderId);
    expect((await open(natasha, one)).data.evidence).toMatchObject([
      { kind: 'payslip', state: 'asked', pictures: [] },
    ]);
  });

  test('on what was changed since is refused, and nothing is done', async () => {
    const one = await applicant(server);
    await take(natasha, one);
    const { data } = await open(natasha, one);
    await server.query(`update borrower_identity set front_file_id = $2 where borrower_id = $1`, [
      one.borrower.borrowerId,
      `next of ${one.orderId}`,
    ]);
    const stale = { ...APPROVE, note: 'payslip seen', shown: data.shown };
    expect(await decideWith(natasha.client, one, stale)).toMatchObject({
      code: 409,
      reason: 'pictures_changed',
    });
    await openHit(server, one);
    const later = (await open(natasha, one)).data.shown;
    await server.query(`update screening_hit set state = 'confirmed' where borrower_id = $1`, [
      one.borrower.borrowerId,
    ]);
    expect(
      await decideWith(natasha.client, one, { ...DECLINE, note: 'payslip seen', shown: later }),
    ).toMatchObject({ code: 409, reason: 'hits_changed' });
    expect(await decideWith(natasha.client, one, { ...stale, shown: 'e30' })).toMatchObject({
      code: 400,
      reason: 'not_shown',
    });
    expect(await reviewsOf(server, one)).toEqual([]);
  });

  test('to approve a blocked borrower is refused', async () => {
    const one = await applicant(server);
    await server.query('update borrower set blocked_at = now() where borrower_id = $1', [
      one.borrower.borrowerId,
    ]);
    expect((await open(natasha, one)).data.isBlocked).toBe(true);
    expect(await decide(natasha, one, APPROVE)).toMatchObject({ code: 409, reason: 'blocked' });
  });
});

// The clock moves on: a person who does nothing meanwhile is signed out.
test('an application is free ten minutes after the last call about it', async () => {
  const one = await applicant(server);
  await take(natasha, one);
  server.clock.advance({ minutes: 9 });
  await open(natasha, one);
  await mulenga.client.call('staffSession');
  server.clock.advance({ minutes: 9 });
  expect(await take(mulenga, one)).toMatchObject({ code: 409 });
  server.clock.advance({ minutes: 1 });
  expect(await take(mulenga, one)).toMatchObject({ code: 200, data: { holder: { isMine: true } } });
  const { data } = await open(natasha, one);
  expect(data.holder).toMatchObject({ name: 'Person mulenga', isMine: false });
  expect(
    await decideWith(natasha.client, one, { ...APPROVE, note: 'payslip seen', shown: data.shown }),
  ).toMatchObject({ code: 409, reason: 'taken' });
  expect(await reviewsOf(server, one)).toEqual([]);
});
