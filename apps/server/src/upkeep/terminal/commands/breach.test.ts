import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, signIn, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { deskBeside } from '../../../staff/terminal/staff-desk.test-support.ts';
import { deleteAccount } from '../../personal-data/personal-data.test-support.ts';
import { command } from './breach.ts';

let server: AppServer;
let folder: string;
let known: AppBorrower;
let deleted: AppBorrower;
let justSignedIn: AppBorrower;
let late: AppBorrower;
/** The server begins at 10:00 in Lusaka on 21 November 2026. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-breach-'));
  server = await startAppServer();
  known = await signUp(server);
  deleted = await signUp(server);
  justSignedIn = await signIn(server);
  server.clock.advance({ hours: 2 });
  expect(await deleteAccount(server, deleted)).toMatchObject({ code: 200 });
  server.clock.advance({ seconds: 41.5 });
  late = await signIn(server);
  server.clock.advance({ hours: 1 });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

let files = 0;

async function list(...words: string[]) {
  const file = path.join(folder, `people-${++files}.csv`);
  const { done, lines } = await command.atDesk(await deskBeside(server), ['list', file, ...words]);
  const rows = done ? (await readFile(file, 'utf8')).trim().split('\n').slice(1) : [];
  return { done, file, text: lines.join('\n'), people: rows.map((row) => row.split(',')) };
}

const idsOf = (people: string[][]) => people.map(([id]) => Number(id));

test('after a copy was taken, the list has everyone whose data was held at that time, and what is kept', async () => {
  const { people, file, text } = await list('--held-at', '2026-11-21 11:00');
  expect(idsOf(people)).toEqual([known.borrowerId, deleted.borrowerId, justSignedIn.borrowerId]);
  expect(people[0]!.slice(1, 3)).toEqual([known.mobile, 'open']);
  expect(people[0]![3]!.split(' ')).toEqual(
    expect.arrayContaining(['profile', 'identity', 'forms', 'accounts']),
  );
  expect(people[1]![2]).toBe('deleted');
  expect(people[2]![3]!.split(' ')).not.toContain('identity');
  expect(text).toContain(`3 people are in ${file}.`);
  expect(text).not.toContain(known.mobile);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(idsOf((await list('--held-at', '2026-11-21 13:00')).people)).toContain(late.borrowerId);
});

test('a list of given data has those who deleted their account after the copy was taken: the copy had the data', async () => {
  const heldAt = ['--held-at', '2026-11-21 11:00', '--data', 'identity'];
  expect(idsOf((await list(...heldAt)).people)).toEqual([known.borrowerId, deleted.borrowerId]);
  const later = ['--held-at', '2026-11-21 13:00', '--data', 'identity'];
  expect(idsOf((await list(...later)).people)).toEqual([known.borrowerId]);
});

test('after accounts were used by others, the list has those with an event in that time', async () => {
  const { people } = await list('--from', '2026-11-21 11:30', '--until', '2026-11-21 13:00');
  expect(idsOf(people)).toEqual([deleted.borrowerId, late.borrowerId]);
});

test('a moment of holding may have seconds, and without them it is the whole minute', async () => {
  const idsAt = async (heldAt: string, ...data: string[]) =>
    idsOf((await list('--held-at', `2026-11-21 ${heldAt}`, ...data)).people);
  const [before, after] = [deleted.borrowerId, late.borrowerId];
  const always = [known.borrowerId, justSignedIn.borrowerId];
  expect(await idsAt('11:59')).toEqual([known.borrowerId, before, justSignedIn.borrowerId]);
  expect(await idsAt('12:00')).toEqual([known.borrowerId, before, justSignedIn.borrowerId, after]);
  expect(await idsAt('12:00', '--data', 'identity')).toEqual([known.borrowerId, before]);
  expect(await idsAt('12:00:40')).toEqual(always);
  expect(await idsAt('12:00:41')).toEqual([...always, after]);
});

test('the end of a time may have seconds, and without them its minute belongs to the time', async () => {
  const idsBetween = async (from: string, until: string) =>
    idsOf((await list('--from', `2026-11-21 ${from}`, '--until', `2026-11-21 ${until}`)).people);
  expect(await idsBetween('11:30', '12:00:40')).toEqual([deleted.borrowerId]);
  expect(await idsBetween('11:30', '12:00:41')).toEqual([deleted.borrowerId, late.borrowerId]);
  expect(await idsBetween('12:00', '12:00')).toEqual([deleted.borrowerId, late.borrowerId]);
});

test('a time that is still to come is refused: until then more people may be concerned', async () => {
  expect(await list('--held-at', '2026-11-21 13:01')).toMatchObject({
    done: false,
    text: '--held-at "2026-11-21 13:01" is still to come.',
  });
  expect(await list('--from', '2026-11-21 11:30', '--until', '2026-11-21 13:01')).toMatchObject({
    done: false,
    text: '--until "2026-11-21 13:01" is still to come.',
  });
  expect(await list('--held-at', '2026-11-21 13:00')).toMatchObject({ done: true });
});

test.each([
  ['There is no day 2026-02-31. Give --held-at as', ['--held-at', '2026-02-31 10:00']],
  ['"yesterday" is no day with a time. Give --held-at as', ['--held-at', 'yesterday', '--borrowers', '1']],
  ['There is no time of day 25:00. Give --until as', ['--until', '2026-11-21 25:00', '--borrowers', '1']],
  ['Give --until with --from.', ['--from', '2026-11-21 10:00']],
  ['Give --from with --until.', ['--until', '2026-11-21 10:00', '--borrowers', '1']],
  [
    '--from "2026-11-21 12:00" is after --until "2026-11-21 11:00".',
    ['--from', '2026-11-21 12:00', '--until', '2026-11-21 11:00'],
  ],
  ['--borrowers names "abc", which is not the number of a borrower.', ['--borrowers', '1,abc']],
  ['--borrowers names "", which is not the number of a borrower.', ['--borrowers', '1,']],
  ['Give --held-at, or --from with --until, or --borrowers.', []],
  [
    'Give only one of --held-at, --from with --until, and --borrowers.',
    ['--held-at', '2026-11-21 11:00', '--borrowers', '1'],
  ],
  ['--borrowers is given twice.', ['--borrowers', '1', '--borrowers', '2']],
  ["Unknown option '--borrower'.", ['--borrower', '1']],
  ['"2" is a word too many: put a value with blanks between quotes.', ['--borrowers', '1,', '2']],
])('%s is the reason of a refusal, with the usage after it', async (reason, words) => {
  const { done, text } = await list(...words);
  expect(done).toBe(false);
  expect(text.split('\n')[0]).toContain(reason);
  expect(text.split('\n')[1]).toMatch(/^npm run breach -- list /);
});

test('without an action and without a file the refusal says what is missing, with the usage after it', async () => {
  const desk = await deskBeside(server);
  const first = async (...words: string[]) => (await command.atDesk(desk, words)).lines[0];
  expect(await first()).toBe('Say list, and the new file that the list is written into.');
  expect(await first('list', '--borrowers', '1')).toBe(await first());
  expect(await first('show', 'people.csv')).toBe(await first());
});

test('the list can be of named borrowers, and only of people of whom given data is kept', async () => {
  const one = await list('--borrowers', String(known.borrowerId));
  expect(one.text).toContain(`1 person is in ${one.file}.`);
  const both = `${known.borrowerId},${justSignedIn.borrowerId}`;
  expect(idsOf((await list('--borrowers', both)).people)).toEqual([
    known.borrowerId,
    justSignedIn.borrowerId,
  ]);
  expect(idsOf((await list('--borrowers', both, '--data', 'identity')).people)).toEqual([known.borrowerId]);
  expect(await list('--borrowers', both, '--data', 'thoughts')).toMatchObject({ done: false });
});

test('a borrower who does not exist is refused by number and no file is made, and blanks between numbers are read', async () => {
  const unknown = await list('--borrowers', `${known.borrowerId},99999`);
  expect(unknown).toMatchObject({ done: false, text: 'There is no borrower 99999.' });
  await expect(stat(unknown.file)).rejects.toThrow('ENOENT');
  expect((await list('--borrowers', '99998, 99999')).text).toBe('There are no borrowers 99998, 99999.');
  const both = `${known.borrowerId}, ${deleted.borrowerId} `;
  const blanks = await list('--borrowers', both, '--data', 'profile, identity');
  expect(idsOf(blanks.people)).toEqual([known.borrowerId, deleted.borrowerId]);
});

test('a question that is not clear and a file that exists are refused, and each use is in the security log', async () => {
  expect(await list()).toMatchObject({ done: false, text: expect.stringContaining('--held-at') });
  expect(await list('--held-at', '2026-11-21 11:00', '--borrowers', '1')).toMatchObject({ done: false });
  expect(await list('--from', '2026-11-21 13:00', '--until', '2026-11-21 11:00')).toMatchObject({
    done: false,
  });
  const named = ['--borrowers', String(known.borrowerId)];
  const { file } = await list(...named);
  const again = await command.atDesk(await deskBeside(server), ['list', file, ...named]);
  expect(again).toMatchObject({ done: false, lines: [expect.stringContaining('name a new file')] });
  const events = await server.query(
    `select distinct actor, outcome, detail ->> 'action' as action from security_event
     where detail ->> 'command' = 'breach' order by outcome`,
  );
  expect(events).toEqual([
    { actor: 'staff:mary', outcome: 'refused', action: 'list' },
    { actor: 'staff:mary', outcome: 'succeeded', action: 'list' },
  ]);
});
