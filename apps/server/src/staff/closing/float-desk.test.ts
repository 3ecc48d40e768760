import type { StaffRequest } from '@thumba/contract/staff/wire';
import { addDays, day } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { importStatement } from '../../money/reconciliation/import-statement.ts';
import { readStatement } from '../../money/reconciliation/statement-file.ts';
import { statementFormats } from '../../money/reconciliation/statement-formats.ts';
import { lusakaDay } from '../../platform/clock.ts';
import { command as monthEnd } from '../terminal/commands/month-end.ts';
import { command as period } from '../terminal/commands/period.ts';
import { deskBeside, runOf } from '../terminal/staff-desk.test-support.ts';
import { answerAs, hireMaryAndGrace } from '../terminal/two-people.test-support.ts';

/* The float in the console: balances, movements by two people, money in transit, days signed off, and the close. */

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

type Movement = StaffRequest<'previewFloatMovement'>['body'];

const topUp = (amount: number, changed: Partial<Movement> = {}): Movement => ({
  ...{ kind: 'top_up', operator: 'mtn', direction: 'payout', amount, on: server.today() },
  ...changed,
});

async function ask(body: Movement) {
  const shown = await mary.client.call('previewFloatMovement', { body });
  if (shown.code !== 200) throw new Error(shown.msg);
  const { digest } = shown.data;
  const asked = await mary.client.call('askForFloatMovement', {
    body: { ...body, reason: 'payouts need it', digest },
  });
  return { shown: shown.data, asked };
}

async function moveByTwo(body: Movement): Promise<void> {
  const { asked } = await ask(body);
  if (asked.code !== 200) throw new Error(asked.msg);
  expect((await answerAs(grace, asked.data.requestId)).data).toMatchObject({ state: 'done' });
}

const floatOf = async (operator: string, direction: string) =>
  (await mary.client.call('getFloat')).data.wallets.find(
    (wallet) => wallet.operator === operator && wallet.direction === direction,
  )!;
const transit = async () => (await mary.client.call('listTransit', { query: {} })).data;

async function ledgerBalances(): Promise<Map<string, number>> {
  const rows = await server.query(
    `select account, sum(ngwee)::bigint as ngwee from (
       select debit_account::text as account, amount_ngwee as ngwee from ledger_transfer
       union all select credit_account::text, -amount_ngwee from ledger_transfer) side group by account`,
  );
  return new Map(rows.map(({ account, ngwee }) => [account, Number(ngwee) / 100]));
}

/** Every balance of the screen is what the ledger has on the account, and money in transit is the sum of its pieces. */
async function expectBalancesOfLedger(): Promise<void> {
  const ledger = await ledgerBalances();
  for (const { operator, direction, balance } of (await mary.client.call('getFloat')).data.wallets)
    expect([operator, direction, balance]).toEqual([
      operator,
      direction,
      ledger.get(`float_${operator}_${direction}`) ?? 0,
    ]);
  const { balance, items } = await transit();
  expect(balance).toBe(ledger.get('in_transit') ?? 0);
  const signOf = ({ seenAt, isToWallet }: (typeof items)[number]) =>
    (seenAt === 'bank') === isToWallet ? 1 : -1;
  expect(items.reduce((sum, piece) => sum + signOf(piece) * piece.amount, 0)).toBe(balance);
}

test('a top-up stands in transit once a second person approved it, and the balances are those of the ledger', async () => {
  const { shown, asked } = await ask(topUp(40_000));
  expect(shown.title).toBe('Top-up of K40,000.00: the float for payouts at MTN');
  expect(shown.effect[0]).toEqual({
    title: 'The float for payouts at MTN',
    before: 'K0.00',
    after: 'K40,000.00',
  });
  expect((await floatOf('mtn', 'payout')).balance).toBe(0);
  expect(await answerAs(mary, asked.data.requestId)).toMatchObject({ code: 403 });
  expect((await answerAs(grace, asked.data.requestId)).data).toMatchObject({ state: 'done' });
  expect((await floatOf('mtn', 'payout')).balance).toBe(40_000);
  expect((await transit()).items).toMatchObject([
    { operator: 'mtn', direction: 'payout', amount: 40_000, isToWallet: true, seenAt: 'wallet', days: 0 },
  ]);
  await moveByTwo(topUp(300, { kind: 'withdrawal' }));
  await moveByTwo(topUp(12.5, { kind: 'charge' }));
  await expectBalancesOfLedger();
  expect((await transit()).balance).toBe(-39_700);
});

test('the age of money in transit is counted in days, and it is gone once the bank has it', async () => {
  const on = server.today();
  await server.passDays(2);
  expect((await transit()).items.map(({ since, days }) => [since, days])).toEqual([
    [on, 2],
    [on, 2],
  ]);
  const rows = [`${on},Top up,"40,000.00",,"-40,000.00"`, `${on},Back,,300.00,"-39,700.00"`];
  const file = new Uint8Array(Buffer.from(`Date,Narrative,Debit,Credit,Balance\n${rows.join('\n')}\n`));
  const read = await mary.client.call('readBankStatement', { query: {}, file });
  expect(read.data).toMatchObject({ rows: 2, posted: 2 });
  expect((await transit()).total).toBe(2);
  const { digest } = read.data;
  expect((await mary.client.call('importBankStatement', { query: { digest }, file })).data.posted).toBe(2);
  expect(await transit()).toMatchObject({ total: 0, balance: 0 });
  await expectBalancesOfLedger();
});

