import { addDays, day, formatDay } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { borrow, PATIENCE, pay, signUp, submitPayment } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest } from '../../../../test/approve-request.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './servicing.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

async function run(...words: string[]): Promise<{ done: boolean; text: string }> {
  const { done, lines } = await command.atDesk(await deskBeside(server), words);
  return { done, text: lines.join('\n') };
}

/** What was done once a second person approved what was asked for. */
async function approved(...words: string[]) {
  expect((await run(...words)).text).toMatch(/^Request \d+ is filed: .* approves it in the console\.$/);
  return approveRequest(server);
}

const inDays = (days: number) => addDays(day(server.today()), days);

/** A borrower of K1,000 for 14 days (K1,086), three days past due: K10.86 of penalty. */
async function lateBorrower() {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower, { termId: 2 });
  await server.passDays(17);
  return { borrower, loanId, order: String(loanId) };
}

const billOf = ({ borrower, loanId }: Awaited<ReturnType<typeof lateBorrower>>) =>
  borrower.ask('queryLoanDetail', { params: { id: loanId } });

test('a hardship plan is previewed, agreed, told of and kept at no new cost', async () => {
  const late = await lateBorrower();
  const { borrower, loanId, order } = late;
  const newDate = inDays(30);
  const preview = await run('hardship-preview', order, newDate);
  expect(preview.text.split('\n')).toEqual([
    expect.stringMatching(/^plan +due now +due then +owed$/),
    expect.stringMatching(new RegExp(`^1 +${inDays(-3)} +${newDate} +K1,096\\.86$`)),
    'No new cost. Penalties are frozen until a date is missed by more than 7 days. Nothing is agreed yet.',
  ]);
  expect((await billOf(late)).status).toBe('overdue');

  expect(await approved('hardship', order, newDate, 'lost', 'the job')).toEqual({
    ok: true,
    state: 'done',
    sentence: `Order ${order} has new dates: ${formatDay(newDate)}. Penalties are frozen. Left to repay: K1,096.86.`,
  });
  const bill = await billOf(late);
  expect(bill).toMatchObject({
    status: 'active',
    remaining: 1096.86,
    dueDate: newDate,
    overdueDays: 0,
    penaltyPerDay: 0,
    extendable: false,
  });
  expect(bill.timeline[0]).toMatchObject({
    title: 'New dates were agreed',
    detail: expect.stringMatching(/\. Late charges stop while you keep to them$/),
  });
  expect(bill.charges.at(-1)!.explanation).toContain('Stopped while you keep to the new dates');
  const { items } = await borrower.ask('listMessages', { query: {} });
  expect(items[0]!.text).toContain('We agreed new dates with you, at no cost. Please repay K1,096.86 by');
  expect(
    await server.query(
      `select actor, detail ->> 'reason' as reason from loan_event where loan_id = $1 and kind = 'hardship_agreed'`,
      [loanId],
    ),
  ).toEqual([{ actor: 'staff:mary', reason: 'lost the job' }]);
  expect((await run('show', order)).text).toMatch(
    new RegExp(
      `Hardship plan of ${server.today()}: penalties are frozen, until ${addDays(newDate, 7)} if nothing`,
    ),
  );

  await server.passDays(30);
  expect((await billOf(late)).remaining).toBe(1096.86);
  await pay(server, borrower, loanId);
  expect((await billOf(late)).status).toBe('settled');
});

test('a late date of a plan is reminded of in words that are true, and a missed one lets penalties count again', async () => {
  const late = await lateBorrower();
  const { borrower, order } = late;
  await approved('hardship', order, inDays(10), 'a child is ill');
  await server.passDays(16);
  await vi.waitFor(async () => {
    const { messages } = await server.handset.phone(borrower.mobile);
    expect(messages.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('Please pay now, or late charges start again: '),
    );
  }, PATIENCE);
  expect((await billOf(late)).remaining).toBe(1096.86);
  await server.passDays(1);
  expect((await billOf(late)).remaining).toBe(1096.86);
  await server.passDays(1);
  const bill = await billOf(late);
  expect(bill.remaining).toBe(1102.29);
  expect(bill.timeline.map(({ title }) => title)).toContain('Late charges count again');
  expect((await run('show', order)).text).toContain(`penalties count again since ${server.today()}`);
  const before = await server.query('select version from loan where loan_id = $1', [order]);
  expect(await approved('hardship', order, inDays(20), 'she found work')).toMatchObject({ state: 'done' });
  expect(await server.query('select version from loan where loan_id = $1', [order])).not.toEqual(before);
  expect((await billOf(late)).penaltyPerDay).toBe(0);
});

test('what makes no sense is refused in one sentence, and the loan stays as it is', async () => {
  const { borrower, loanId, order } = await lateBorrower();
  const refusals: [string[], string][] = [
    [['hardship', order, inDays(30)], 'Please give a reason of 3 to 200 characters.'],
    [
      ['hardship', order, `${inDays(30)},${inDays(60)}`, 'lost the job'],
      '1 instalment is not paid. Please give a date for each.',
    ],
    [['hardship', order, '31-01-2027', 'lost the job'], '"31-01-2027" is no date: say it like 2027-01-31.'],
    [['hardship', '77', inDays(30), 'lost the job'], 'There is no order with this number.'],
    [['hardship-preview', '77', inDays(30)], 'There is no order with this number.'],
  ];
  for (const [words, text] of refusals) expect(await run(...words)).toEqual({ done: false, text });
  expect((await run('hardship', order, server.today(), 'lost the job')).text).toMatch(
    /^The date of instalment 1 can be .* or later\.$/,
  );
  expect((await run('hardship', order, inDays(400), 'lost the job')).text).toMatch(/at the latest\.$/);
  expect((await run('hardship', order)).text).toMatch(/^npm run servicing/);
  await submitPayment(borrower, loanId, 200);
  expect(await run('hardship', order, inDays(30), 'lost the job')).toEqual({
    done: false,
    text: 'A payment of K200.00 is under way. Please wait until it has ended.',
  });
  expect(await server.query('select hardship from loan where loan_id = $1', [loanId])).toEqual([
    { hardship: null },
  ]);
});
