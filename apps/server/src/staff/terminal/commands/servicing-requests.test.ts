import { addDays, day } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { borrow, downloadRecord, pay, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { waitingRequest } from '../../../../test/approve-request.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import type { StaffMember } from '../../../../test/staff-client.ts';
import { staffActor } from '../../../book/actor.ts';
import { findRequest } from '../../request/requests.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { answerAs, hireMaryAndGrace } from '../two-people.test-support.ts';
import { command } from './servicing.ts';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

/** Mary may waive up to K5 without a second person. */
async function run(...words: string[]): Promise<{ done: boolean; text: string }> {
  const desk = await deskBeside(server);
  const config = () => ({ ...desk.config(), WAIVER_ALONE_KWACHA: 5 });
  const { done, lines } = await command.atDesk({ ...desk, config }, words);
  return { done, text: lines.join('\n') };
}

/** A borrower of K1,000 for 14 days, three days late, who paid K500. */
async function lateBorrower() {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower, { termId: 2 });
  await pay(server, borrower, loanId, { amount: 500 });
  await server.passDays(17);
  const { payments } = await borrower.ask('queryLoanDetail', { params: { id: loanId } });
  return { borrower, loanId, order: String(loanId), receipt: payments[0]!.receiptNo };
}

type Late = Awaited<ReturnType<typeof lateBorrower>>;

const kinds = {
  write_off: {
    words: ({ order }) => ['write-off', order, 'moved abroad'],
    title: /^Write off order \d+: K591\.86$/,
    event: 'written_off',
    message: /^$/,
    effect: 'overdue',
  },
  reversal: {
    words: ({ receipt }) => ['reverse', receipt, 'ours', 'booked twice'],
    title: /^Take back \d+-\d+ of K500\.00$/,
    event: 'reversed',
    message: /K500\.00.*K1,091\.86/,
    effect: 'K591.86',
  },
  hardship: {
    words: ({ order }) => ['hardship', order, addDays(day(server.today()), 30), 'lost the job'],
    title: /^New dates for order \d+: /,
    event: 'hardship_agreed',
    message: /^We agreed new dates with you, at no cost\. Please repay K591\.86 by/,
    effect: 'overdue',
  },
  waiver: {
    words: ({ order }) => ['waive', order, '1', 'penalty', '5.50', 'agreed on the phone'],
    title: /^Waive K5\.50 of the penalty of plan 1/,
    event: 'charge_waived',
    message: /K5\.50.*K586\.36/,
    effect: 'K591.86',
  },
} satisfies Record<
  string,
  { words(late: Late): string[]; title: RegExp; event: string; effect: string; message: RegExp }
>;

const eventsOf = (loanId: number, kind: string) =>
  server.query(
    `select actor, detail ->> 'approvedBy' as approved_by from loan_event where loan_id = $1 and kind = $2`,
    [loanId, kind],
  );

const versionOf = async (loanId: number) =>
  (await server.query('select version from loan where loan_id = $1', [loanId]))[0]!.version;

async function filed(words: string[]) {
  const { done, text } = await run(...words);
  expect(done, text).toBe(true);
  const request = await waitingRequest(server);
  expect(text).toMatch(
    new RegExp(`^Request ${request.requestId} is filed: .* approves it in the console\\.$`),
  );
  return request;
}

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', (kind) => {
  const { words, title, event, effect, message } = kinds[kind];

  test('is filed with what it would do, refused to its maker, approved by another person and done once', async () => {
    const late = await lateBorrower();
    const before = await versionOf(late.loanId);
    const request = await filed(words(late));
    expect(request).toMatchObject({ kind, title: expect.stringMatching(title), loanId: late.loanId });
    expect(request.effect.map((line) => line.before)).toContain(effect);
    expect(request.message ?? '').toMatch(message);
    expect(await run(...words(late))).toEqual({
      done: false,
      text: 'A request for this waits already.',
    });
    expect(await answerAs(mary, request.requestId)).toMatchObject({ code: 403, reason: 'own_request' });
    expect(await versionOf(late.loanId)).toEqual(before);

    expect((await answerAs(grace, request.requestId)).data).toMatchObject({ state: 'done' });
    const expected = [{ actor: 'staff:mary', approved_by: 'grace' }];
    expect(await eventsOf(late.loanId, event)).toEqual(expected);
    const after = await versionOf(late.loanId);
    const kept = (await findRequest(server, request.requestId))!;
    expect(await server.app.executors[kind]!(kept, staffActor('grace'))).toMatchObject({ isDone: true });
    expect(await eventsOf(late.loanId, event)).toEqual(expected);
    expect(await versionOf(late.loanId)).toEqual(after);
    expect((await run('show', late.order)).text).toContain('staff:mary, approved by grace: ');
  });

  test('changes nothing when it is declined, or when the loan changed since it was asked for', async () => {
    const late = await lateBorrower();
    const declined = await filed(words(late));
    expect((await answerAs(grace, declined.requestId, 'decline')).data.state).toBe('declined');
    const stale = await filed(words(late));
    await pay(server, late.borrower, late.loanId, { amount: 100 });
    const before = await versionOf(late.loanId);
    expect((await answerAs(grace, stale.requestId)).data).toEqual({
      state: 'failed',
      sentence: 'The loan changed since this was asked for. Nothing was done. Please ask again.',
    });
    expect(await versionOf(late.loanId)).toEqual(before);
    expect(await eventsOf(late.loanId, event)).toEqual([]);
  });
});

test('a waiver of exactly the limit needs no second person, and another one of the same day does', async () => {
  const { loanId, order } = await lateBorrower();
  const waived = await run('waive', order, '1', 'penalty', '5', 'agreed on the phone');
  expect(waived.text).toMatch(/^K5\.00 of the penalty of plan 1 .* is waived, receipt/);
  expect(await eventsOf(loanId, 'charge_waived')).toEqual([{ actor: 'staff:mary', approved_by: null }]);
  const { requestId } = await filed(['waive', order, '1', 'penalty', '0.01', 'the rest of it']);
  expect((await answerAs(grace, requestId, 'decline')).data.state).toBe('declined');
});

test('the download of a borrower names no person of staff', async () => {
  const late = await lateBorrower();
  const { requestId } = await filed(kinds.write_off.words(late));
  expect((await answerAs(grace, requestId)).data.state).toBe('done');
  const text = await (await downloadRecord(server, late.borrower)).text();
  expect(text).toContain('written_off');
  expect(text).not.toMatch(/approvedBy|grace|mary/);
});