test('the same movement twice waits once, and a day that may not be booked is refused before anything is asked', async () => {
  const first = await ask(topUp(55));
  expect((await ask(topUp(55))).asked).toMatchObject({ code: 409, reason: 'waits_already' });
  const other = await mary.client.call('askForFloatMovement', {
    body: { ...topUp(56), reason: 'another amount', digest: first.shown.digest },
  });
  expect(other).toMatchObject({ code: 409, reason: 'changed' });
  const tomorrow = addDays(day(server.today()), 1);
  expect(await mary.client.call('previewFloatMovement', { body: topUp(5, { on: tomorrow }) })).toMatchObject({
    code: 409,
    reason: 'day_not_begun',
  });
  await server.query("update book_closing set closed_through_on = '2026-11-10'");
  expect(
    await mary.client.call('previewFloatMovement', { body: topUp(5, { on: '2026-11-09' }) }),
  ).toMatchObject({ code: 409, reason: 'period_closed' });
  await server.query('update book_closing set closed_through_on = null');
  expect((await answerAs(grace, first.asked.data.requestId, 'decline')).data).toMatchObject({
    state: 'declined',
  });
});

test('what payouts need is what waits and one mean day of the last seven', async () => {
  const borrower = await signUp(server);
  await borrow(borrower);
  const [paid] = await server.query(
    `select operator, sum(amount_ngwee)::bigint as ngwee from payment_attempt
     where direction = 'payout' and state = 'succeeded' group by operator`,
  );
  const wallet = await floatOf(paid.operator, 'payout');
  expect(wallet.needed).toBe(Math.ceil(Number(paid.ngwee) / 7) / 100);
  expect(wallet).toMatchObject({ heldPayouts: 0, heldAmount: 0, hoursCovered: expect.any(Number) });
  expect(await floatOf(paid.operator, 'collection')).toMatchObject({ needed: null, hoursCovered: null });
  await expectBalancesOfLedger();
});

const unsigned = async () => (await mary.client.call('listUnsignedDays', { query: { pageSize: 100 } })).data;
const sign = (by: StaffMember, on: string, balance: number, operator = 'mtn' as const) =>
  by.client.call('signWalletDay', { params: { operator, direction: 'payout', on }, body: { balance } });
const dayOf = async (on: string) =>
  (await mary.client.call('getWalletDay', { params: { operator: 'mtn', direction: 'payout', on } })).data;

test('the days that are not signed are those on which the ledger moved in a wallet', async () => {
  await server.passDays(1);
  const moved = await server.query(
    `select distinct account, business_on::text as "on" from (
       select debit_account::text as account, business_on from ledger_transfer
       union all select credit_account::text, business_on from ledger_transfer) side
     where account like 'float%' and business_on < $1::date`,
    [server.today()],
  );
  const { total, items } = await unsigned();
  const listed = items.map(({ operator, direction, on }) => `float_${operator}_${direction} ${on}`);
  expect(listed.sort()).toEqual(moved.map(({ account, on }) => `${account} ${on}`).sort());
  expect(total).toBe(items.length);
  expect((await floatOf('mtn', 'payout')).unsignedDays).toBe(
    items.filter(({ operator, direction }) => operator === 'mtn' && direction === 'payout').length,
  );
});

