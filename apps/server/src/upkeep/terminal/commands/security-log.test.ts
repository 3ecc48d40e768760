import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { type Database, openDatabase } from '../../../platform/database.ts';
import { showEvents, wantedOf } from './security-log.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
  await db.pool.query(
    `insert into security_event (happened_at, kind, outcome, times, borrower_id, actor, request_reference, network_hash, detail)
     select '2026-11-20T22:00:00Z'::timestamptz + place * interval '1 minute', 'sign_in', 'succeeded', 1, place, null,
       'abcd1234', decode('00112233445566778899', 'hex'), '{"method": "code"}'
     from generate_series(1, 120) as place`,
  );
  await db.pool.query(
    `insert into security_event (happened_at, kind, outcome, times, borrower_id, actor, detail)
     values ('2026-11-23T08:00:00Z', 'wrong_code', 'refused', 17, 5, null, '{"reason": "wrong_code"}'),
       ('2026-11-23T09:00:00Z', 'staff_command', 'succeeded', 1, null, 'staff:mary', '{"command": "coupons", "action": "give"}')`,
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

let nowMs: number;
beforeEach(() => {
  nowMs = Date.parse('2026-11-23T10:00:00Z');
});

const run = async (...words: string[]) => showEvents(db, wantedOf(words, nowMs)!);
const eventsOf = async (...words: string[]) => JSON.parse((await run('--json', ...words)).lines[0]!);

describe('the security log', () => {
  test('shows the newest events first, as a table', async () => {
    const { done, lines } = await run();
    expect(done).toBe(true);
    const [headings, staff, wrong, newest] = lines;
    expect(headings).toMatch(/^at +event +kind +outcome +times +borrower +actor +request +network +detail$/);
    expect(staff).toMatch(
      /^2026-11-23T09:00:00\.000Z +122 +staff_command +succeeded +1 +staff:mary +action=give command=coupons$/,
    );
    expect(wrong).toMatch(/^2026-11-23T08:00:00\.000Z +121 +wrong_code +refused +17 +5 +reason=wrong_code$/);
    expect(newest).toMatch(/ 120 +sign_in +succeeded +1 +120 +abcd1234 +001122334455 +method=code$/);
  });

  test('shows fifty on a page, and says how to see the next', async () => {
    const first = await run();
    expect(first.lines).toHaveLength(52);
    expect(first.lines.at(-1)).toBe('Older events: add --before 73');
    const second = await run('--before', '73');
    expect(second.lines[1]).toMatch(/ 72 +sign_in/);
    const last = await run('--before', '23');
    expect(last.lines).toHaveLength(23);
    expect(last.lines.at(-1)).toMatch(/ 1 +sign_in/);
  });

  test.each([
    [['--kind', 'wrong_code'], [121]],
    [
      ['--borrower', '5'],
      [121, 5],
    ],
    [['--borrower', '5', '--kind', 'sign_in'], [5]],
    [
      ['--since', '3h'],
      [122, 121],
    ],
    [
      ['--since', '1d'],
      [122, 121],
    ],
    [
      ['--since', '2026-11-23'],
      [122, 121],
    ],
    [
      ['--since', '2026-11-21', '--before', '3'],
      [2, 1],
    ],
    [['--kind', 'key_rotation'], []],
  ])('shows what is asked for: %j', async (words, eventIds) => {
    const events = await eventsOf(...words);
    expect(events.map(({ eventId }: { eventId: number }) => eventId)).toEqual(eventIds);
  });

  test('begins a day at its midnight in Lusaka', async () => {
    expect(await eventsOf('--since', '2026-11-21', '--borrower', '1')).toHaveLength(1);
    expect(await eventsOf('--since', '2026-11-22', '--borrower', '1')).toHaveLength(0);
  });

  test('says so where it has none', async () => {
    expect((await run('--kind', 'key_rotation')).lines).toEqual(['The security log has no such event.']);
  });

  test.each([
    ['--kind', 'nothing'],
    ['--borrower', '0977123456x'],
    ['--since', 'yesterday'],
    ['--before', '-1'],
    ['show'],
  ])('does not take %s %s', (...words) => {
    expect(
      wantedOf(
        words.filter((word) => word !== undefined),
        nowMs,
      ),
    ).toBeUndefined();
  });
});
