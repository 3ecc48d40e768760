import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest } from '../../../../test/approve-request.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './complaints.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const answerTo = async (...words: string[]) => command.atDesk(await deskBeside(server), words);

async function work(...words: string[]): Promise<string> {
  const { done, lines } = await answerTo(...words);
  expect(done).toBe(true);
  return lines.join('\n');
}

test('staff see what waits, the late first, read it, and answer it word by word; a number moves by a second person', async () => {
  expect(await work()).toBe('No ticket waits for an answer.');
  const borrower = await signIn(server);
  const { borrowerId } = borrower;
  const { ticketNo } = await borrower.ask('writeComplaint', {
    body: { topic: 'reminders', text: 'You remind me of a paid bill.' },
  });
  const mobile = server.newMobile();
  await borrower.ask('sendMobileChangeCode', { body: { mobile } });
  const newCaptcha = await server.handset.waitForCode(mobile);
  const moving = await borrower.ask('requestMobileChange', { body: { mobile, newCaptcha } });
  const numberLine = `${moving.ticketNo}  change of number, borrower ${borrowerId}, since 21 November`;
  const complaintLine = `${ticketNo}  complaint about: reminders, borrower ${borrowerId}, since 21 November, answer due 1 December`;
  expect(await work()).toBe(`${numberLine}\n${complaintLine}`);

  expect(await work('show', ticketNo)).toBe('You remind me of a paid bill.');
  expect(await work('show', moving.ticketNo)).toBe(
    `Borrower ${borrowerId} asks to move from ${borrower.mobile} to ${mobile}, which they have proved by a code.`,
  );
  expect(await work('look', ticketNo)).toBe(`Ticket ${ticketNo} is being looked at. Its borrower sees that.`);
  await server.passDays(11);
  expect(await work()).toBe(`${numberLine}\n${complaintLine}, LATE, being looked at`);

  expect(await work('answer', ticketNo, 'That was', 'our mistake.')).toBe(
    `Ticket ${ticketNo} is answered. Its borrower is told by SMS.`,
  );
  expect(await borrower.ask('getTicket', { params: { ticketNo } })).toMatchObject({
    answer: 'That was our mistake.',
  });
  const filed = await work('change-number', moving.ticketNo, 'approve', 'NRC', 'seen');
  expect(filed).toMatch(/^Request \d+ is filed: Ticket \d+, borrower \d+\./);
  expect(await work()).toBe(numberLine);
  expect(await answerTo('change-number', moving.ticketNo, 'approve', 'NRC', 'seen')).toMatchObject({
    done: false,
    lines: ['A request for this waits already.'],
  });
  expect(await approveRequest(server)).toMatchObject({ state: 'done' });
  expect((await signIn(server, mobile)).borrowerId).toBe(borrowerId);
  expect(await work('list')).toBe('No ticket waits for an answer.');
});

test.each([
  [['show', '77'], 'There is no complaint and no open change of number with ticket 77.'],
  [['look', '77'], 'Ticket 77 is not a complaint that waits to be looked at.'],
  [['answer', '77', 'Yes.'], 'Ticket 77 is no complaint that waits for an answer.'],
  [['answer', '77', ' '], 'Please give an answer of at most 2,000 characters.'],
  [
    ['change-number', '77', 'decline', 'no NRC'],
    'Ticket 77 is no change of number that waits for a decision.',
  ],
  [
    ['change-number', '77', 'approve', 'NRC seen'],
    'Ticket 77 is no change of number that waits for a decision.',
  ],
  [['change-number', '77', 'approve', ''], 'Please give a reason of 3 to 200 characters.'],
  [['change-number', '77', 'perhaps'], 'Say what to do: npm run complaints'],
  [['answer', 'first', 'Yes.'], 'Say what to do: npm run complaints'],
  [['show', '7.7e1'], 'Say what to do: npm run complaints'],
  [['burn', '77'], 'Say what to do: npm run complaints'],
])('%j is refused in one sentence', async (words, sentence) => {
  const { done, lines } = await answerTo(...words);
  expect(done).toBe(false);
  expect(lines.join('\n')).toContain(sentence);
});
