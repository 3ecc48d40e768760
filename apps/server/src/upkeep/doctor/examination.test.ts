import { day } from '@thumba/lending/day';
import { demoLadder } from '@thumba/lending/ladder';
import { reversePosting } from '@thumba/lending/reversal';
import { writeOff } from '@thumba/lending/write-off';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  apply,
  borrow,
  PATIENCE,
  pay,
  signUp,
  submitPayment,
  succeedAfterAll,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { readHistory } from '../../book/loan/queries.ts';
import { openDatabase } from '../../platform/database.ts';
import { ACCOUNTING_DAMAGES } from './accounting-damages.test-support.ts';
import { DAMAGES, type LoanKind } from './damages.test-support.ts';
import { checks, examine, examineBook, type Finding, faultsIn } from './examination.ts';
import { STAFF_DAMAGES } from './staff-damages.test-support.ts';

let server: AppServer;
const loans = {} as Record<LoanKind, number>;

/** Makes one loan of each kind through the program, without writing tables by hand. */
beforeAll(async () => {
  server = await startAppServer();
  const lend = async (kind: LoanKind, wish = {}) => {
    const borrower = await signUp(server);
    loans[kind] = await borrow(borrower, wish);
    return borrower;
  };
  const defaulter = await lend('writtenOff', { termId: 2 });
  await defaulter.ask('spinTurntable', { body: {} });
  await lend('late', { termId: 2 });
  const extender = await lend('extended', { termId: 2 });
  await server.passDays(20);
  await extend(extender, loans.extended);
  await writeOffLoan(defaulter, loans.writtenOff);
  const payer = await lend('running', { termId: 3 });
  await pay(server, payer, loans.running, { amount: 400 });
  const overpayer = await lend('settled', { amount: 200 });
  const refused = await pay(server, overpayer, loans.settled, { action: 'refuse' });
  await pay(server, overpayer, loans.settled);
  await succeedAfterAll(server, refused);
  await waitForPayment(overpayer, refused);
  const returning = await lend('repaidBefore', { amount: 200 });
  await pay(server, returning, loans.repaidBefore);
  await borrow(returning);
  const reversed = await lend('reversed');
  await pay(server, reversed, loans.reversed, { amount: 500 });
  await reverseRepayment(reversed, loans.reversed);
  const waiting = await lend('waiting');
  await submitPayment(waiting, loans.waiting);
  loans.referred = (await apply(await signUp(server, { monthlyIncome: 1500 }), { amount: 100 })).orderId;
  loans.unpayable = (await apply(await signUp(server, { mobile: '0966666666' }))).orderId;
  // The simulated operator never ends a payout to this number.
  loans.payingOut = (await apply(await signUp(server, { mobile: '0765555555' }))).orderId;
  await vi.waitFor(async () => {
    const rows = await server.query(`select state from loan where loan_id = $1`, [loans.unpayable]);
    expect(rows).toEqual([{ state: 'payout_failed' }]);
  }, PATIENCE);
  await server.leave();
});
afterAll(() => server.stop());

async function extend(borrower: AppBorrower, loanId: number): Promise<void> {
  const planId = planIdOf(loanId, 1);
  const { extensionFee } = await borrower.ask('extensionDetail', { body: { planId } });
  const { paymentId } = await borrower.ask('submitRepayApplyV2', {
    body: { bizType: 2, planId, payAmount: extensionFee },
  });
  await answerPrompt(server, borrower);
  await waitForPayment(borrower, paymentId);
}

async function writeOffLoan({ borrowerId }: AppBorrower, loanId: number): Promise<void> {
  const on = day(server.today());
  await server.app.line.post({
    borrowerId,
    loanId,
    actor: 'staff:test',
    decide({ loan }) {
      const change = writeOff(loan, { on, reason: 'moved away' });
      return change.ok ? { ok: true, value: { change: change.value, on, answer: null } } : change;
    },
  });
}

async function reverseRepayment({ borrowerId }: AppBorrower, loanId: number): Promise<void> {
  const on = day(server.today());
  const history = await readHistory(server.db, borrowerId, loanId);
  const { event } = history.find((past) => past.event.kind === 'repaid')!;
  await server.app.line.post({
    borrowerId,
    loanId,
    actor: 'staff:test',
    decide({ loan, walletNgwee, ladder }) {
      const change = reversePosting(loan, {
        event,
        on,
        cause: 'our_mistake',
        reason: 'posted to the wrong loan',
        walletNgwee,
        ladderPlace: ladder,
        hasOtherOpenLoan: false,
        ladderRule: demoLadder,
        history: history.map((past) => past.event),
        walletMovements: [],
      });
      return change.ok ? { ok: true, value: { change: change.value, on, answer: null } } : change;
    },
  });
}

/** Runs a statement on a copy of the database and answers what the checks find in the copy. */
async function findingsAfter(sql: string): Promise<Finding[]> {
  const copy = await createTestDatabase(server.databaseUrl);
  const client = new pg.Client({ connectionString: copy.url });
  await client.connect();
  // Otherwise foreign keys and triggers would refuse some statements.
  await client.query(`set session_replication_role = 'replica'`);
  await client.query(sql);
  await client.end();
  const db = openDatabase({ url: copy.url });
  try {
    return await examineBook(db);
  } finally {
    await db.close();
    await copy.drop();
  }
}

