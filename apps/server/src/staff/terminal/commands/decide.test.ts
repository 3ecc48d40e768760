import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest, waitingRequest } from '../../../../test/approve-request.ts';
import { type Applicant, applicant } from '../../../credit/application/review.test-support.ts';
import {
  declinedByRules,
  homeOf,
  openHit,
  reviewsOf,
  takeCardAgain,
} from '../../application/applications.test-support.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './decide.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function approveAtDesk({ orderId }: Applicant, reason = 'the employer confirmed a rise') {
  const words = [String(orderId), 'approve', ...reason.split(' ')];
  const { done, lines } = await command.atDesk(await deskBeside(server), words);
  return { done, text: lines.join('\n') };
}

const countRequests = async () =>
  (await server.query('select count(*)::integer as count from staff_request'))[0].count as number;

const attemptsOf = ({ orderId }: Applicant) =>
  server.query('select from payment_attempt where loan_id = $1', [orderId]);

const ANOTHER_LOOK = { outcome: 'another_look', actor: 'borrower' };

describe('an approval against a rule, at the terminal,', () => {
  test('is asked for by one person, and done once a second one agrees', async () => {
    const one = await declinedByRules(server);
    const { done, text } = await approveAtDesk(one);
    const request = await waitingRequest(server);
    expect(text).toBe(
      `Request ${request.requestId} is filed: Approve application ${one.orderId}: K100.00. A person with checkOverride approves it in the console.`,
    );
    expect(done).toBe(true);
    expect(request).toMatchObject({
      kind: 'decision_override',
      madeBy: 'staff:mary',
      reason: 'the employer confirmed a rise',
      message: expect.stringContaining('Your loan of K100.00 is approved.'),
    });
    expect(request.effect).toContainEqual({
      title: 'Against the rules',
      before: null,
      after: 'The income is below what may be lent to',
    });
    expect(await reviewsOf(server, one)).toEqual([ANOTHER_LOOK]);
    expect(await attemptsOf(one)).toEqual([]);

    expect(await approveRequest(server)).toMatchObject({ state: 'done' });
    expect(await reviewsOf(server, one)).toEqual([
      ANOTHER_LOOK,
      { outcome: 'approve', actor: 'staff:grace' },
    ]);
    expect(await attemptsOf(one)).toHaveLength(1);
    expect((await homeOf(one)).userStatus).not.toBe(2);
  });

  test('is asked for once', async () => {
    const one = await declinedByRules(server);
    await approveAtDesk(one);
    expect(await approveAtDesk(one)).toEqual({ done: false, text: 'A request for this waits already.' });
    await approveRequest(server);
  });

  test('is for what stood when it was asked for', async () => {
    const one = await declinedByRules(server);
    await approveAtDesk(one);
    await takeCardAgain(server, one);
    expect(await approveRequest(server)).toMatchObject({
      state: 'failed',
      sentence: 'The borrower sent new pictures or details: look again.',
    });
    expect(await reviewsOf(server, one)).toEqual([ANOTHER_LOOK]);
    expect(await attemptsOf(one)).toEqual([]);
  });

  test.each<[string, (one: Applicant) => Promise<unknown>, string, string]>([
    ['without a reason', async () => undefined, '', 'Please give a reason of 3 to 200 characters.'],
    ['while a hit on a list waits', (one) => openHit(server, one), 'payslip seen', 'see npm run screening'],
  ])('is not asked for %s', async (_what, change, reason, sentence) => {
    const one = await declinedByRules(server);
    await change(one);
    const before = await countRequests();
    expect(await approveAtDesk(one, reason)).toMatchObject({
      done: false,
      text: expect.stringContaining(sentence),
    });
    expect(await countRequests()).toBe(before);
  });
});

test('an approval that no rule is against is done by one person, and asks for nothing', async () => {
  const one = await applicant(server);
  const before = await countRequests();
  expect(await approveAtDesk(one, 'payslip seen')).toEqual({
    done: true,
    text: `Order ${one.orderId} is approved: K300.00 is on its way.`,
  });
  expect(await reviewsOf(server, one)).toEqual([{ outcome: 'approve', actor: 'staff:mary' }]);
  expect(await countRequests()).toBe(before);
});
