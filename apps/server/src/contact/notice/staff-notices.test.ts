import { addDays, day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';
import { saveDemoNotices } from './demo-notices.ts';
import { saveNotice } from './notices.ts';
import { askForNotice } from './staff-notices.ts';

let server: AppServer;
let taonga: StaffMember;
let mapalo: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const people = { maker, checker };
  taonga = await hire(server, people, { userName: 'taonga', roles: ['head_of_operations'] });
  mapalo = await hire(server, people, { userName: 'mapalo', roles: ['compliance'] });
  auditor = await hire(server, people, { userName: 'kondwani', roles: ['auditor'] });
});
afterAll(() => server.stop());

const today = () => day(server.today());
const reason = 'the phone line is closed';

type Form = {
  noticeCode: string;
  kind: 'notice' | 'marketing' | 'holiday';
  title: string;
  body: string;
  link?: string;
  shownFrom: string;
  shownUntil: string;
};

const aNotice = (changed: Partial<Form> = {}): Form => ({
  ...{ noticeCode: 'line', kind: 'notice', title: 'Phone line', body: 'Our phone line is closed on Friday.' },
  ...{ shownFrom: today(), shownUntil: addDays(today(), 2) },
  ...changed,
});

async function ask(form: Form, member = taonga) {
  const { data } = await member.client.call('previewNotice', { body: form });
  const digest = data?.preview?.digest ?? 'f'.repeat(64);
  return member.client.call('askForNotice', { body: { ...form, reason, digest } });
}
const told = () => server.newClient().ask('getReminder', {});
const listed = async (code: string) =>
  (await auditor.client.call('listNotices', {})).data.items.find(({ noticeCode }) => noticeCode === code);

test('a notice is shown to borrowers once a second person approved it, and its versions are kept', async () => {
  const { data } = await ask(aNotice());
  expect(await ask(aNotice())).toMatchObject({ code: 409, reason: 'waits_already' });
  expect((await answerAs(taonga, data.requestId)).code).toBe(403);
  expect(await told()).not.toHaveProperty('notice');
  expect(await answerAs(mapalo, data.requestId)).toMatchObject({ data: { state: 'done' } });
  expect(await told()).toMatchObject({ notice: 'Our phone line is closed on Friday.' });
  expect(await listed('line')).toMatchObject({ version: 1, state: 'shown', madeBy: expect.any(String) });
  const later = aNotice({ body: 'It is open again.', shownUntil: addDays(today(), 9) });
  const request = await ask(later);
  const shown = await mapalo.client.call('getRequest', { params: { requestId: request.data.requestId } });
  expect(shown.data.effect.map(({ title }) => title)).toEqual(['Text', 'Shown']);
  await answerAs(mapalo, request.data.requestId);
  expect(await told()).toMatchObject({ notice: 'It is open again.' });
  const { data: history } = await auditor.client.call('listNoticeVersions', {
    params: { noticeCode: 'line' },
  });
  expect(history.items.map(({ version, body }) => [version, body])).toEqual([
    [2, 'It is open again.'],
    [1, 'Our phone line is closed on Friday.'],
  ]);
  await expectSoundBook(server);
});

test('a holiday shows how many bills fall due on it, and they keep their due dates', async () => {
  const borrower = await signUp(server);
  await borrow(borrower, { termId: 2 });
  const dueOn = addDays(today(), 14);
  const form = aNotice({
    ...{ noticeCode: 'mourning', kind: 'holiday', title: 'National mourning', body: 'Offices are closed.' },
    ...{ shownFrom: dueOn, shownUntil: dueOn },
  });
  const [{ due }] = await server.query(
    `select count(*)::integer as due from instalment where due_on = $1 and state <> 'settled'`,
    [dueOn],
  );
  expect(due).toBe(1);
  const { data } = await taonga.client.call('previewNotice', { body: form });
  expect(data.preview!.effect).toContainEqual({
    title: 'Bills that fall due on these days',
    before: null,
    after: '1, which keep their due dates',
  });
  const { data: asked } = await ask(form);
  await answerAs(mapalo, asked.requestId);
  expect((await told()).holidaysList).toContainEqual({
    date: dueOn,
    name: 'National mourning',
    message: 'Offices are closed.',
  });
  const { data: list } = await auditor.client.call('listNotices', {});
  expect(list.holidays).toContainEqual({ on: '2026-12-25', name: 'Christmas Day' });
  expect(list.items.find(({ noticeCode }) => noticeCode === 'mourning')).toMatchObject({ state: 'planned' });
});

test('an offer of two people stays when the program sets itself up again', async () => {
  await saveDemoNotices(server.db, today());
  const form = aNotice({
    ...{ noticeCode: 'demo-wheel', kind: 'marketing', title: 'Spin it', body: 'Three prizes.' },
    ...{ link: '/activity/turntable' },
  });
  const { data } = await ask(form);
  await answerAs(mapalo, data.requestId);
  await saveDemoNotices(server.db, today());
  expect(await listed('demo-wheel')).toMatchObject({ version: 2, title: 'Spin it' });
});

test('other days of a notice leave its picture, and another picture is shown to the second person', async () => {
  const form = aNotice({ noticeCode: 'pictured' });
  const imageUrl = '/pictures/line.png';
  await saveNotice(server.db, {
    ...{ ...form, link: null, imageUrl },
    ...{ shownFrom: today(), shownUntil: addDays(today(), 2) },
  });
  const { data } = await ask({ ...form, shownUntil: addDays(today(), 5) });
  await answerAs(mapalo, data.requestId);
  const [kept] = await server.query(`select version, image_url from notice where notice_code = 'pictured'`);
  expect(kept).toEqual({ version: 2, image_url: imageUrl });
  const without = { ...form, ...{ link: null, imageUrl: null, shownFrom: today(), shownUntil: today() } };
  const asked = await askForNotice(server.db, without, reason);
  expect(asked).toMatchObject({
    value: {
      effect: expect.arrayContaining([{ title: 'Picture', before: imageUrl, after: 'none' }]),
    },
  });
});

test('what cannot be shown is refused, and the database takes nothing without a second person', async () => {
  const faults: [Partial<Form>, string][] = [
    [{ shownUntil: addDays(today(), -1) }, 'It ends before it begins.'],
    [{ kind: 'marketing' }, 'An offer leads somewhere: write the path of a screen.'],
    [{ kind: 'holiday', shownUntil: addDays(today(), 31) }, 'A holiday lasts at most 31 days.'],
  ];
  for (const [changed, sentence] of faults) {
    const form = aNotice({ noticeCode: 'bad', ...changed });
    const { data } = await taonga.client.call('previewNotice', { body: form });
    expect(data).toEqual({ problem: sentence, preview: null });
    expect(await ask(form)).toMatchObject({ code: 400, reason: 'bad_notice', msg: sentence });
  }
  const elsewhere = aNotice({ noticeCode: 'bad', link: 'https://example.com' });
  expect((await ask(elsewhere)).code).toBe(400);
  expect((await ask(aNotice({ noticeCode: 'other' }), auditor)).code).toBe(403);
  for (const sql of [
    `insert into notice (notice_code, kind, title, body, shown_from, shown_until, published_by)
       values ('x', 'notice', 'x', 'x', '2026-11-21', '2026-11-21', 'staff:taonga')`,
    `update notice set published_by = 'staff:taonga', request_id = null where notice_code = 'line'`,
  ])
    await expect(server.query(sql)).rejects.toThrow('a second person approved');
  await expect(server.query(`update notice set body = 'x' where notice_code = 'line'`)).rejects.toThrow();
});
