import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';

let server: AppServer;
let support: StaffMember;
let finance: StaffMember;
let collector: StaffMember;
let head: StaffMember;
let mutinta: AppBorrower;
let orderId: number;
beforeAll(async () => {
  server = await startAppServer();
  const office = await openOffice(server);
  const people = { maker: office.first, checker: office.second };
  support = await hire(server, people, { userName: 'thandiwe', roles: ['support'] });
  finance = await hire(server, people, { userName: 'kelvin', roles: ['finance'] });
  collector = await hire(server, people, { userName: 'bwalya', roles: ['collector'] });
  head = await hire(server, people, { userName: 'chanda', roles: ['head_of_operations'] });
  mutinta = await signUp(server, { firstName: 'Mutinta', lastName: 'Hamoonga', idNumber: '345678/61/1' });
  orderId = await borrow(mutinta);
  server.clock.advance({ minutes: 5 });
  await pay(server, mutinta, orderId, { amount: 100 });
});
afterAll(() => server.stop());

const of = ({ borrowerId }: AppBorrower) => ({ params: { borrowerId } });

describe('the page of a borrower', () => {
  test('shows who it is masked, and in full to those who may, with each look in the audit', async () => {
    const { data } = await finance.client.call('getBorrower', of(mutinta));
    expect(data).toMatchObject({
      maskedName: 'M**** H****',
      maskedMobile: `${mutinta.mobile.slice(0, 3)} **** ${mutinta.mobile.slice(7)}`,
      maskedIdNumber: '34****/61/1',
      block: null,
      latestLoan: { loanId: orderId, state: 'active' },
      openRequests: [],
      counts: { loans: 1, tickets: 0, notes: 0 },
    });
    expect(JSON.stringify(data)).not.toMatch(/Mutinta|Hamoonga|345678/);
    const refused = await finance.client.call('unmaskBorrower', of(mutinta));
    expect(refused).toMatchObject({ code: 403, reason: 'not_permitted' });
    const full = await support.client.call('unmaskBorrower', of(mutinta));
    expect(full.data).toMatchObject({
      mobile: mutinta.mobile,
      firstName: 'Mutinta',
      lastName: 'Hamoonga',
      idNumber: '345678/61/1',
    });
    const looks = await server.query(
      `select actor, call, outcome from staff_audit where borrower_id = $1 order by entry_id`,
      [mutinta.borrowerId],
    );
    expect(looks).toEqual([
      { actor: 'staff:kelvin', call: 'getBorrower', outcome: 'shown' },
      { actor: 'staff:thandiwe', call: 'unmaskBorrower', outcome: 'shown' },
    ]);
  });

  test('has the loans, payments, messages, wallet, tickets and events that the tables have', async () => {
    const { client } = support;
    const loans = await client.call('listBorrowerLoans', of(mutinta));
    const { order } = await mutinta.ask('getMyLoanInfo', {});
    expect(loans.data).toMatchObject({
      total: 1,
      items: [{ loanId: orderId, state: order!.status, toRepay: order!.remaining, dueOn: order!.dueDate }],
    });
    const payments = await client.call('listBorrowerPayments', of(mutinta));
    const [{ count }] = await server.query(
      'select count(*)::integer as count from payment_attempt where borrower_id = $1',
      [mutinta.borrowerId],
    );
    expect(payments.data.total).toBe(count);
    expect(payments.data.items[0]).toMatchObject({ purpose: 'repayment', state: 'succeeded', amount: 100 });
    const messages = await client.call('listBorrowerMessages', of(mutinta));
    const own = await mutinta.ask('listMessages', { query: {} });
    expect(messages.data.items.map(({ text }) => text)).toEqual(own.items.map(({ text }) => text));
    expect((await client.call('readBorrowerWallet', of(mutinta))).data).toMatchObject({
      balance: 0,
      total: 0,
    });
    expect((await client.call('listBorrowerTickets', of(mutinta))).data.total).toBe(0);
    await server.app.securityLog.flush();
    const events = await client.call('listBorrowerEvents', of(mutinta));
    expect(events.data.items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['sign_in', 'identity_confirmed', 'loan_repaid']),
    );
    const devices = await client.call('readBorrowerDevices', of(mutinta));
    expect(devices.data.sessions).toHaveLength(1);
  });

  test('keeps notes that staff read and the borrower does not', async () => {
    const text = 'Called: pays on Friday, after payday.\nWill call again.';
    const { code } = await finance.client.call('writeBorrowerNote', { ...of(mutinta), body: { text } });
    expect(code).toBe(200);
    const { data } = await support.client.call('listBorrowerNotes', of(mutinta));
    expect(data).toMatchObject({ total: 1, items: [{ text, by: 'Person kelvin' }] });
    const [row] = await server.query('select text_sealed from borrower_note where borrower_id = $1', [
      mutinta.borrowerId,
    ]);
    expect(row.text_sealed.toString('latin1')).not.toContain('payday');
    const empty = await finance.client.call('writeBorrowerNote', { ...of(mutinta), body: { text: ' ' } });
    expect(empty.code).toBe(400);
  });

  test('of a number that no borrower has is not found', async () => {
    const params = { borrowerId: 999_999 };
    expect(await support.client.call('getBorrower', { params })).toMatchObject({ code: 404 });
  });
});

