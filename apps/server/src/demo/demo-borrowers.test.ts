import { DEFAULT_TENANT } from '@thumba/contract/envelope';
import type { Role } from '@thumba/contract/staff/roles';
import { addDays } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../test/app-server.ts';
import { expectSumsOfArrears, expectSumsOfPayments, expectSumsOfTreasury } from '../../test/list-sums.ts';
import { bringMoneyToWorkOn } from '../../test/money-to-work-on.ts';
import { hire, openOffice, type StaffMember } from '../../test/staff-client.ts';
import { listDemoPeople } from '../demo-people.ts';
import { expectSumsOfLoan } from '../staff/loan/loan-sums.test-support.ts';
import { DEMO_STARTS_DAYS_AGO, demoBorrowers, liveDemoStories } from './demo-borrowers.ts';
import { createHandset } from './handset.ts';

/** As the demo starts for a newcomer: cards are read, and faces are matched. */
const WITH_IDENTITY_CHECKS = { FACE_REQUIRED: 'true', UNCHECKED_IDENTITY_IS_VALID: 'false' };
/** Seven cards and faces, on a machine with other work. */
const LONGEST_START_MS = 400_000;

let server: AppServer;
let kelvin: StaffMember;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer({ settings: WITH_IDENTITY_CHECKS });
  let openedDaysAgo = DEMO_STARTS_DAYS_AGO;
  await liveDemoStories({
    baseUrl: server.url,
    tenant: DEFAULT_TENANT,
    simulatorUrl: `${server.url}/sim`,
    nowMs: server.clock.nowMs,
    areCardsRead: true,
    async openDay(daysAgo) {
      await server.passDays(openedDaysAgo - daysAgo);
      openedDaysAgo = daysAgo;
    },
  });
  // The server sends a number no second code within a minute.
  server.clock.advance({ minutes: 1 });
  const { first: maker, second: checker } = await openOffice(server);
  const hireAs = (userName: string, role: Role) =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  kelvin = await hireAs('kelvin', 'collector');
  mary = await hireAs('mary', 'head_of_finance');
  grace = await hireAs('grace', 'head_of_finance');
}, LONGEST_START_MS);
afterAll(() => server.stop());

test.each([
  ['new', { userStatus: 0 }],
  ['authenticated', { userStatus: 1, availableLimit: 2000 }],
  ['under review', { userStatus: 2, order: { status: 'applied', principal: 300 } }],
  ['declined', { userStatus: 3 }],
  ['active', { userStatus: 5, order: { status: 'active', daysUntilDue: 5 } }],
  ['due today', { userStatus: 5, order: { status: 'active', daysUntilDue: 0, overdueDays: 0 } }],
  ['overdue', { userStatus: 6, order: { status: 'overdue', overdueDays: 3, penaltyToDate: 11.5 } }],
  ['settled', { userStatus: 1, ladder: { onTime: 1 } }],
])('the demo has a borrower who is %s', async (state, home) => {
  const { mobile } = demoBorrowers.find((borrower) => borrower.state === state)!;
  const borrower = await signIn(server, mobile);
  expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject(home);
});

test('each demo borrower is listed once, with a state and a number of its own', () => {
  expect(new Set(demoBorrowers.map(({ mobile }) => mobile)).size).toBe(demoBorrowers.length);
  expect(demoBorrowers.map(({ state }) => state)).toHaveLength(8);
});

test('the phone of a demo borrower shows its messages and its balance', async () => {
  const { mobile } = demoBorrowers.find(({ state }) => state === 'settled')!;
  const { messages, balance } = await createHandset(`${server.url}/sim`).phone(mobile);
  // The bill was paid two days early. The K8 of interest were wallet credit without a use, and went back.
  expect(balance).toBe(10_000 + 1000 - 1150 + 8);
  expect(messages.map(({ text }) => text).join('\n')).toContain('your loan is paid off');
});

test('the handset lists the people of the demo with what has become of their loans', async () => {
  const { db, sealing, app } = server;
  const people = await listDemoPeople({ db, sealing, today: () => app.calendar.today() });
  expect(people.map(({ name, state }) => `${name}: ${state}`)).toEqual([
    'Chanda Mwale: New, no details yet',
    'Mutinta Hamoonga: Ready to borrow',
    'Bwalya Chisenga: Application under review',
    'Namukolo Sitali: Application declined',
    'Kelvin Phiri: Due in 5 days',
    'Thandiwe Zulu: Due today',
    'Mulenga Kapasa: 3 days late',
    'Luyando Moonga: Loan paid off',
  ]);
  const later = addDays(app.calendar.today(), 6);
  const states = (await listDemoPeople({ db, sealing, today: () => later })).map(({ state }) => state);
  expect(states.slice(4)).toEqual(['1 day late', '6 days late', '9 days late', 'Loan paid off']);
});

test('the page of each loan of the demo shows what its tables have', async () => {
  const { client } = kelvin;
  const loans = await server.query('select loan_id::integer as loan_id from loan order by loan_id');
  expect(loans.length).toBeGreaterThan(4);
  for (const { loan_id: loanId } of loans) {
    const params = { loanId };
    const { data: loan } = await client.call('getLoan', { params });
    const { data } = await client.call('listLoanLedger', { params, query: { page: 1, pageSize: 100 } });
    await expectSumsOfLoan((sql, values) => server.query(sql, values), loanId, { loan, entries: data.items });
  }
});

test('the lists of finance and of collectors show what the tables of the demo have', async () => {
  const reader = {
    query: (sql: string, values?: unknown[]) => server.query(sql, values),
    ...{ finance: mary.client, collector: kelvin.client, today: server.today() },
  };
  await expectSumsOfArrears(reader);
  const { mobile } = demoBorrowers.find(({ state }) => state === 'active')!;
  const payer = await signIn(server, mobile);
  const { order } = await payer.ask('getMyLoanInfo', {});
  await bringMoneyToWorkOn(server, { mary, grace }, { payer, loanId: order!.orderId });
  await expectSumsOfPayments(reader);
  await expectSumsOfTreasury(reader);
  const { data } = await kelvin.client.call('listArrears', { query: {} });
  expect(data.items.length).toBeGreaterThan(0);
});