test('a book that only the program wrote has no faults, and its notices are listed', async () => {
  const findings = await findingsAfter('select');
  expect(faultsIn(findings)).toEqual([]);
  const listed = Object.fromEntries(
    findings.map(({ check, listed: rows }) => [check, rows.map(({ id }) => id)]),
  );
  expect(listed).toMatchObject({
    'applications that wait for a person': [String(loans.referred)],
    'loans that could not be paid out': [String(loans.unpayable)],
    'money in suspense': [expect.stringMatching(/^piece \d+$/)],
    'loans that are on time only by an extension or a hardship plan': [String(loans.extended)],
  });
  expect(findings.flatMap(({ listed: rows }) => rows)).toContainEqual({
    id: String(loans.extended),
    problem: 'plan 1 was due on 2026-12-05 and was moved to 2026-12-18: 6 days past due by its original date',
  });
});

const pieceWith = (problem: unknown) => ({ id: expect.stringMatching(/^piece \d+$/), problem });

test('money in suspense is listed piece by piece with its owner, in kwacha, with its direction', async () => {
  const findings =
    await findingsAfter(`insert into ledger_transfer (borrower_id, entry_id, line, debit_account,
      credit_account, amount_ngwee, business_on, recorded_at)
    select borrower_id, nextval('ledger_entry_id'), 1, debit, credit, amount, '2026-11-21', now()
    from (values (0, 'float_mtn_collection', 'suspense', 115050), (77, 'suspense', 'float_mtn_payout', 3000))
      as row (borrower_id, debit, credit, amount)`);
  const inSuspense = findings.find(({ check }) => check === 'money in suspense')!;
  expect(inSuspense.listed).toHaveLength(3);
  expect(inSuspense.listed).toEqual(
    expect.arrayContaining([
      pieceWith('K1,150.50 that came on 2026-11-21, of nobody: see npm run suspense'),
      pieceWith(
        expect.stringMatching(
          new RegExp(`^K500\\.00 that came on \\S+, of order ${loans.reversed}: see npm run suspense$`),
        ),
      ),
      pieceWith('K30.00 that left on 2026-11-21, of borrower 77: see npm run suspense'),
    ]),
  );
});

test('payments that wait are listed with their order, in kwacha and in the time of Lusaka', async () => {
  const findings =
    await findingsAfter(`update payment_attempt set state = 'created', held_reason = 'book_restored',
    held_since = '2026-11-25 14:54:31.865Z' where loan_id = ${loans.payingOut};
    update payment_attempt set state = 'unknown', handed_over_for = 'operator_forgets',
    handed_over_at = now(),
    sent_at = '2026-11-25 22:30Z' where loan_id = ${loans.waiting} and direction = 'collection'`);
  const problemsOf = (title: string) =>
    findings.find(({ check }) => check === title)!.listed.map(({ problem }) => problem);
  expect(problemsOf('payouts that wait')).toEqual([
    `K1,000.00 for order ${loans.payingOut} by mtn, since 2026-11-25 16:54: the database was restored`,
  ]);
  expect(problemsOf('payments that a person has to settle, because their operator cannot tell')).toEqual([
    `collection of K1,150.00 for order ${loans.waiting} by mtn, sent at 2026-11-26 00:30: the operator may have forgotten it`,
  ]);
});

test('a restored book whose payouts are held is listed by its backup, or by who declared it', async () => {
  const findings = await findingsAfter(`insert into restored_book (restored_at, backup_id, data_until)
    values ('2026-11-21 10:00+02', 'of other means', '2026-11-21 09:00+02'),
      ('2026-11-22 10:00+02', '20261121T0100-b', '2026-11-22 09:00+02')`);
  const held = findings.find(({ check }) => check === 'payouts are held, because the database was restored')!;
  expect(held.listed.map(({ id }) => id).toSorted()).toEqual(['backup 20261121T0100-b', 'npm run restored']);
});

const ALL_DAMAGES = [...DAMAGES, ...ACCOUNTING_DAMAGES, ...STAFF_DAMAGES];

describe('the examination finds', () => {
  test.each(ALL_DAMAGES)('%s', async (_damage, loan, sql, checkTitles) => {
    const found = faultsIn(await findingsAfter(sql.replaceAll('$1', String(loans[loan]))));
    expect(found.map(({ check }) => check).sort()).toEqual([...checkTitles].sort());
    for (const { total, listed } of found) expect(listed).toHaveLength(total);
  });

  test('with each check at least one damage', () => {
    const found = new Set(ALL_DAMAGES.flatMap(([, , , checkTitles]) => checkTitles));
    const faults = checks.filter(({ gravity }) => gravity === 'fault').map(({ title }) => title);
    expect(faults.filter((title) => !found.has(title))).toEqual([]);
  });
});

test('months that wait to be closed are listed, and the open one is said', async () => {
  const findings = await findingsAfter(`update business_calendar set offset_days = offset_days + 31`);
  const waiting = findings.find(({ check }) => check === 'months that are over and wait to be closed')!;
  expect(waiting.listed.at(-1)).toEqual({
    id: expect.stringMatching(/^\d{4}-\d{2}$/),
    problem: 'is open: see npm run period',
  });
  const db = openDatabase({ url: server.databaseUrl });
  const { openPeriod } = await examine(db);
  await db.close();
  expect(openPeriod).toMatch(/^No period of the book is closed\. Open: \d{4}-\d{2}/);
});

test('of many findings the first twenty are listed and all are counted', async () => {
  const [found] = await findingsAfter(`insert into borrower_standing (borrower_id, wallet_ngwee)
    select 1000000 + number, 5 from generate_series(1, 500) as number`);
  expect(found).toMatchObject({ check: 'wallets = the book, none below zero', gravity: 'fault', total: 500 });
  expect(found!.listed).toHaveLength(20);
  expect(found!.listed[0]).toEqual({ id: '1000001', problem: 'holds 5 and the book says 0' });
});
