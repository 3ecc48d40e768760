import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, borrow, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember, signInAgain } from '../../../test/staff-client.ts';

let server: AppServer;
let support: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const office = await openOffice(server);
  const people = { maker: office.first, checker: office.second };
  support = await hire(server, people, { userName: 'thandiwe', roles: ['support'] });
  head = await hire(server, people, { userName: 'chanda', roles: ['head_of_operations'] });
});
afterAll(() => server.stop());

const TEXT = 'I paid twice and the app shows one payment.';

async function complain(): Promise<{ borrower: AppBorrower; ticketId: number }> {
  const borrower = await signIn(server);
  const { ticketNo } = await borrower.ask('writeComplaint', { body: { topic: 'payment', text: TEXT } });
  return { borrower, ticketId: Number(ticketNo) };
}

async function askToMove() {
  const borrower = await signUp(server);
  const next = server.newMobile();
  await borrower.ask('sendMobileChangeCode', { body: { mobile: next } });
  const newCaptcha = await server.handset.waitForCode(next);
  const { ticketNo } = await borrower.ask('requestMobileChange', { body: { mobile: next, newCaptcha } });
  return { borrower, next, ticketId: Number(ticketNo) };
}

test('a complaint waits with its clock, is looked at, and the borrower reads the answer', async () => {
  const { borrower, ticketId } = await complain();
  const { client } = support;
  const { data } = await client.call('listWaitingTickets', { query: { pageSize: 100 } });
  expect(data.items.find((one) => one.ticketId === ticketId)).toMatchObject({
    kind: 'complaint',
    state: 'open',
    topic: 'payment',
    writtenOn: '2026-11-21',
    answerDueOn: '2026-12-01',
    escalatesOn: '2026-12-06',
  });
  await client.call('lookAtComplaint', { params: { ticketId } });
  expect(await borrower.ask('getTicket', { params: { ticketNo: String(ticketId) } })).toMatchObject({
    state: 'looked_at',
  });
  const answer = 'We found the second payment and put it into your wallet.';
  expect(await client.call('answerComplaint', { params: { ticketId }, body: { answer } })).toMatchObject({
    code: 200,
  });
  expect(await borrower.ask('getTicket', { params: { ticketNo: String(ticketId) } })).toMatchObject({
    state: 'answered',
    answer,
  });
  const read = await client.call('readTicket', { params: { ticketId } });
  expect(read.data).toMatchObject({
    text: TEXT,
    answer,
    history: [
      { what: 'written', by: 'borrower' },
      { what: 'looked_at', by: 'Person thandiwe' },
      { what: 'answered', by: 'Person thandiwe' },
    ],
  });
  expect(read.data.regulator).toMatch(/^Bank of Zambia, .*Lusaka$/);
});

test('a stale page that answers again is told, and the first answer stays', async () => {
  const { borrower, ticketId } = await complain();
  const params = { ticketId };
  await support.client.call('answerComplaint', { params, body: { answer: 'The first answer.' } });
  const again = await head.client.call('answerComplaint', { params, body: { answer: 'Another answer.' } });
  expect(again).toMatchObject({ code: 409, reason: 'no_open_complaint' });
  expect(await borrower.ask('getTicket', { params: { ticketNo: String(ticketId) } })).toMatchObject({
    answer: 'The first answer.',
  });
});

test('a look at a complaint is in the audit with its borrower', async () => {
  const { borrower, ticketId } = await complain();
  await support.client.call('readTicket', { params: { ticketId } });
  const entries = await server.query(
    `select actor, call, outcome, subject_kind, subject_id::integer from staff_audit where borrower_id = $1`,
    [borrower.borrowerId],
  );
  expect(entries).toEqual([
    {
      actor: 'staff:thandiwe',
      call: 'readTicket',
      outcome: 'shown',
      subject_kind: 'ticket',
      subject_id: ticketId,
    },
  ]);
});

test('a complaint of a declared relative is closed to that person, and the refusal is in the audit', async () => {
  const { borrower, ticketId } = await complain();
  await head.client.call('declareRelation', { body: { relation: 'relative', mobile: borrower.mobile } });
  const answer = { params: { ticketId }, body: { answer: 'An answer to a relative.' } };
  expect(await head.client.call('answerComplaint', answer)).toMatchObject({ code: 403, reason: 'related' });
  expect(await head.client.call('readTicket', { params: { ticketId } })).toMatchObject({ code: 403 });
  const entries = await server.query(
    `select call, outcome, detail from staff_audit where borrower_id = $1 and actor = 'staff:chanda' order by entry_id`,
    [borrower.borrowerId],
  );
  expect(entries).toEqual([
    { call: 'answerComplaint', outcome: 'refused', detail: { reason: 'related' } },
    { call: 'readTicket', outcome: 'refused', detail: { reason: 'related' } },
  ]);
});