describe('a block', () => {
  const block = (
    member: StaffMember,
    borrower: AppBorrower,
    reason: 'phone_lost' | 'suspicion' = 'phone_lost',
  ) =>
    member.client.call('blockBorrower', {
      ...of(borrower),
      body: { reason, note: 'called from another phone' },
    });

  async function lastMessage(borrower: AppBorrower): Promise<string> {
    const { items } = await borrower.ask('listMessages', { query: {} });
    return items[0]!.text;
  }

  test('closes the account for new loans at once, and the borrower reads why', async () => {
    const borrower = await signUp(server);
    expect(await block(support, borrower)).toMatchObject({ code: 200 });
    expect(await lastMessage(borrower)).toBe(
      'Your account is closed for new loans because your phone or SIM card was lost. You can still repay. Call 0211 000 000 when you have it again.',
    );
    expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({ userStatus: 7 });
    const { data } = await head.client.call('getBorrower', of(borrower));
    expect(data.block).toMatchObject({
      reason: 'phone_lost',
      by: 'Person thandiwe',
      note: 'called from another phone',
    });
    expect(await block(head, borrower)).toMatchObject({ code: 409, reason: 'blocked_already' });
  });

  test('is shown to staff before it is confirmed, in the words that the borrower then reads', async () => {
    const borrower = await signUp(server);
    const { data } = await support.client.call('getBorrower', of(borrower));
    await block(support, borrower);
    expect(data.blockMessages.phone_lost).toBe(await lastMessage(borrower));
    expect(data.blockMessages.suspicion).toBe(data.blockMessages.other);
  });

  test('for a suspicion is told without it', async () => {
    const borrower = await signUp(server);
    await block(support, borrower, 'suspicion');
    expect(await lastMessage(borrower)).toBe(
      'Your account is closed for new loans. You can still repay, and your wallet stays yours. Questions? Call 0211 000 000.',
    );
  });

  test('ends by two people, and the borrower can borrow again', async () => {
    const borrower = await signUp(server);
    await block(support, borrower);
    const asked = await support.client.call('askForUnblocking', {
      ...of(borrower),
      body: { reason: 'has a new SIM' },
    });
    const { requestId } = asked.data;
    const answer = (member: StaffMember) =>
      member.client.call('answerRequest', {
        params: { requestId },
        body: { answer: 'approve', reason: 'called back' },
      });
    expect(await answer(support)).toMatchObject({ code: 403 });
    const waits = await support.client.call('getBorrower', of(borrower));
    expect(waits.data.openRequests).toMatchObject([{ requestId, kind: 'unblocking' }]);
    expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({ userStatus: 7 });
    expect((await answer(head)).data).toMatchObject({ state: 'done' });
    expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({ userStatus: 1 });
    expect(await lastMessage(borrower)).toBe(
      'Your account is open again. You can apply for a loan in the app.',
    );
    const events = await support.client.call('listBorrowerEvents', of(borrower));
    expect(events.data.items.find(({ kind }) => kind === 'unblocked')!.by).toMatch(
      /^Person thandiwe, approved by Person \w/,
    );
    const again = await support.client.call('askForUnblocking', {
      ...of(borrower),
      body: { reason: 'once more' },
    });
    expect(again).toMatchObject({ code: 409, reason: 'not_blocked' });
  });

  test('is unblocked by one person in no way, also not in the tables', async () => {
    const borrower = await signUp(server);
    await block(support, borrower);
    const insert = server.query(
      `insert into borrower_block_event (borrower_id, kind, note_sealed, actor, approved_by, recorded_at)
       values ($1, 'unblocked', '', 'staff:thandiwe', 'staff:Thandiwe', now())`,
      [borrower.borrowerId],
    );
    await expect(insert).rejects.toThrow(/borrower_block_event_two_people/);
  });
});

