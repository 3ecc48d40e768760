import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movableClock } from '../../../../test/call-server.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { type Database, openDatabase } from '../../../platform/database.ts';
import { openStaffDesk } from '../staff-desk.ts';
import { command } from './month-end.ts';

const clock = movableClock(Date.parse('2026-12-02T08:00:00Z'));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-tables-'));
  db = openDatabase({ url: database.programUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function run(...words: string[]): Promise<{ done: boolean; text: string }> {
  const variables = { USER: 'Invented', SUDO_USER: 'Mwila', SUDO_UID: '4711' };
  const { done, lines } = await command.atDesk(await openStaffDesk({ db, clock, variables }), words);
  return { done, text: lines.join('\n') };
}

async function fileOf(form: unknown): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, typeof form === 'string' ? form : JSON.stringify(form));
  return file;
}

test('a table is shown as JSON, checked, and saved as the next version with the name of the person', async () => {
  const classes = JSON.parse((await run('tables', 'show', 'classes')).text);
  const changed = { ...classes, source: 'Directives of the regulator', isConfirmed: true, cureDays: 60 };
  const file = await fileOf(changed);
  expect(await run('tables', 'check', file)).toEqual({
    done: true,
    text: 'The table classes can be saved.',
  });
  expect((await run('tables')).text).not.toContain('Mwila');
  expect(await run('tables', 'save', file)).toEqual({
    done: true,
    text: 'Saved version 2 of classes. It counts from the next run on.',
  });
  expect(JSON.parse((await run('tables', 'show', 'classes')).text)).toEqual(changed);
  const { text } = await run('tables');
  expect(text).toContain('classes: confirmed, Directives of the regulator');
  expect(text).toContain('version 1, saved 2026-12-02 08:00 UTC by setup');
  expect(text).toContain('version 2, saved 2026-12-02 08:00 UTC by staff:Mwila');
  expect(text).toContain('loss-given-default: unconfirmed, Example of the program');
  const { rows } = await db.pool.query(
    `select actor, detail ->> 'action' as action from security_event where kind = 'staff_command'`,
  );
  expect(rows).toEqual([{ actor: 'staff:Mwila', action: 'save' }]);
});

const losses = { table: 'loss-given-default', basis: 'a basis', isConfirmed: false };

test.each([
  ['no JSON', '{', 'is not JSON.'],
  ['an unknown table', { table: 'losses' }, '(not_that_form)'],
  [
    'a rate that is a number',
    { ...losses, buckets: [{ fromDaysPastDue: 0, lossRate: 0.5 }] },
    'buckets.0.lossRate',
  ],
  ['a word too many', { ...losses, buckets: [], more: 1 }, '(not_that_form)'],
  ['no rows', { ...losses, buckets: [] }, '(days_not_rising)'],
  ['a loss of 0', { ...losses, buckets: [{ fromDaysPastDue: 0, lossRate: '0' }] }, '(loss_is_zero)'],
])('a table with %s is refused, and nothing is changed', async (_what, form, problem) => {
  const before = await run('tables');
  for (const verb of ['check', 'save']) {
    const answer = await run('tables', verb, await fileOf(form));
    expect(answer).toEqual({ done: false, text: expect.stringContaining(problem) });
  }
  expect(await run('tables')).toEqual(before);
});

test('a month that was not run has no document', async () => {
  expect(await run('show', '2026-11')).toEqual({
    done: false,
    text: 'The losses of 2026-11 were not run.',
  });
});
