import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveBeside } from '../../../test/approve-beside.ts';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { command } from '../../staff/terminal/commands/notices.ts';
import { openStaffDesk } from '../../staff/terminal/staff-desk.ts';
import { saveDemoNotices } from './demo-notices.ts';
import { registerNoticeRoutes } from './routes.ts';
import { publishNoticeAsApproved } from './staff-notices.ts';

let server: CallServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-notices-'));
  server = await startCallServer({
    register: (at, { db, calendar }) =>
      registerNoticeRoutes(at, {
        db,
        today: () => calendar.today(),
        isTold: true,
      }),
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function reminderOn(instant: string) {
  server.clock.set(instant);
  const answer = await server.call('getReminder');
  expect(answer).toMatchObject({ status: 200, code: 200 });
  return answer.data;
}

async function save(form: object) {
  const file = path.join(folder, 'notice.json');
  await writeFile(file, JSON.stringify(form));
  const answered = await command.atDesk(await openDesk(), ['save', file, 'agreed', 'by', 'the', 'board']);
  if (answered.done)
    await approveBeside(server, 'notice_change', (request, now) =>
      publishNoticeAsApproved({ ...server, now }, request),
    );
  return answered;
}

/** Mary at the terminal, with the keys of the server of the test. */
async function openDesk() {
  return { ...(await openStaffDesk(server)), sealing: () => server.sealing, staffName: () => 'mary' };
}

const ordinary = {
  noticeCode: 'hours',
  kind: 'notice',
  title: 'Our hours',
  body: 'Our phone line opens at nine this week.',
  shownFrom: '2026-11-20',
  shownUntil: '2026-11-21',
};

describe('the reminder', () => {
  test('of an ordinary day names the holidays of the next twelve months and nothing else', async () => {
    const reminder = await reminderOn('2026-11-21T08:00:00Z');
    expect(Object.keys(reminder)).toEqual(['today', 'remind', 'holidaysList']);
    expect(reminder).toMatchObject({ today: '2026-11-21', remind: false });
    expect(reminder.holidaysList).toHaveLength(16);
    expect(reminder.holidaysList[0]).toMatchObject({ date: '2026-12-25', name: 'Christmas Day' });
    expect(reminder.holidaysList.at(-1)).toMatchObject({ date: '2027-10-25' });
  });

  test('of a holiday says so from midnight to midnight in Lusaka', async () => {
    expect((await reminderOn('2026-12-24T21:59:59Z')).remind).toBe(false);
    const reminder = await reminderOn('2026-12-24T22:00:00Z');
    expect(reminder).toMatchObject({ today: '2026-12-25', remind: true });
    expect(reminder.holidaysList[0].message).toMatch(/^Today is Christmas Day\. .*stays due today/);
    expect((await reminderOn('2026-12-25T22:00:00Z')).remind).toBe(false);
  });

  test('follows the business calendar, not the clock', async () => {
    await server.db.pool.query(
      'insert into business_calendar (offset_days, day_ended_through) values (34, $1)',
      ['2026-11-20'],
    );
    await server.calendar.refresh();
    expect(await reminderOn('2026-11-21T08:00:00Z')).toMatchObject({ today: '2026-12-25', remind: true });
    await server.db.pool.query('update business_calendar set offset_days = 0');
    await server.calendar.refresh();
  });
});

describe('a notice', () => {
  test('is shown from its first day through its last', async () => {
    expect(await save(ordinary)).toEqual({
      done: true,
      lines: [expect.stringMatching(/^Request \d+ is filed: New notice on home: Our hours\./)],
    });
    expect(await reminderOn('2026-11-19T08:00:00Z')).not.toHaveProperty('notice');
    expect(await reminderOn('2026-11-20T08:00:00Z')).toMatchObject({ notice: ordinary.body });
    expect(await reminderOn('2026-11-21T21:00:00Z')).toMatchObject({ notice: ordinary.body });
    expect(await reminderOn('2026-11-22T08:00:00Z')).not.toHaveProperty('notice');
  });

  test('is the newest where two would be shown, and one that is saved again is replaced', async () => {
    await save({ ...ordinary, noticeCode: 'later', body: 'We moved.', shownFrom: '2026-11-21' });
    expect(await reminderOn('2026-11-21T08:00:00Z')).toMatchObject({ notice: 'We moved.' });
    await save({
      ...ordinary,
      noticeCode: 'later',
      body: 'We moved to Cairo Road.',
      shownFrom: '2026-11-21',
    });
    expect(await reminderOn('2026-11-21T08:00:00Z')).toMatchObject({ notice: 'We moved to Cairo Road.' });
  });

  test('may be a holiday that the law declares once', async () => {
    const declared = { ...ordinary, noticeCode: 'mourning', kind: 'holiday', title: 'National mourning' };
    await save({
      ...declared,
      body: 'Offices are closed.',
      shownFrom: '2026-12-01',
      shownUntil: '2026-12-02',
    });
    const { holidaysList } = await reminderOn('2026-11-21T08:00:00Z');
    expect(holidaysList.slice(0, 3)).toEqual([
      { date: '2026-12-01', name: 'National mourning', message: 'Offices are closed.' },
      { date: '2026-12-02', name: 'National mourning', message: 'Offices are closed.' },
      expect.objectContaining({ name: 'Christmas Day' }),
    ]);
    expect(await reminderOn('2026-12-02T08:00:00Z')).toMatchObject({ remind: true });
  });

  test('may be an offer, as the demo has one about the wheel', async () => {
    await saveDemoNotices(server.db, day('2026-11-21'));
    expect((await reminderOn('2026-11-21T08:00:00Z')).marketing).toEqual({
      title: 'Spin the lucky wheel',
      body: expect.any(String),
      link: '/activity/turntable',
    });
  });

  test('is never shown where the lender turned notices off', async () => {
    const silent = await startCallServer({
      register: (at, { db, calendar }) =>
        registerNoticeRoutes(at, { db, today: () => calendar.today(), isTold: false }),
    });
    silent.clock.set('2026-12-25T08:00:00Z');
    await saveDemoNotices(silent.db, day('2026-12-25'));
    expect((await silent.call('getReminder')).data).toEqual({
      today: '2026-12-25',
      remind: false,
      holidaysList: [],
    });
    await silent.stop();
  });

  test('is listed for staff', async () => {
    const { lines } = await command.atDesk(await openDesk(), []);
    expect(JSON.parse(lines[0]!)).toContainEqual({ ...ordinary, imageUrl: null, link: null });
  });

  test.each([
    ['an offer that leads nowhere', { ...ordinary, kind: 'marketing' }, 'An offer leads somewhere'],
    ['an offer that leads away', { ...ordinary, kind: 'marketing', link: '//a.example' }, 'path of a screen'],
    [
      'an offer that leads away by a backslash',
      { ...ordinary, kind: 'marketing', link: '/\\a.example' },
      'path of a screen',
    ],
    ['an end before its beginning', { ...ordinary, shownUntil: '2026-11-01' }, 'It ends before it begins'],
    ['a day that does not exist', { ...ordinary, shownFrom: '2026-02-30' }, 'there is no such day'],
    [
      'a holiday of a year',
      { ...ordinary, kind: 'holiday', shownUntil: '2027-11-20' },
      'A holiday lasts at most 31 days',
    ],
  ])('is refused with %s', async (_what, form, says) => {
    const { done, lines } = await save(form);
    expect(done).toBe(false);
    expect(lines[0]).toContain(says);
  });
});
