import { addDays, day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, apply, PATIENCE, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { answerComplaint, lookAtComplaint } from './commands.ts';
import { listWaitingTickets } from './queries.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const desk = () => ({ ...server, today: () => day(server.today()) });
const complain = (borrower: AppBorrower, text: string, orderId?: number) =>
  borrower.call('writeComplaint', { body: { topic: 'cost', text, ...(orderId ? { orderId } : {}) } });
const smsOf = async ({ mobile }: AppBorrower) =>
  (await server.handset.phone(mobile)).messages.map(({ text }) => text);

test('the lender says who they are to anybody', async () => {
  expect(await server.newClient().ask('getLender', {})).toEqual({
    name: 'Thumba Demo Lender',
    licence: 'Demonstration only: no licence, no real money',
    phone: '0211 000 000',
    hours: 'Monday to Friday 08:00–17:00, Saturday 08:00–12:00',
    complaintAnswerDays: 10,
    keptYears: 10,
    operators: ['MTN', 'Airtel'],
    payMenus: [],
    collectionAgencies: [],
  });
});

describe('a complaint', () => {
  test('keeps the letters of every script and emoji, and no control characters', async () => {
    const borrower = await signIn(server);
    const { ticketNo } = await borrower.ask('writeComplaint', {
      body: {
        topic: 'app',
        text: 'مرحبا 😀\u0000\u001b[2J\u202eline one\r\nline two\u009b31m\u2066\u200f\u200b',
      },
    });
    const { text } = await borrower.ask('getTicket', { params: { ticketNo } });
    expect(text).toBe('مرحبا 😀[2Jline one\nline two31m');
    expect(await complain(borrower, '\u0007'.repeat(20))).toMatchObject({ code: 400 });
  });

  test('gets a ticket, is confirmed by SMS, looked at, answered and closed, and keeps who did what', async () => {
    const borrower = await signUp(server);
    const { orderId } = await apply(borrower);
    const text = 'The fee was higher than you said.\nPlease look at it.';
    const { ticketNo, answerDueOn } = await borrower.ask('writeComplaint', {
      body: { topic: 'cost', text: `  ${text} `, orderId },
    });
    expect(answerDueOn).toBe(addDays(day(server.today()), 10));
    const read = () => borrower.ask('getTicket', { params: { ticketNo } });
    expect(await read()).toEqual({
      ticketNo,
      kind: 'complaint',
      state: 'open',
      on: server.today(),
      at: '2026-11-21T08:00:00.000Z',
      topic: 'cost',
      orderId,
      text,
      answerDueOn,
    });
    await expect
      .poll(() => smsOf(borrower), PATIENCE)
      .toContain(
        `We have your message, ticket ${ticketNo}. A person answers it by 1 December. See it in the app, under Help.`,
      );

    const ticketId = Number(ticketNo);
    expect(await borrower.call('closeTicket', { params: { ticketNo } })).toMatchObject({ code: 409 });
    expect(await lookAtComplaint(desk(), { ticketId, staffName: 'mary' })).toBe(true);
    expect(await lookAtComplaint(desk(), { ticketId, staffName: 'mary' })).toBe(false);
    expect((await read()).state).toBe('looked_at');
    const answered = { ticketId, answer: ' We took K10 back. ', staffName: 'mary' };
    expect(await answerComplaint(desk(), answered)).toEqual({ ok: true, value: null });
    expect(await answerComplaint(desk(), answered)).toEqual({
      ok: false,
      refusal: { kind: 'no_open_complaint' },
    });
    expect(await read()).toMatchObject({
      state: 'answered',
      answer: 'We took K10 back.',
      answeredOn: server.today(),
    });
    await expect
      .poll(() => smsOf(borrower), PATIENCE)
      .toContain(`We answered your complaint, ticket ${ticketNo}. Please read it in the app, under Help.`);
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await borrower.ask('closeTicket', { params: { ticketNo } })).toMatchObject({ state: 'closed' });
    }
    const events = await server.query(
      'select kind, actor from complaint_event where ticket_id = $1 order by recorded_at, kind',
      [ticketId],
    );
    expect(Object.fromEntries(events.map(({ kind, actor }) => [kind, actor]))).toEqual({
      written: 'borrower',
      looked_at: 'staff:mary',
      answered: 'staff:mary',
      closed: 'borrower',
    });
    await expect(server.query('delete from complaint_event')).rejects.toThrow('append-only');
  });

  test('can ask for new dates, which staff sees as its topic', async () => {
    const borrower = await signUp(server);
    const { orderId } = await apply(borrower);
    const { ticketNo } = await borrower.ask('writeComplaint', {
      body: { topic: 'new_dates', text: 'I can pay K300 on 15 January.', orderId },
    });
    expect(await borrower.ask('getTicket', { params: { ticketNo } })).toMatchObject({
      topic: 'new_dates',
      orderId,
    });
    expect(await listWaitingTickets(server.db)).toContainEqual(
      expect.objectContaining({ ticket_id: Number(ticketNo), topic: 'new_dates', loan_id: orderId }),
    );
  });

  test('that arrives fifty times at once is one ticket and one SMS', async () => {
    const borrower = await signIn(server);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => complain(borrower, 'Nobody picks up the phone.')),
    );
    expect(new Set(answers.map(({ data }) => data?.ticketNo)).size).toBe(1);
    expect((await borrower.ask('listMessages', { query: {} })).total).toBe(1);
  });

  test('of fifty different ones at once five are taken, and tomorrow the next', async () => {
    const borrower = await signIn(server);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => complain(borrower, `Complaint number ${index}`)),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(5);
    const refused = answers.find(({ code }) => code !== 200);
    expect(refused).toMatchObject({
      code: 429,
      msg: 'You can send 5 complaints a day. Please try again in 14 hours, or call us.',
      data: { retryAfterSeconds: 14 * 3600 },
    });
    // A complaint of today is still found by an equal text.
    const taken = answers.findIndex(({ code }) => code === 200);
    expect(await complain(borrower, `Complaint number ${taken}`)).toEqual(answers[taken]);
    expect((await borrower.ask('listTickets', { query: {} })).total).toBe(5);
    await server.passDays(1);
    expect(await complain(borrower, 'Complaint of tomorrow')).toMatchObject({ code: 200 });
  });

  test.each([
    [
      'no words',
      { topic: 'cost', text: '   ' },
      'text',
      'Please tell us what happened, in a sentence or two',
    ],
    ['too many', { topic: 'cost', text: 'a'.repeat(1001) }, 'text', 'Please use at most 1,000 characters'],
    ['no topic', { text: 'Nobody picks up the phone.' }, 'topic', 'Please choose what it is about'],
  ])('with %s is refused in words', async (_, body, field, message) => {
    const borrower = await signIn(server);
    expect(await borrower.call('writeComplaint', { body: body as never })).toMatchObject({
      code: 400,
      msg: message,
      data: { fields: { [field]: message } },
    });
  });
});

