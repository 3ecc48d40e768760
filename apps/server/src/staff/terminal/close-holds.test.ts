import { monthOf } from '@thumba/accounting/month';
import { day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { approveRequest } from '../../../test/approve-request.ts';
import { postJournal } from '../../accounting/journal/post-journal.ts';
import { accrueMonth } from '../../accounting/month-end/accrual.ts';
import { closeByTwo } from '../../accounting/period/change-period.ts';
import { openProposals } from '../../accounting/period/holds.ts';
import { command as monthEnd } from './commands/month-end.ts';
import { command as period } from './commands/period.ts';
import { deskBeside } from './staff-desk.test-support.ts';
import type { StaffCommand } from './staff-desk.ts';

/** A book that an earlier version began in September. The first month-end run is the one of November. */
let server: AppServer;
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
});
afterAll(() => server.stop());

async function runAs(staffName: string, of: StaffCommand, words: string[]) {
  const desk = { ...(await deskBeside(server)), staffName: () => staffName };
  const { done, lines } = await of.atDesk(desk, words);
  return { done, text: lines.join('\n') };
}
const mary = (...words: string[]) => runAs('mary', period, words);
const john = (...words: string[]) => runAs('john', period, words);

/** Mary asks for a period to be opened again, and a second person approves it. */
async function reopen(period: string) {
  expect(await mary('reopen', period, 'a late invoice')).toMatchObject({ done: true });
  const answered = await approveRequest(server);
  return answered.ok ? answered.sentence : answered.refusal;
}

async function changeByBoth(verb: string, changed: string, ...reason: string[]) {
  expect(await mary(verb, changed, ...reason)).toMatchObject({ done: true });
  return (await john(verb, changed)).text;
}

test('months before the first month-end run close without it and without signed wallets', async () => {
  expect((await mary('close', '2026-09')).text.split('\n')).toEqual([
    'Nothing was changed. This has to be done before the period can be closed:',
    '  The income of the month is not in the book: no month-end run was made yet: npm run month-end -- 2026-09, or a later month if this version was started later. The months before the first run need none.',
  ]);
  expect(await runAs('mary', monthEnd, ['2026-11'])).toMatchObject({ done: true });
  expect((await mary('close', '2026-11')).text).toContain('2026-09 is the next one');
  expect(await changeByBoth('close', '2026-09')).toBe('2026-09 is closed.');
});

test('a request that was made before another period changed is not valid any more', async () => {
  expect(await mary('reopen', '2026-09', 'a late invoice')).toMatchObject({ done: true });
  expect(await changeByBoth('close', '2026-10')).toBe('2026-10 is closed.');
  expect(await approveRequest(server)).toMatchObject({
    state: 'failed',
    sentence: 'Only the last closed period is opened again: 2026-10.',
  });
  expect(await mary('close', '2026-11')).toMatchObject({ done: true });
  expect(await reopen('2026-10')).toBe('2026-10 is open again.');
  expect((await john()).text).toContain(
    '2026-11 request declined by grace at 2026-11-21 10:00: 2026-10 was opened again meanwhile',
  );
  expect(await changeByBoth('close', '2026-10')).toBe('2026-10 is closed.');
  expect(await changeByBoth('close', '2026-11')).toBe('2026-11 is closed.');
});

test('a month whose run ended after the income is not closed before its losses are run', async () => {
  await server.passDays(31);
  const income = { month: monthOf(day('2026-12-31')), actor: 'staff:mary' } as const;
  expect(await accrueMonth(await deskBeside(server), income)).toMatchObject({ ok: true });
  expect((await mary('close', '2026-12')).text.split('\n')).toEqual([
    'Nothing was changed. This has to be done before the period can be closed:',
    '  The losses of the month were not run: npm run month-end -- 2026-12 runs them.',
  ]);
  expect(await runAs('mary', monthEnd, ['2026-12'])).toMatchObject({ done: true });
});

test('a month that is opened again after a later run reaches its losses', async () => {
  server.clock.advance({ seconds: 1 });
  expect(await reopen('2026-11')).toBe('2026-11 is open again.');
  const { done, text } = await runAs('mary', monthEnd, ['2026-11']);
  expect(text).toContain('The effective interest was not changed. It was already run for 2026-12.');
  expect(text).toContain('Expected losses of 2026-11 (run 3)');
  expect(done).toBe(true);
  expect(await changeByBoth('close', '2026-11')).toBe('2026-11 is closed.');
});

test('what comes up while a close is confirmed holds it up', async () => {
  expect(await mary('close', '2026-12')).toMatchObject({ done: true });
  const proposalComesAfterwards = async () => {
    await server.query(
      `insert into journal_proposal (kind, booked_on, value_on, booking_kind, lines, reason, proposed_by, proposed_at)
       select 'manual', '2026-12-31', '2026-12-31', 'ordinary', '[]', 'a proposal', 'staff:mary', now()
       where not exists (select from journal_proposal)`,
    );
    return [];
  };
  const deps = { ...(await deskBeside(server)), holds: [openProposals, proposalComesAfterwards] };
  const request = { period: monthOf(day('2026-12-31')), reason: '', actor: 'staff:john' } as const;
  expect(await closeByTwo(deps, request)).toMatchObject({
    ok: false,
    refusal: { kind: 'held_up', holds: [expect.stringContaining('Journal proposal 1')] },
  });
  expect((await john()).text).toContain('Closed through 2026-11-30.');
});