test('a number moves by two people: one asks, another one approves, and the borrower signs in with it', async () => {
  const { borrower, next, ticketId } = await askToMove();
  const asked = await support.client.call('askForMobileChange', {
    params: { ticketId },
    body: { reason: 'called both numbers' },
  });
  expect(asked.code).toBe(200);
  const { requestId } = asked.data;
  const openRequest = async () =>
    (await head.client.call('readTicket', { params: { ticketId } })).data.openRequest;
  expect(await openRequest()).toEqual({
    requestId,
    madeBy: { staffId: support.staffId, userName: 'thandiwe', name: 'Person thandiwe' },
    madeAt: expect.any(String),
  });
  expect(
    await support.client.call('answerRequest', {
      params: { requestId },
      body: { answer: 'approve', reason: 'mine' },
    }),
  ).toMatchObject({ code: 403 });
  expect(
    (await server.query('select state from mobile_change_request where ticket_id = $1', [ticketId]))[0].state,
  ).toBe('open');
  const shown = await head.client.call('getRequest', { params: { requestId } });
  expect(shown.data.effect).toMatchObject([
    { title: 'Mobile number' },
    { title: 'Sessions of the borrower' },
  ]);
  expect(JSON.stringify(shown.data)).not.toContain(next);
  const approved = await head.client.call('answerRequest', {
    params: { requestId },
    body: { answer: 'approve', reason: 'the voice is right' },
  });
  expect(approved.data).toMatchObject({ state: 'done' });
  expect(await openRequest()).toBeNull();
  const [event] = await server.query(
    `select actor from mobile_change_event where borrower_id = $1 and kind = 'changed'`,
    [borrower.borrowerId],
  );
  expect(event).toEqual({ actor: 'staff:thandiwe' });
  expect((await signIn(server, next)).borrowerId).toBe(borrower.borrowerId);
});

test('a change of the number is declined by one person, and the borrower reads why', async () => {
  const { borrower, ticketId } = await askToMove();
  const { data } = await support.client.call('readTicket', { params: { ticketId } });
  expect(data.openRequest).toBeNull();
  const declined = await support.client.call('declineMobileChange', {
    params: { ticketId },
    body: { reason: 'Please call us from the old number' },
  });
  expect(declined.code).toBe(200);
  expect(await borrower.ask('getTicket', { params: { ticketNo: String(ticketId) } })).toMatchObject({
    state: 'closed',
    answer: 'Please call us from the old number',
  });
  const again = await support.client.call('askForMobileChange', {
    params: { ticketId },
    body: { reason: 'again' },
  });
  expect(again).toMatchObject({ code: 409, reason: 'no_open_request' });
});

test('the ticket and the page of the borrower say that a loan is disputed, until the answer', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  const { ticketNo } = await borrower.ask('writeComplaint', {
    body: { topic: 'payment', orderId, text: TEXT },
  });
  const ticketId = Number(ticketNo);
  const { borrowerId } = borrower;
  const seen = async () => {
    const ticket = await support.client.call('readTicket', { params: { ticketId } });
    const page = await support.client.call('getBorrower', { params: { borrowerId } });
    return [ticket.data.isLoanDisputed, page.data.disputedLoans];
  };
  expect(await seen()).toEqual([true, [orderId]]);
  await support.client.call('answerComplaint', {
    params: { ticketId },
    body: { answer: 'We have found it.' },
  });
  expect(await seen()).toEqual([false, []]);
});

test('a complaint without an answer is late after 10 days, and for the managing director from the 15th', async () => {
  const { ticketId } = await complain();
  const clockAfter = async (days: number) => {
    await server.passDays(days);
    const client = await signInAgain(server, support);
    return (await client.call('readTicket', { params: { ticketId } })).data.clock;
  };
  expect(await clockAfter(10)).toBe('in_time');
  expect(await clockAfter(1)).toBe('late');
  expect(await clockAfter(4)).toBe('escalated');
});