test('tickets of every kind stand in one list, the newest first, in pages and for nobody else', async () => {
  const [borrower, other] = await Promise.all([signUp(server), signIn(server)]);
  await borrower.ask('claimPayment', { body: { reference: '7700000001' } });
  await complain(borrower, 'Nobody picks up the phone.');
  const newMobile = server.newMobile('airtel');
  await borrower.ask('sendMobileChangeCode', { body: { mobile: newMobile } });
  const newCaptcha = await server.handset.waitForCode(newMobile);
  const { ticketNo } = await borrower.ask('requestMobileChange', { body: { mobile: newMobile, newCaptcha } });
  const { total, items } = await borrower.ask('listTickets', { query: {} });
  expect(total).toBe(3);
  expect(items.map(({ kind, state, text }) => [kind, state, text])).toEqual([
    ['number_change', 'open', `${newMobile.slice(0, 3)} **** ${newMobile.slice(7)}`],
    ['complaint', 'open', 'Nobody picks up the phone.'],
    ['payment_claim', 'open', '7700000001'],
  ]);
  expect(items[0]!.ticketNo).toBe(ticketNo);
  const second = await borrower.ask('listTickets', { query: { page: 2, pageSize: 2 } });
  expect(second.items).toEqual([items[2]]);
  expect(await other.ask('listTickets', { query: {} })).toEqual({ total: 0, items: [] });
  const nothing = await other.call('getTicket', { params: { ticketNo: '999999999' } });
  for (const { ticketNo: theirs } of items) {
    expect(await other.call('getTicket', { params: { ticketNo: theirs } })).toEqual(nothing);
    expect(await other.call('closeTicket', { params: { ticketNo: theirs } })).toEqual(nothing);
  }
});

test("another borrower's order is no order, and nothing is written", async () => {
  const [borrower, other] = await Promise.all([signUp(server), signIn(server)]);
  const { orderId } = await apply(borrower);
  expect(await complain(other, 'This loan is not mine.', orderId)).toEqual(
    await complain(other, 'This loan is not mine.', 987_654_321),
  );
  expect((await other.ask('listTickets', { query: {} })).total).toBe(0);
});

test('every SMS but the codes is listed among the messages', async () => {
  const borrower = await signUp(server);
  await apply(borrower);
  const written = await complain(borrower, 'The money has not come.');
  const ticketId = Number(written.data!.ticketNo);
  await answerComplaint(desk(), { ticketId, answer: 'It has now.', staffName: 'mary' });
  const { messages } = await expect
    .poll(() => server.handset.phone(borrower.mobile), PATIENCE)
    .toSatisfy(
      (phone) =>
        phone.messages.filter(({ text }: { text: string }) => /approved|was sent|ticket/.test(text))
          .length === 4,
    )
    .then(() => server.handset.phone(borrower.mobile));
  const sent = messages.filter(
    ({ from, text }) => from === 'THUMBA' && !text.includes('is your Thumba code'),
  );
  const { items } = await borrower.ask('listMessages', { query: {} });
  expect(items.map(({ text }) => text).sort()).toEqual(sent.map(({ text }) => text).sort());
});

test('neither the text of a complaint nor its answer is kept in the clear or logged', async () => {
  const borrower = await signIn(server);
  const [words, answer] = ['Zungulukani canary complains.', 'Zungulukani canary is answered.'];
  const { data } = await complain(borrower, words);
  await answerComplaint(desk(), { ticketId: Number(data!.ticketNo), answer, staffName: 'mary' });
  expect(await borrower.ask('getTicket', { params: { ticketNo: data!.ticketNo } })).toMatchObject({
    text: words,
    answer,
  });
  expect(secretsIn(await dumpDatabase(server.owner), ['Zungulukani'])).toEqual([]);
  expect(server.logLines.join('')).not.toContain('Zungulukani');
});
