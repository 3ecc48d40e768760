import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type StaffMember, signInAgain } from '../../../test/staff-client.ts';
import {
  begin,
  CALLABLE_DAYS_LATE,
  check,
  type Debtor,
  debtorOf,
  end,
  FACTS,
  hireCollectors,
  TERM_DAYS,
} from './arrears.test-support.ts';

let server: AppServer;
let bwalya: StaffMember;
let natasha: StaffMember;
let head: StaffMember;
const debtors: Debtor[] = [];
beforeAll(async () => {
  server = await startAppServer();
  ({ bwalya, natasha, head } = await hireCollectors(server));
  for (let count = 0; count < 13; count += 1) debtors.push(await debtorOf(server));
  await server.passDays(TERM_DAYS + CALLABLE_DAYS_LATE);
});
afterAll(() => server.stop());

/** The link of a reminder as the borrower gets it, and as staff read it. */
const LINK = /\/qp\?code=[\w-]{22}/;
const LINK_TO_STAFF = '/qp?code=…';

const nextDebtor = () => debtors.pop()!;
const read = (loanId: number, by = bwalya) =>
  by.client.call('readArrears', { params: { loanId } } as never).then(({ data }) => data);

test('the number is shown in full to the person who begins a call, and masked before it', async () => {
  const { borrower, loanId } = nextDebtor();
  const before = await read(loanId);
  expect(before.maskedMobile).toMatch(/^\d{3} \*{4} \d{3}$/);
  expect(before.maskedName).toMatch(/^\w\*{4} M\*{4}$/);
  expect(before.next).toEqual({ kind: 'call', untilOn: null });
  const begun = await begin(bwalya, loanId);
  expect(begun.data.mobile).toBe(borrower.mobile);
  expect((await begin(bwalya, loanId)).data).toEqual(begun.data);
  expect((await read(loanId)).openCall).toMatchObject({ isOwn: true, isIdentified: false, triesLeft: 3 });
});

