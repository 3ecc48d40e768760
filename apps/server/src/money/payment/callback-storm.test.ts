import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  PATIENCE,
  pay,
  signUp,
  submitPayment,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

const PAYERS = 10;
const REPORTS_OF_A_KIND = 200;
const AT_ONCE = 25;
const HASH_KEY = 'the key of the portal';

type Payer = { borrower: AppBorrower; orderId: number; paymentId: string; operator: 'mtn' | 'airtel' };

let server: AppServer;
let payers: Payer[];
let closed: Payer[];

beforeAll(async () => {
  server = await startAppServer({ settings: { AIRTEL_HMAC_KEY: HASH_KEY, OPERATOR_PACE: 'none' } });
  payers = [];
  for (let index = 0; index < PAYERS; index += 1) payers.push(await payer(index % 2 ? 'airtel' : 'mtn'));
  closed = await Promise.all([closedLoan('mtn'), closedLoan('airtel')]);
});
afterAll(() => server.stop());

/** A borrower whose prompt over K500 is open. */
async function payer(operator: Payer['operator']): Promise<Payer> {
  const borrower = await signUp(server, { mobile: server.newMobile(operator) });
  const orderId = await borrow(borrower);
  const paymentId = await submitPayment(borrower, orderId, 500);
  await server.handset.waitForPrompt(borrower.mobile);
  return { borrower, orderId, paymentId, operator };
}

async function closedLoan(operator: Payer['operator']): Promise<Payer> {
  const borrower = await signUp(server, { mobile: server.newMobile(operator) });
  const orderId = await borrow(borrower, { amount: 200 });
  // Nothing moves the clock, so the simulated Airtel is asked by its callback alone.
  const paymentId = await pay(server, borrower, orderId);
  return { borrower, orderId, paymentId, operator };
}

type Report = { operator: Payer['operator']; body: unknown };
type Claim = { id?: string; status?: string; amount?: string; currency?: string; key?: string; at?: unknown };

let lastReport = 0;

/** What the operator of a payment would say of it, each time in other words beside it, so that none is a repetition. */
function report({ operator, paymentId }: Payer, claim: Claim = {}): Report {
  const { id = paymentId, status = 'SUCCESSFUL', key = HASH_KEY, at = ++lastReport, ...rest } = claim;
  if (operator === 'mtn') {
    return {
      operator,
      body: { externalId: id, status, amount: '500', currency: 'ZMW', payeeNote: at, ...rest },
    };
  }
  const code = { SUCCESSFUL: 'TS', FAILED: 'TF' }[status] ?? 'TIP';
  const transaction = { id, message: `Paid ${at}`, status_code: code, airtel_money_id: `MP${at}`, ...rest };
  const hash = createHmac('sha256', key).update(JSON.stringify(transaction)).digest('base64');
  return { operator, body: { transaction, hash } };
}

