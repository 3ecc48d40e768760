import { expect, test, vi } from 'vitest';
import { apply, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { startAppServer } from '../../../test/app-server.ts';
import { openDatabase } from '../../platform/database.ts';
import {
  ended,
  moved,
  untilAttemptsAre,
  withLostAttempts,
  withOpenAttempts,
} from './open-attempts.test-support.ts';
import { settingsOf, startPlatform } from './operators/mtn-platform.test-support.ts';

test('after a move without a way to the earlier platform, nothing is paid twice or lost: a person is told', async () => {
  const [old, next] = [await startPlatform(), await startPlatform()];
  const { server } = await withOpenAttempts(old);
  const after = await moved(server, settingsOf(next));
  const forAPerson = { state: 'unknown', handed_over_for: 'route_gone', failure_reason: null };
  await untilAttemptsAre(after, [
    { direction: 'collection', ...forAPerson },
    { direction: 'payout', ...forAPerson },
  ]);
  for (let hours = 0; hours < 30; hours += 1) after.clock.advance({ hours: 1 });
  await untilAttemptsAre(after, [forAPerson, forAPerson], { seconds: 1 });
  expect(next.instructions.size).toBe(0);
  expect(after.logLines.join('')).toContain('a person has to find out the outcome of a payment');
  const metrics = await (await fetch(`${after.url}/metrics`)).text();
  expect(metrics).toContain('thumba_payment_attempts_for_a_person{reason="route_gone"} 2');
  // When the setting is put back, the payments end by themselves.
  old.succeed();
  const back = await moved(after, settingsOf(next, old));
  await untilAttemptsAre(back, [], { seconds: 3600 });
  expect(next.instructions.size).toBe(0);
  await ended(server, after, back);
});

test('two platforms serve at once: the earlier one what is open, the new one what begins', async () => {
  const [old, next] = [await startPlatform(), await startPlatform()];
  const { server } = await withOpenAttempts(old);
  const after = await moved(server, settingsOf(next, old));
  const newcomer = await signUp(after);
  await apply(newcomer);
  await untilAttemptsAre(after, [{ state: 'pending' }, { state: 'pending' }, { state: 'pending' }]);
  old.succeed();
  next.succeed();
  await untilAttemptsAre(after, []);
  expect([old.instructions.size, next.instructions.size]).toEqual([3, 1]);
  await ended(server, after);
});

test('a payout that the earlier platform never received is sent again there, and not to the new one', async () => {
  const [old, next] = [await startPlatform(), await startPlatform()];
  const { server } = await withLostAttempts(old);
  const after = await moved(server, settingsOf(next, old));
  const notReceived = { direction: 'collection', state: 'failed', failure_reason: 'request_not_received' };
  await untilAttemptsAre(after, [notReceived, { direction: 'payout', state: 'pending' }]);
  expect([old.instructions.size, next.instructions.size]).toEqual([2, 0]);
  old.succeed();
  await untilAttemptsAre(after, [notReceived]);
  await ended(server, after);
});

test('a payout that waits because its platform is down goes to the new one', async () => {
  const [old, next] = [await startPlatform(), await startPlatform()];
  old.goDown();
  const server = await startAppServer({ settings: settingsOf(old) });
  await apply(await signUp(server));
  await vi.waitFor(async () => {
    const [row] = await server.query('select state, held_reason, route_id from payment_attempt');
    expect(row).toEqual({ state: 'created', held_reason: 'operator_down', route_id: null });
  }, PATIENCE);
  const after = await moved(server, settingsOf(next));
  await untilAttemptsAre(after, [{ state: 'pending' }]);
  next.succeed();
  await untilAttemptsAre(after, []);
  expect(next.instructions.size).toBe(1);
  await ended(server, after);
});

test('what an earlier version sent is asked about, never sent again, and a person is told of what is not known', async () => {
  const platform = await startPlatform();
  const { server } = await withOpenAttempts(platform);
  // A step under way would write down the route that it has read.
  await server.leave();
  const owner = openDatabase({ url: server.databaseUrl, maxConnections: 1 });
  await owner.pool.query('alter table payment_attempt disable trigger payment_attempt_keeps_its_route');
  await owner.pool.query('update payment_attempt set route_id = null');
  await owner.pool.query('alter table payment_attempt enable trigger payment_attempt_keeps_its_route');
  await owner.close();
  const [collection] = [...platform.instructions].filter(
    ([, { path, status }]) => path.includes('requesttopay') && status === 'PENDING',
  );
  platform.forget();
  const after = await moved(server, settingsOf(platform));
  const forAPerson = { state: 'unknown', handed_over_for: 'route_unknown' };
  await untilAttemptsAre(after, [forAPerson, forAPerson]);
  expect(platform.instructions.size).toBe(0);
  // What the operator tells later still counts.
  platform.instructions.set(collection![0], { ...collection![1], status: 'SUCCESSFUL' });
  await untilAttemptsAre(after, [{ direction: 'payout', state: 'unknown' }], { seconds: 3600 });
  expect(platform.instructions.size).toBe(1);
  await ended(server, after);
});

test('an operator that may have forgotten a payment neither fails nor repeats it: a person is told', async () => {
  const platform = await startPlatform();
  const { server } = await withOpenAttempts(platform);
  await server.leave();
  platform.forget();
  const after = await startAppServer({
    besides: server,
    settings: { ...settingsOf(platform), OPERATOR_FORGETS_AFTER_HOURS: 'mtn:12' },
  });
  after.clock.advance({ hours: 13 });
  const forAPerson = { state: 'unknown', handed_over_for: 'operator_forgets' };
  await untilAttemptsAre(after, [forAPerson, forAPerson]);
  expect(platform.instructions.size).toBe(0);
  await ended(server, after);
});

test('a payment keeps its route in the database too', async () => {
  const platform = await startPlatform();
  const { server } = await withOpenAttempts(platform);
  await server.query(
    `insert into operator_route (operator, platform, environment, api_user, first_served_at)
     values ('mtn', 'https://elsewhere.example', 'mtnzambia', 'our-user', now())`,
  );
  await expect(
    server.query(
      `update payment_attempt set route_id = (select route_id from operator_route
       where platform = 'https://elsewhere.example') where state = 'pending'`,
    ),
  ).rejects.toThrow('was sent on another route');
  await expect(
    server.query(`update payment_attempt set route_id = null where state = 'pending'`),
  ).rejects.toThrow('was sent on another route');
  await server.stop();
});

const ROUTE_GONE = { state: 'unknown', handed_over_for: 'route_gone', failure_reason: null };
const GOES_ON = { state: 'pending', handed_over_for: null };

type Move = {
  name: string;
  before?: Record<string, string>;
  now: Record<string, string>;
  /** Beside the address. */
  earlier: Record<string, string>;
  payout: object;
  collection: object;
};

const moves: Move[] = [
  {
    name: 'the API user',
    now: { MTN_API_USER: 'user-v' },
    earlier: { MTN_EARLIER_API_USER: 'user-u' },
    payout: ROUTE_GONE,
    collection: ROUTE_GONE,
  },
  {
    name: 'the environment',
    now: { MTN_API_USER: 'user-u', MTN_TARGET_ENVIRONMENT: 'mtnelsewhere' },
    earlier: { MTN_EARLIER_TARGET_ENVIRONMENT: 'mtnzambia' },
    payout: ROUTE_GONE,
    collection: ROUTE_GONE,
  },
  {
    name: 'the user for payouts',
    now: { MTN_API_USER: 'user-u', MTN_DISBURSEMENT_API_USER: 'user-v' },
    earlier: { MTN_EARLIER_API_USER: 'user-u' },
    payout: ROUTE_GONE,
    collection: GOES_ON,
  },
  {
    name: 'the user for collections',
    now: { MTN_API_USER: 'user-v', MTN_DISBURSEMENT_API_USER: 'user-u' },
    earlier: { MTN_EARLIER_API_USER: 'user-u' },
    payout: GOES_ON,
    collection: ROUTE_GONE,
  },
  {
    name: 'the roles of two users',
    before: { MTN_DISBURSEMENT_API_USER: 'user-v' },
    now: { MTN_API_USER: 'user-v', MTN_DISBURSEMENT_API_USER: 'user-u' },
    earlier: { MTN_EARLIER_API_USER: 'user-u', MTN_EARLIER_DISBURSEMENT_API_USER: 'user-v' },
    payout: ROUTE_GONE,
    collection: ROUTE_GONE,
  },
];

test.each(moves)(
  'a change of $name alone is a move: what is open is neither sent again nor ended, and the earlier settings serve it',
  async ({ before, now, earlier, payout, collection }) => {
    const platform = await startPlatform();
    const { server } = await withOpenAttempts(platform, { MTN_API_USER: 'user-u', ...before });
    const sent = platform.posted.length;
    const settings = { ...settingsOf(platform), ...now };
    const after = await moved(server, settings);
    await untilAttemptsAre(after, [
      { direction: 'collection', ...collection },
      { direction: 'payout', ...payout },
    ]);
    platform.succeed();
    const back = await moved(after, { ...settings, ...earlier, MTN_EARLIER_BASE_URL: platform.url });
    await untilAttemptsAre(back, [], { seconds: 3600 });
    expect(platform.posted).toHaveLength(sent);
    await ended(server, after, back);
  },
);