test('of two people who begin a call at once one calls, and the other is told who', async () => {
  const { loanId } = nextDebtor();
  const answers = await Promise.all([begin(bwalya, loanId), begin(natasha, loanId)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  const told = answers.find(({ code }) => code === 409)!;
  expect(told.reason).toBe('being_called');
  expect(told.msg).toMatch(/^Person (bwalya|natasha) is calling this borrower now\.$/);
});

test('two right facts show the right person, one wrong fact does not, and there are three tries', async () => {
  const { loanId } = nextDebtor();
  const { callId } = (await begin(bwalya, loanId)).data;
  const of = { loanId, callId };
  const wrong = { ...FACTS, birthDate: '1990-05-15' };
  expect((await check(bwalya, of, wrong)).data).toEqual({ isRight: false, triesLeft: 2 });
  expect(await check(bwalya, of, { lastName: FACTS.lastName })).toMatchObject({ code: 400 });
  expect((await check(bwalya, of, { lastName: 'mwanza', birthDate: FACTS.birthDate })).data.isRight).toBe(
    false,
  );
  expect(await check(natasha, of)).toMatchObject({ code: 409, reason: 'call_over' });
  expect((await check(bwalya, of, wrong)).data).toEqual({ isRight: false, triesLeft: 0 });
  expect(await check(bwalya, of)).toMatchObject({ code: 409, reason: 'no_tries' });
  const debt = await end(bwalya, of, { outcome: 'discussed' });
  expect(debt).toMatchObject({ code: 409, reason: 'not_identified' });
  expect(await end(bwalya, of, { outcome: 'other_person', note: 'A cousin answered.' })).toMatchObject({
    code: 200,
  });
  expect((await read(loanId)).calls).toMatchObject([
    { outcome: 'other_person', isIdentified: false, note: 'A cousin answered.', by: 'Person bwalya' },
  ]);
  const entries = await server.query(
    `select detail::text from staff_audit where call = 'checkRightPerson' and outcome = 'done'`,
  );
  expect(JSON.stringify(entries)).not.toMatch(/1990|Mwan|mwan/);
});

test('the database refuses an outcome about a debt where the right person was not checked, and a second outcome', async () => {
  const { loanId } = nextDebtor();
  const { callId } = (await begin(bwalya, loanId)).data;
  const write = (outcome: string) =>
    server.query('update arrears_call set outcome = $2, ended_at = now() where call_id = $1', [
      callId,
      outcome,
    ]);
  await expect(write('promised')).rejects.toMatchObject({ constraint: 'arrears_call_right_person' });
  expect(await end(bwalya, { loanId, callId }, { outcome: 'call_back' })).toMatchObject({ code: 200 });
  await expect(write('hung_up')).rejects.toMatchObject({ constraint: 'arrears_call_ends_once' });
  expect(await end(bwalya, { loanId, callId }, { outcome: 'hung_up' })).toMatchObject({
    reason: 'call_over',
  });
});

test('the third call of a day is refused, also where no call was answered', async () => {
  const { loanId } = nextDebtor();
  for (let count = 0; count < 2; count += 1) {
    const { callId } = (await begin(bwalya, loanId)).data;
    await end(bwalya, { loanId, callId }, { outcome: 'not_answered' });
  }
  const third = await begin(natasha, loanId);
  expect(third).toMatchObject({ code: 409, reason: 'called_enough_today' });
  const shown = await read(loanId);
  expect(shown.contact).toMatchObject({ refusal: third.msg, callsToday: 2 });
  expect(shown.next).toEqual({ kind: 'wait_for_contact', untilOn: '2026-12-26' });
  const message = await bwalya.client.call('sendArrearsMessage', {
    params: { loanId },
    body: { kind: 'reminder_call_us' },
  } as never);
  expect(message).toMatchObject({ code: 409, reason: 'called_enough_today' });
});

test('an answered call counts with the reminders: the fourth contact in seven days is refused', async () => {
  const { loanId } = nextDebtor();
  const { callId } = (await begin(bwalya, loanId)).data;
  await end(bwalya, { loanId, callId }, { outcome: 'call_back' });
  expect(await begin(bwalya, loanId)).toMatchObject({ code: 409, reason: 'contacted_enough' });
  expect((await read(loanId)).contact).toMatchObject({ contacts: 3, mostContacts: 3, inDays: 7 });
});

test('a message of the list is sent once a day, with a link whose code staff do not read, and counts as a contact', async () => {
  const { borrower, loanId } = nextDebtor();
  const send = () =>
    bwalya.client.call('sendArrearsMessage', {
      params: { loanId },
      body: { kind: 'reminder_ways_out' },
    } as never);
  const { messages } = await read(loanId);
  const shown = messages.find(({ kind }) => kind === 'reminder_ways_out')!.text;
  expect(shown).toContain(LINK_TO_STAFF);
  expect(await send()).toMatchObject({ code: 200 });
  expect(await send()).toMatchObject({ code: 409 });
  const onPhone = async () =>
    (await server.handset.phone(borrower.mobile)).messages
      .filter(({ text }) => LINK.test(text))
      .map(({ text }) => text.replace(LINK, LINK_TO_STAFF));
  await expect.poll(onPhone, { timeout: 30_000 }).toContain(shown);
  const listed = await head.client.call('listBorrowerMessages', {
    params: { borrowerId: borrower.borrowerId },
  });
  const reminders = listed.data.items.map(({ text }) => text).filter((text) => text.includes('/qp'));
  expect(reminders).toHaveLength(4);
  for (const text of reminders) expect(text).toContain(LINK_TO_STAFF);
  expect((await read(loanId)).contact.contacts).toBe(3);
});

test('a loan that the borrower disputes in a call becomes a complaint, and holds contact back until it is answered', async () => {
  const { borrower, loanId } = nextDebtor();
  const { callId } = (await begin(bwalya, loanId)).data;
  const of = { loanId, callId };
  await check(bwalya, of);
  expect(await end(bwalya, of, { outcome: 'disputes' })).toMatchObject({
    code: 400,
    reason: 'dispute_missing',
  });
  const note = 'Says that the fee of K90 was never agreed.';
  const { data } = await end(bwalya, of, { outcome: 'disputes', note });
  const tickets = await borrower.ask('listTickets', { query: {} });
  expect(tickets.items).toMatchObject([
    { ticketNo: String(data.ticketId), topic: 'other', orderId: loanId, text: note },
  ]);
  expect(await begin(natasha, loanId)).toMatchObject({ code: 409, reason: 'loan_disputed' });
  const written = await server.query('select actor from complaint_event where ticket_id = $1', [
    data.ticketId,
  ]);
  expect(written).toEqual([{ actor: 'staff:bwalya' }]);
});

test('a wrong number stops all contact, and another person ends the stop', async () => {
  const { borrower, loanId } = nextDebtor();
  const { callId } = (await begin(bwalya, loanId)).data;
  await end(bwalya, { loanId, callId }, { outcome: 'wrong_number' });
  expect(await begin(natasha, loanId)).toMatchObject({ code: 409, reason: 'contact_stopped' });
  await server.passDays(2);
  const reminders = await server.query(
    `select on_day from reminder where borrower_id = $1 and on_day > '2026-12-25'`,
    [borrower.borrowerId],
  );
  expect(reminders).toEqual([]);
  const body = { kind: 'wrong_number', reason: 'the borrower called us' };
  const endBy = (member: StaffMember) =>
    member.client.call('endContactStop', { params: { loanId }, body } as never);
  expect(await endBy(bwalya)).toMatchObject({ code: 409, reason: 'own_stop' });
  await expect(
    server.query(
      `update contact_stop set ended_by = 'unverified:Bwalya', ended_at = now(), end_note_sealed = ''`,
    ),
  ).rejects.toMatchObject({ constraint: 'contact_stop_ended_by_another' });
  expect(await endBy(head)).toMatchObject({ code: 200 });
  expect(await endBy(head)).toMatchObject({ code: 409, reason: 'not_stopped' });
  expect((await read(loanId)).stops).toEqual([]);
});

test('a call that was left open for half an hour is ended by the next person, and counts as a contact', async () => {
  const { loanId } = nextDebtor();
  await begin(bwalya, loanId);
  server.clock.advance({ minutes: 30 });
  const again = { ...natasha, client: await signInAgain(server, natasha) };
  expect(await begin(again, loanId)).toMatchObject({ code: 409, reason: 'contacted_enough' });
  expect((await read(loanId, again)).calls).toMatchObject([{ outcome: 'left_open', by: 'Person bwalya' }]);
});

/** While the clock goes on, a person who does nothing is signed out. */
async function signBwalyaInAgain(): Promise<void> {
  bwalya = { ...bwalya, client: await signInAgain(server, bwalya) };
}

test('a call that was left open for half an hour is over for its own person too', async () => {
  await signBwalyaInAgain();
  const { loanId } = nextDebtor();
  const { callId } = (await begin(bwalya, loanId)).data;
  expect(await check(bwalya, { loanId, callId })).toMatchObject({ data: { isRight: true } });
  server.clock.advance({ minutes: 28 });
  await signBwalyaInAgain();
  expect((await begin(bwalya, loanId)).data.callId).toBe(callId);
  server.clock.advance({ minutes: 2 });
  expect(await read(loanId)).toMatchObject({ openCall: null, calls: [{ callId, outcome: 'left_open' }] });
  expect(await end(bwalya, { loanId, callId }, { outcome: 'discussed' })).toMatchObject({
    code: 409,
    reason: 'call_over',
  });
  expect(await begin(bwalya, loanId)).toMatchObject({ code: 409, reason: 'contacted_enough' });
  const rows = await server.query('select outcome from arrears_call where call_id = $1', [callId]);
  expect(rows).toEqual([{ outcome: 'left_open' }]);
});

test('in a call that was left open for half an hour no facts are compared any more', async () => {
  await signBwalyaInAgain();
  const { loanId } = nextDebtor();
  const { callId } = (await begin(bwalya, loanId)).data;
  server.clock.advance({ minutes: 30 });
  await signBwalyaInAgain();
  expect(await check(bwalya, { loanId, callId })).toMatchObject({ code: 409, reason: 'call_over' });
});

test('where contact is stopped in a call, its number is not shown again, and the call is ended as before', async () => {
  const { loanId } = nextDebtor();
  const { callId } = (await begin(bwalya, loanId)).data;
  await bwalya.client.call('stopArrearsContact', {
    params: { loanId },
    body: { kind: 'vulnerable', reason: 'ill in hospital' },
  } as never);
  expect(await begin(bwalya, loanId)).toMatchObject({ code: 409, reason: 'contact_stopped' });
  expect(await end(bwalya, { loanId, callId }, { outcome: 'call_back' })).toMatchObject({ code: 200 });
});