test('a collector opens the page of a loan with its borrower masked, and no page of the borrower', async () => {
  const borrower = await signUp(server, { firstName: 'Mutinta', lastName: 'Hamoonga' });
  const loanId = await borrow(borrower);
  const shown = JSON.stringify(
    await Promise.all(
      (['getLoan', 'listLoanLedger', 'listLoanHistory'] as const).map((name) =>
        collector.client.call(name, { params: { loanId } } as never),
      ),
    ),
  );
  expect(shown).toContain('M**** H****');
  for (const told of ['Mutinta', 'Hamoonga', borrower.mobile]) expect(shown).not.toContain(told);
  const params = { borrowerId: borrower.borrowerId };
  for (const name of [
    'getBorrower',
    'helpCaller',
    'listBorrowerLoans',
    'listBorrowerPayments',
    'listBorrowerMessages',
    'listBorrowerEvents',
    'listBorrowerNotes',
    'readBorrowerDevices',
  ] as const) {
    const { code, reason } = await collector.client.call(name, { params } as never);
    expect([name, code, reason]).toEqual([name, 403, 'not_permitted']);
    expect((await support.client.call(name, { params } as never)).code).toBe(200);
  }
});

// Last, because the sessions of the others end while the clock is moved.
test('a page that asks again is part of the look at which it was opened, for a quarter of an hour', async () => {
  const borrower = await signUp(server);
  const again = { 'Thumba-Console': 'again' };
  const looks = async () => {
    const rows = await server.query(
      'select actor, call from staff_audit where borrower_id = $1 order by entry_id',
      [borrower.borrowerId],
    );
    return rows.map(({ actor, call }) => `${actor} ${call}`);
  };
  const { client } = support;
  await client.call('getBorrower', of(borrower));
  await client.call('getBorrower', of(borrower), again);
  await client.call('getBorrower', of(borrower), { 'Thumba-Console': 'timer' });
  expect(await looks()).toEqual(['staff:thandiwe getBorrower']);
  await client.call('listBorrowerMessages', of(borrower), again);
  await finance.client.call('getBorrower', of(borrower), again);
  await client.call('getBorrower', of(borrower));
  const opened = [
    'staff:thandiwe getBorrower',
    'staff:thandiwe listBorrowerMessages',
    'staff:kelvin getBorrower',
    'staff:thandiwe getBorrower',
  ];
  expect(await looks()).toEqual(opened);
  server.clock.advance({ minutes: 14 });
  await client.call('getBorrower', of(borrower), again);
  expect(await looks()).toEqual(opened);
  server.clock.advance({ minutes: 2 });
  await client.call('getBorrower', of(borrower), again);
  await client.call('getBorrower', of(borrower), again);
  expect(await looks()).toEqual([...opened, 'staff:thandiwe getBorrower']);
});
