import { addDays, day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { postJournal } from '../../accounting/journal/post-journal.ts';
import { accrueMonth } from '../../accounting/month-end/accrual.ts';
import { deskBeside } from '../terminal/staff-desk.test-support.ts';
import { answerAs } from '../terminal/two-people.test-support.ts';

/** A book that an earlier version began in September. The first month-end run is the one of November. */
let server: AppServer;
let mary: StaffMember;
let moses: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const posted = await postJournal(await deskBeside(server), {
    kind: 'manual',
    bookedOn: day('2026-09-10'),
    lines: [
      { account: 'float_mtn_payout', debitNgwee: kwacha(40) },
      { account: 'bank', creditNgwee: kwacha(40) },
    ],
    reason: 'a transfer of September',
    madeBy: 'staff:mary',
    approvedBy: 'staff:john',
  });
  if (!posted.ok) throw new Error(posted.refusal.kind);
  await server.passDays(10);
  const { first: maker, second: checker } = await openOffice(server);
  mary = await hire(server, { maker, checker }, { userName: 'mary', roles: ['finance'] });
  moses = await hire(server, { maker, checker }, { userName: 'moses', roles: ['finance'] });
  grace = await hire(server, { maker, checker }, { userName: 'grace', roles: ['head_of_finance'] });
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

const periods = async (member: StaffMember = mary) => (await member.client.call('listPeriods')).data;
const ask = (member: StaffMember, period: string) =>
  member.client.call('askForClosing', { params: { period }, body: { reason: '' } });
const close = (member: StaffMember, period: string) =>
  member.client.call('closePeriod', { params: { period } });
const decline = (member: StaffMember, period: string) =>
  member.client.call('declineClosing', { params: { period }, body: { reason: 'an invoice is missing' } });

test('what holds up the next close stands on the page, and the close is refused', async () => {
  const { next, waiting, current, closedThrough } = await periods();
  expect({ waiting, current, closedThrough }).toEqual({
    ...{ waiting: ['2026-09', '2026-10', '2026-11'], current: '2026-12', closedThrough: null },
  });
  expect(next).toMatchObject([
    { period: '2026-09', holds: [expect.stringContaining('The income of the month is not in the book')] },
  ]);
  expect(next[0]!.holds[0]).not.toContain('npm run');
  expect(await ask(mary, '2026-09')).toMatchObject({ code: 409, reason: 'held_up' });
  const accrued = await accrueMonth(await deskBeside(server), {
    month: '2026-11' as never,
    actor: 'staff:mary',
  });
  expect(accrued.ok).toBe(true);
  expect((await periods()).next).toEqual([{ period: '2026-09', holds: [] }]);
});

test('one person asks for the close, and another one with the permission closes', async () => {
  expect(await close(grace, '2026-09')).toMatchObject({ code: 409, reason: 'not_asked' });
  expect(await ask(mary, '2026-09')).toMatchObject({ code: 200 });
  expect((await periods()).asked).toMatchObject([
    { period: '2026-09', kind: 'close_asked', by: 'Person mary', isOwn: true },
  ]);
  expect(await ask(moses, '2026-09')).toMatchObject({ code: 409, reason: 'asked_already' });
  expect(await close(moses, '2026-09')).toMatchObject({ code: 403, reason: 'not_permitted' });
  expect((await periods()).closedThrough).toBe(null);
  expect(await close(grace, '2026-09')).toMatchObject({ code: 200, data: { journalId: null } });
  const { closedThrough, events, asked } = await periods();
  expect([closedThrough, asked]).toEqual(['2026-09-30', []]);
  expect(events[0]).toMatchObject({ kind: 'closed', by: 'Person grace', askedBy: 'Person mary' });
  const [{ closed }] = await server.query('select closed_through_on::text as closed from book_closing');
  expect(closed).toBe('2026-09-30');
  expect(await close(grace, '2026-09')).toMatchObject({ code: 409, reason: 'already_closed' });
});

test('a person who asked for the close does not close, in the console and in the database', async () => {
  expect(await ask(grace, '2026-10')).toMatchObject({ code: 200 });
  expect(await close(grace, '2026-10')).toMatchObject({ code: 409, reason: 'same_person' });
  const insert = server.query(
    `insert into period_event (period, kind, actor, answered_event_id, asked_by, recorded_at)
     select period, 'closed', actor, period_event_id, actor, now() from period_event order by period_event_id desc limit 1`,
  );
  await expect(insert).rejects.toThrow('period_event_two_people');
});

test('a request is declined by the person who made it or who may close, and by no other', async () => {
  expect(await decline(moses, '2026-10')).toMatchObject({ code: 403, reason: 'not_permitted' });
  expect(await decline(grace, '2026-10')).toMatchObject({ code: 200 });
  expect(await decline(grace, '2026-10')).toMatchObject({ code: 409, reason: 'not_asked' });
  expect((await periods()).events[0]).toMatchObject({ kind: 'declined', reason: 'an invoice is missing' });
});

test('months close in their order', async () => {
  expect(await ask(mary, '2026-11')).toMatchObject({ code: 409, reason: 'out_of_order' });
  expect(await ask(mary, '2026-13')).toMatchObject({ code: 409 });
});

test('of two people who close at once, one closes', async () => {
  await ask(mary, '2026-10');
  const answers = await Promise.all([close(grace, '2026-10'), close(grace, '2026-10')]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  const [{ count }] = await server.query(
    `select count(*)::integer as count from period_event where period = '2026-10' and kind = 'closed'`,
  );
  expect(count).toBe(1);
});

test('a closed period is opened again by a request that a second person approves', async () => {
  expect((await periods()).reopenable).toEqual(['2026-10']);
  const asked = await mary.client.call('askForReopening', {
    params: { period: '2026-10' },
    body: { reason: 'a late invoice' },
  });
  expect(asked.code, asked.msg).toBe(200);
  const again = await mary.client.call('askForReopening', {
    params: { period: '2026-09' },
    body: { reason: 'a late invoice' },
  });
  expect(again).toMatchObject({ code: 409, reason: 'not_last_closed' });
  expect(await answerAs(grace, asked.data.requestId)).toMatchObject({ code: 200 });
  const { closedThrough, events } = await periods();
  expect(closedThrough).toBe(addDays(day('2026-10-01'), -1));
  expect(events[0]).toMatchObject({ kind: 'reopened', by: 'Person grace', askedBy: 'Person mary' });
});