async function send(reports: Report[]): Promise<void> {
  for (let first = 0; first < reports.length; first += AT_ONCE) {
    const statuses = await Promise.all(
      reports.slice(first, first + AT_ONCE).map(({ operator, body }) => server.sendCallback(operator, body)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
}

const times = (make: (index: number) => Report, count = REPORTS_OF_A_KIND): Report[] =>
  Array.from({ length: count }, (_none, index) => make(index));
const of = (all: Payer[], index: number): Payer => all[index % all.length]!;

async function bookOf(all: Payer[]) {
  return server.query(
    `select debit_account, credit_account, amount_ngwee, loan_id from ledger_transfer where loan_id = any($1)
     order by loan_id, entry_id, line`,
    [all.map(({ orderId }) => orderId)],
  );
}

async function movedFor(one: Payer): Promise<number> {
  const rows: { amount_ngwee: number }[] = await bookOf([one]);
  return rows.reduce((sum, { amount_ngwee }) => sum + amount_ngwee, 0);
}

/** Until every report was followed: nothing is due, and no step is claimed. A claim lasts 22 seconds. */
async function atRest(): Promise<void> {
  await vi.waitFor(async () => {
    const soon = await server.query('select attempt_id from payment_attempt where next_step_at <= $1', [
      new Date(server.clock.nowMs() + 22_000),
    ]);
    expect(soon).toEqual([]);
  }, PATIENCE);
}

/** While the prompts are open, whatever is said of them moves nothing. */
const beforeTheEnd: [kind: string, make: (index: number) => Report][] = [
  ['early', (index) => report(of(payers, index))],
  ['of a wrong amount', (index) => report(of(payers, index), { amount: '5000' })],
  ['of a wrong currency', (index) => report(of(payers, index), { currency: 'EUR' })],
  ['of an unknown id', (index) => report(of(payers, index), { id: randomUUID() })],
  ['forged', (index) => report(of(payers, index), { key: 'a guessed key', status: 'FAILED' })],
  ['stale', (index) => report(of(payers, index), { status: 'PENDING' })],
  ['reordered', (index) => report(of(payers, index), { status: index % 2 ? 'FAILED' : 'PENDING' })],
];

/** Once they are paid, nothing that is said again does it again. */
const afterTheEnd: [kind: string, make: (index: number) => Report][] = [
  ['duplicate', (index) => report(of(payers, index), { at: 'the same every time' })],
  ['late', (index) => report(of(payers, index))],
  ['replayed', (index) => report(of(payers, index), { at: index % 5 })],
  [
    'for a closed loan',
    (index) => report(of(closed, index), { status: index % 3 ? 'SUCCESSFUL' : 'FAILED' }),
  ],
];

test(`eleven kinds of reports, ${REPORTS_OF_A_KIND} of each, post every payment exactly once`, async () => {
  const untouched = await bookOf([...payers, ...closed]);
  for (const [kind, make] of beforeTheEnd) {
    await send(times(make));
    await atRest();
    expect(await bookOf([...payers, ...closed]), kind).toEqual(untouched);
  }
  for (const { borrower, paymentId } of payers) {
    const { status } = await borrower.ask('getPayment', { params: { paymentId } });
    expect(['pending', 'unknown']).toContain(status);
  }

  for (const { borrower } of payers) await answerPrompt(server, borrower);
  await Promise.all(payers.map(({ borrower, paymentId }) => waitForPayment(borrower, paymentId)));
  const paid = await bookOf([...payers, ...closed]);
  for (const [, make] of afterTheEnd) await send(times(make));
  await atRest();
  expect(await bookOf([...payers, ...closed])).toEqual(paid);
  for (const { borrower, orderId } of payers) {
    const bill = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
    expect(bill).toMatchObject({ status: 'active', paid: 500, remaining: 650 });
    expect(bill.payments).toHaveLength(1);
  }
  for (const { borrower, orderId } of closed) {
    expect(await borrower.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({
      status: 'settled',
    });
    // The loan of K200 was paid off on its first day, so its interest went back to the wallet, once.
    expect((await borrower.ask('getUserInfo', {})).walletBalance).toBe(24);
  }
  const [kept] = await server.query('select sum(times_received)::int as received from operator_callback');
  expect(kept.received).toBeGreaterThanOrEqual(11 * REPORTS_OF_A_KIND);
});

test('a hundred equal ones at the moment of payment post it once', async () => {
  const one = await payer('airtel');
  const before = await movedFor(one);
  await server.query(
    `update simulator.instruction set outcome = 'succeeded', settled_at = now() where reference = $1`,
    [one.paymentId],
  );
  await Promise.all(times(() => report(one, { at: 'now' }), 100).map((equal) => send([equal])));
  await waitForPayment(one.borrower, one.paymentId);
  await atRest();
  expect((await movedFor(one)) - before).toBe(50_000);
});

test('a report that came before its payment was known here is followed as soon as that is sent', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  // The report names an id that only the next payment will have: as after a restored backup.
  const paymentId = await submitPayment(borrower, orderId, 500);
  const prompt = await server.handset.waitForPrompt(borrower.mobile);
  await vi.waitFor(async () => {
    const [{ state }] = await server.query('select state from payment_attempt where attempt_id = $1', [
      paymentId,
    ]);
    expect(state).toBe('pending');
  }, PATIENCE);
  const [lookup] = await server.query('delete from payment_by_attempt where attempt_id = $1 returning *', [
    paymentId,
  ]);
  await server.handset.answer(borrower.mobile, prompt.id, 'approve');
  await vi.waitFor(async () => {
    const kept = await server.query('select is_unmatched from operator_callback where attempt_id = $1', [
      paymentId,
    ]);
    expect(kept).toEqual([{ is_unmatched: true }]);
  }, PATIENCE);
  expect(await borrower.ask('getPayment', { params: { paymentId } })).toMatchObject({ status: 'pending' });
  await server.query('insert into payment_by_attempt (attempt_id, borrower_id) values ($1, $2)', [
    lookup.attempt_id,
    lookup.borrower_id,
  ]);
  // The instruction is repeated under its id, the operator knows it, and the report is not waited for again.
  await server.query(
    `update payment_attempt set state = 'created', known_to_operator_at = null, next_step_at = $2
     where attempt_id = $1`,
    [paymentId, new Date(server.clock.nowMs())],
  );
  await waitForPayment(borrower, paymentId);
  const kept = await server.query('select is_unmatched from operator_callback where attempt_id = $1', [
    paymentId,
  ]);
  expect(kept).toEqual([{ is_unmatched: false }]);
});