test('a day is signed with the balance that the operator shows, by one of two people at once', async () => {
  const { on } = (await unsigned()).items.find(({ operator }) => operator === 'mtn')!;
  const shown = await dayOf(on);
  const lines = shown.opening + shown.takenOn + shown.payments + shown.bank + shown.suspense;
  expect(shown.balance).toBe(lines - shown.charges + shown.timing);
  expect(shown).toMatchObject({ isOver: true, signed: null });
  const apart = await sign(mary, on, shown.balance + 1);
  expect(apart).toMatchObject({ code: 400, reason: 'does_not_agree' });
  expect(apart.msg).toContain('K1.00 less than this');
  const both = await Promise.all([sign(mary, on, shown.balance), sign(grace, on, shown.balance)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  const { signed } = await dayOf(on);
  expect(both.find(({ code }) => code === 409)!.msg).toBe(`${signed!.by} signed this day already.`);
  expect(signed).toMatchObject({ balance: shown.balance });
  expect(await sign(grace, server.today(), 0)).toMatchObject({ code: 409, reason: 'day_not_over' });
  expect((await floatOf('mtn', 'payout')).signedThrough).toBe(on);
});

/** Airtel's export of the present day, with the charge of a payment and a charge of its own. */
async function importCharges(): Promise<void> {
  const at = lusakaDay(server.clock.nowMs()).split('-').reverse().join('-');
  const file = [
    'Transaction ID,Reference No,Transaction Date & Time,Transaction Type,Sender Mobile Number,Receiver Mobile Number,Transaction Amount,Currency,Transaction Status,Service Charge',
    `MP1,,${at} 10:00:05,Disbursement,900100,977123456,100.00,ZMW,Transaction Success,1.50`,
    `MP2,,${at} 12:00:05,Monthly fee,900100,900200,20.00,ZMW,Transaction Success,`,
    '',
  ].join('\n');
  const bytes = Buffer.from(file);
  const read = readStatement(statementFormats.airtel, bytes);
  if (!read.ok) throw new Error(read.refusal.problem);
  const { db, sealing, clock } = server;
  const imported = await importStatement(
    { db, sealing, nowMs: clock.nowMs(), today: day(server.today()) },
    { operator: 'airtel', bytes, rows: read.value, actor: 'staff:mary' },
  );
  if (!imported.ok) throw new Error(imported.refusal.kind);
}

test('the charges on statements are posted once, with the sum that was shown, by another person than the importer', async () => {
  const on = server.today();
  await importCharges();
  const params = { operator: 'airtel', direction: 'payout' } as const;
  const days = { from: on, to: on };
  const read = async () => (await mary.client.call('readCharges', { params, query: days })).data;
  const [kept] = await server.query(
    `select sum(charge_ngwee)::bigint as ngwee from operator_statement_row where operator = 'airtel'`,
  );
  expect(await read()).toEqual({ ...days, total: 21.5, days: [{ on, amount: 21.5 }] });
  expect(Number(kept.ngwee) / 100).toBe(21.5);
  const post = (by: StaffMember, amount: number) =>
    by.client.call('postCharges', { params, body: { ...days, amount, reason: 'charges of the day' } });
  expect(await post(grace, 20)).toMatchObject({ code: 409, reason: 'changed' });
  expect(await post(mary, 21.5)).toMatchObject({ code: 403, reason: 'own_import' });
  const both = await Promise.all([post(grace, 21.5), post(grace, 21.5)]);
  expect((await read()).total).toBe(0);
  expect((await ledgerBalances()).get('operator_charge_expense')).toBe(12.5 + 21.5);
  expect(both.filter(({ code, data }) => code === 200 && data.amount === 21.5)).toHaveLength(1);
  await expectBalancesOfLedger();
});

test('a day before the book began is not signed, and days that no book has are refused', async () => {
  const [first] = await server.query(`select min(business_on)::text as "on" from ledger_transfer`);
  expect(await sign(mary, '2000-01-01', 0)).toMatchObject({
    ...{ code: 409, reason: 'before_book' },
    msg: `The book begins on ${first.on}: a day before it is not signed.`,
  });
  const wallet = { operator: 'mtn', direction: 'payout' } as const;
  const NO_BOOK = { code: 400, msg: 'Write a day of the years 2000 to 2099.' };
  expect(await sign(mary, '1999-12-31', 0)).toMatchObject(NO_BOOK);
  for (const query of [
    { from: '0000-01-01', to: '2026-11-30' },
    { from: '2026-11-01', to: '9999-12-31' },
  ])
    expect(await mary.client.call('readCharges', { params: wallet, query })).toMatchObject(NO_BOOK);
});

async function closeAs(staffName: string): Promise<string> {
  const desk = { ...(await deskBeside(server)), staffName: () => staffName };
  return (await period.atDesk(desk, ['close', '2026-11'])).lines.join('\n');
}

test('a day that is not signed holds up the close of its month, until it is signed', async () => {
  const holds = async () => (await grace.client.call('readCloseHolds')).data.next;
  expect(await holds()).toBeNull();
  await server.passDays(20);
  expect(await runOf(server, monthEnd, '2026-11')).toMatchObject({ done: true });
  const held = await holds();
  expect(held).toMatchObject({
    period: '2026-11',
    holds: [expect.stringContaining('Days of wallets are not signed off')],
  });
  expect(held!.holds.join('\n')).not.toContain('npm');
  expect(held!.holds[0]).toMatch(/: MTN payouts of \d+ November/);
  expect(await closeAs('mary')).toContain(
    'Days of wallets are not signed off (npm run wallets): mtn payout 2026-11-',
  );
  const ofMonth = (await unsigned()).items.filter(({ on }) => on <= '2026-11-30');
  expect(ofMonth.length).toBeGreaterThan(0);
  for (const params of ofMonth) {
    const { balance } = (await mary.client.call('getWalletDay', { params })).data;
    expect((await mary.client.call('signWalletDay', { params, body: { balance } })).code).toBe(200);
  }
  expect(await holds()).toEqual({ period: '2026-11', holds: [] });
  await closeAs('mary');
  expect(await closeAs('grace')).toBe('2026-11 is closed.');
  expect((await grace.client.call('readCloseHolds')).data.closedThrough).toBe('2026-11-30');
});
