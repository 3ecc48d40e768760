import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { purgeAnalytics } from './events.ts';
import { registerAnalyticsRoutes } from './routes.ts';

const PER_HOUR = 2000;
const CANARY = '0978555613';

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer({
    register: (at, parts) => registerAnalyticsRoutes(at, { ...parts, eventsPerAddressPerHour: PER_HOUR }),
  });
});
afterAll(() => server.stop());

const seen = (pageId: string, more: object = {}) => ({ pageId, actionId: 'seen', ...more });

function send(body: unknown, options: { address?: string; headers?: Record<string, string> } = {}) {
  return server.call('buriedPointV2', { body, ...options });
}

async function kept(pageId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await server.db.pool.query('select * from analytics_event where page_id = $1', [pageId]);
  return rows;
}

describe('an event', () => {
  test('is kept as it was told, with its channel', async () => {
    const event = {
      deviceType: 4,
      appName: 'Thumba',
      appVersion: '1016',
      pageId: 'login',
      pageName: 'Log in',
      actionId: 'obtain',
      actionName: 'Obtain',
      value: 'K200',
    };
    const answer = await send(event, { headers: { appchannelcode: 'WM2' } });
    expect(answer).toMatchObject({ status: 200, code: 200, data: null });
    expect(await kept('login')).toEqual([
      {
        received_at: new Date('2026-11-21T08:00:00Z'),
        device_type: 4,
        app_name: 'Thumba',
        app_version: '1016',
        channel_code: 'WM2',
        page_id: 'login',
        page_name: 'Log in',
        action_id: 'obtain',
        action_name: 'Obtain',
        value: 'K200',
        mobile_hash: null,
      },
    ]);
  });

  test.each([CANARY, '+260978555613', '260 978 555 613', '978-555-613'])(
    'whose value is the number %s keeps its look-up hash only',
    async (value) => {
      const pageId = `number ${value.length}`;
      await send(seen(pageId, { value }));
      expect(await kept(pageId)).toMatchObject([
        { value: null, mobile_hash: server.sealing.lookupHashes('mobile', CANARY)[0] },
      ]);
    },
  );

  test('keeps no number in the clear, in any field and also when it was typed in part', async () => {
    for (const value of ['097855561', `call ${CANARY} please`, '0978 555 613 5', `{"mobile":"${CANARY}"}`]) {
      await send(seen('canary', { value }));
    }
    await send(
      { pageId: CANARY, pageName: `of ${CANARY}`, actionId: CANARY, actionName: CANARY, appName: CANARY },
      { headers: { appchannelcode: CANARY } },
    );
    const dump = await dumpDatabase(server.owner);
    expect(dump).toContain('canary');
    expect(secretsIn(dump, [CANARY, '097855561', '978555613', '0978 555 613'])).toEqual([]);
    expect(secretsIn(server.logLines.join('\n'), [CANARY])).toEqual([]);
  });

  test.each([
    ['no action', { pageId: 'bad' }],
    ['no page', { actionId: 'bad' }],
    ['a page of 101 characters', seen('x'.repeat(101))],
    ['a value of 201 characters', seen('bad', { value: 'x'.repeat(201) })],
    ['a device of another kind', seen('bad', { deviceType: 3 })],
    ['an empty list', []],
    ['a list of 1001', Array.from({ length: 1001 }, () => seen('bad'))],
    ['a text', '"bad"'],
  ])('with %s is refused in words', async (_what, body) => {
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 200, code: 400 });
    expect(answer.msg).toMatch(/^[A-Z]/);
    expect(await kept('bad')).toEqual([]);
  });
});

describe('many events', () => {
  test('of one call are kept in their order, a thousand of them at once', async () => {
    const events = Array.from({ length: 1000 }, (_, index) => seen('thousand', { actionId: `a${index}` }));
    const before = server.db.roundTrips();
    expect(await send(events, { address: '10.9.0.1' })).toMatchObject({ code: 200 });
    expect(server.db.roundTrips() - before).toBeLessThan(50);
    expect((await kept('thousand')).map((row) => row.action_id)).toEqual(events.map((one) => one.actionId));
  });

  test('of a hundred calls at once share a few round trips', async () => {
    const before = server.db.roundTrips();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => send(seen('shared'), { address: `10.8.0.${index}` })),
    );
    expect(await kept('shared')).toHaveLength(100);
    expect(server.db.roundTrips() - before).toBeLessThan(50);
  });

  test('larger than a call may be are refused before they are read', async () => {
    const large = Array.from({ length: 900 }, () =>
      seen('large', { value: 'x'.repeat(200), pageName: 'y'.repeat(100) }),
    );
    expect(await send(large)).toMatchObject({ status: 413, code: 413 });
    expect(await kept('large')).toEqual([]);
  });

  test('beyond the limit of their address are dropped without an error, until the next hour', async () => {
    const address = '10.7.0.1';
    const thousand = Array.from({ length: 1000 }, () => seen('limited'));
    for (let calls = 0; calls < 4; calls += 1) {
      expect(await send(thousand, { address })).toMatchObject({ code: 200, data: null });
    }
    expect(await kept('limited')).toHaveLength(PER_HOUR);
    await send(seen('limited'), { address: '10.7.0.2' });
    expect(await kept('limited')).toHaveLength(PER_HOUR + 1);
    server.clock.advance({ hours: 1 });
    await send(seen('limited'), { address });
    expect(await kept('limited')).toHaveLength(PER_HOUR + 2);
  });
});

test('events that the database refuses are lost, and the app gets no error', async () => {
  await server.owner.pool.query('alter table analytics_event rename to analytics_event_away');
  expect(await send(seen('lost'))).toMatchObject({ status: 200, code: 200, data: null });
  await server.owner.pool.query('alter table analytics_event_away rename to analytics_event');
  expect(server.logLines.at(-1)).toContain('analytics events were lost');
});

test('events go after ninety days, and what an address sent after an hour', async () => {
  await send(seen('old'));
  server.clock.advance({ days: 89 });
  await send(seen('young'));
  await purgeAnalytics(server.db, new Date(server.clock.nowMs()));
  expect(await kept('old')).toHaveLength(1);
  server.clock.advance({ days: 2 });
  await purgeAnalytics(server.db, new Date(server.clock.nowMs()));
  expect(await kept('old')).toEqual([]);
  expect(await kept('young')).toHaveLength(1);
  expect((await server.db.pool.query('select from analytics_sender')).rowCount).toBe(0);
});
