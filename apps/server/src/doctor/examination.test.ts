import { day } from '@thumba/lending/day';
import { reversePosting } from '@thumba/lending/reversal';
import { writeOff } from '@thumba/lending/write-off';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  apply,
  borrow,
  PATIENCE,
  pay,
  signUp,
  submitPayment,
  succeedAfterAll,
  waitForPayment,
} from '../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../test/app-server.ts';
import { createTestDatabase } from '../../test/database.ts';
import { readHistory } from '../loan/queries.ts';
import { openDatabase } from '../platform/database.ts';
import { checks, examineBook, type Finding, faultsIn } from './examination.ts';

type Loans = Record<
  | 'running'
  | 'settled'
  | 'late'
  | 'waiting'
  | 'referred'
  | 'writtenOff'
  | 'reversed'
  | 'unpayable'
  | 'repaidBefore'
  | 'payingOut',
  number
>;

let server: AppServer;
const loans = {} as Loans;

/** One loan of each kind that the checks tell apart, all of it lived through the program. */
beforeAll(async () => {
  server = await startAppServer();
  const lifeOf = async (name: keyof Loans, wish = {}) => {
    const borrower = await signUp(server);
    loans[name] = await borrow(borrower, wish);
    return borrower;
  };
  const givenUp = await lifeOf('writtenOff', { termId: 2 });
  await givenUp.ask('spinTurntable', { body: {} });
  await lifeOf('late', { termId: 2 });
  await server.passDays(20);
  await giveUp(givenUp, loans.writtenOff);
  const payer = await lifeOf('running', { termId: 3 });
  await pay(server, payer, loans.running, { amount: 400 });
  const overpaid = await lifeOf('settled', { amount: 200 });
  const refused = await pay(server, overpaid, loans.settled, { action: 'refuse' });
  await pay(server, overpaid, loans.settled);
  await succeedAfterAll(server, refused);
  await waitForPayment(overpaid, refused);
  const returning = await lifeOf('repaidBefore', { amount: 200 });
  await pay(server, returning, loans.repaidBefore);
  await borrow(returning);
  const mistaken = await lifeOf('reversed');
  await pay(server, mistaken, loans.reversed, { amount: 500 });
  await takeBack(mistaken, loans.reversed);
  const waiter = await lifeOf('waiting');
  await submitPayment(waiter, loans.waiting);
  loans.referred = (await apply(await signUp(server, { monthlyIncome: 1500 }), { amount: 100 })).orderId;
  loans.unpayable = (await apply(await signUp(server, { mobile: '0966666666' }))).orderId;
  // The operator leaves payouts to this number waiting.
  loans.payingOut = (await apply(await signUp(server, { mobile: '0765555555' }))).orderId;
  await vi.waitFor(async () => {
    const rows = await server.query(`select state from loan where loan_id = $1`, [loans.unpayable]);
    expect(rows).toEqual([{ state: 'payout_failed' }]);
  }, PATIENCE);
  await server.leave();
}, 60_000);
afterAll(() => server.stop());

async function giveUp({ borrowerId }: AppBorrower, loanId: number): Promise<void> {
  const on = day(server.today());
  await server.app.line.post({
    borrowerId,
    loanId,
    actor: 'test',
    decide({ loan }) {
      const change = writeOff(loan, { on, reason: 'moved away' });
      return change.ok ? { ok: true, value: { change: change.value, on, answer: null } } : change;
    },
  });
}

async function takeBack({ borrowerId }: AppBorrower, loanId: number): Promise<void> {
  const on = day(server.today());
  const history = await readHistory(server.db, borrowerId, loanId);
  const { event } = history.find((past) => past.event.kind === 'repaid')!;
  await server.app.line.post({
    borrowerId,
    loanId,
    actor: 'test',
    decide({ loan, walletNgwee, ladder }) {
      const change = reversePosting(loan, {
        event,
        on,
        reason: 'booked for somebody else',
        walletNgwee,
        ladderPlace: ladder,
        hasOtherOpenLoan: false,
      });
      return change.ok ? { ok: true, value: { change: change.value, on, answer: null } } : change;
    },
  });
}

/** What is found in a copy of the book after somebody with every right has changed it. */
async function findingsAfter(tampering: string): Promise<Finding[]> {
  const copy = await createTestDatabase(server.databaseUrl);
  const client = new pg.Client({ connectionString: copy.url });
  await client.connect();
  // Without this the database itself would refuse some of it.
  await client.query(`set session_replication_role = 'replica'`);
  await client.query(tampering);
  await client.end();
  const db = openDatabase({ url: copy.url });
  try {
    return await examineBook(db);
  } finally {
    await db.close();
    await copy.drop();
  }
}

test('a book that only the program wrote is sound, and what a person should know of is listed', async () => {
  const findings = await findingsAfter('select');
  expect(faultsIn(findings)).toEqual([]);
  const listed = Object.fromEntries(
    findings.map(({ check, listed: rows }) => [check, rows.map(({ id }) => id)]),
  );
  expect(listed).toMatchObject({
    'applications that wait for a person': [String(loans.referred)],
    'loans that could not be paid out': [String(loans.unpayable)],
    'money in suspense': [`loan ${loans.reversed}`],
  });
});

/** Each kind of damage, on which loan, and every check that must see it: no more and no fewer. */
const DAMAGES: [what: string, loan: keyof Loans, statement: string, checks: string[]][] = [
  [
    'a row that moves an amount in a circle',
    'running',
    `alter table ledger_transfer drop constraint ledger_transfer_check;
     alter table ledger_transfer alter column recorded_at set default now();
     insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee, business_on)
       values (1, 1000000, 1, 'bank', 'bank', 100, '2026-11-21')`,
    ['every row moves an amount from one account to another'],
  ],
  [
    'principal that the plan says was paid',
    'running',
    'update instalment set principal_paid_ngwee = principal_paid_ngwee + 100 where loan_id = $1 and period = 3',
    ['plans = receivables'],
  ],
  [
    'a penalty that the plan forgot',
    'late',
    'update instalment set penalty_ngwee = 0 where loan_id = $1',
    ['plans = receivables', 'income and coupons = what loans earned and gave'],
  ],
  [
    'interest that the loan says was earned',
    'running',
    'update loan set interest_earned_ngwee = interest_earned_ngwee + 1 where loan_id = $1',
    ['unearned = charged less earned', 'income and coupons = what loans earned and gave'],
  ],
  [
    'an extension fee that nobody booked',
    'running',
    'update loan set extension_fees_ngwee = 1 where loan_id = $1',
    ['income and coupons = what loans earned and gave'],
  ],
  [
    'money for a loan that was written off, on its plan and not in the book',
    'writtenOff',
    'update instalment set principal_paid_ngwee = 100 where loan_id = $1',
    ['written off = recovered and still owed'],
  ],
  [
    'wallet credit from nowhere',
    'settled',
    `update borrower_standing set wallet_ngwee = wallet_ngwee + 1
     where borrower_id = (select borrower_id from loan where loan_id = $1)`,
    ['wallets = the book, none below zero'],
  ],
  [
    'a row whose event is gone',
    'running',
    `delete from loan_event where loan_id = $1 and kind = 'repaid'`,
    [
      'every row of a loan belongs to a loan and to its history',
      'every payment that succeeded is posted, once',
    ],
  ],
  [
    'a reversal of another amount',
    'reversed',
    `update loan_event set detail = jsonb_set(detail, '{posting,transfers,0,amountNgwee}', '1')
     where loan_id = $1 and kind = 'repaid'`,
    ['a reversal takes back exactly what was posted'],
  ],
  [
    'a reversal that the loan does not know',
    'reversed',
    `update loan set reversed_postings = '[]' where loan_id = $1`,
    ['a reversal takes back exactly what was posted'],
  ],
  [
    'a payment of another amount than was posted',
    'running',
    `update payment_attempt set amount_ngwee = amount_ngwee + 1 where loan_id = $1 and direction = 'collection'`,
    ['float = payments, by operator and direction', 'every payment that succeeded is posted, once'],
  ],
  [
    'a payment that the operator made and we call failed',
    'running',
    `update payment_attempt set state = 'failed' where loan_id = $1 and direction = 'collection'`,
    ['float = payments, by operator and direction', 'every payment that succeeded is posted, once'],
  ],
  [
    'two payments that succeeded and changed their amounts, so that the sum is right',
    'settled',
    `update payment_attempt p set amount_ngwee = amount_ngwee + case
       when attempt_id = (select max(attempt_id::text)::uuid from payment_attempt where loan_id = p.loan_id
         and direction = 'collection') then 1 else -1 end
     where loan_id = $1 and direction = 'collection'`,
    ['every payment that succeeded is posted, once'],
  ],
  [
    'money on an operator without a payment',
    'running',
    `insert into ledger_transfer select borrower_id, entry_id + 1000000, line, null, debit_account, 'suspense',
       amount_ngwee, business_on, recorded_at from ledger_transfer
     where loan_id = $1 and debit_account like 'float%' limit 1`,
    ['float = payments, by operator and direction', 'every payment that succeeded is posted, once'],
  ],
  [
    'a second payout that the loan runs on',
    'running',
    `insert into loan_event select borrower_id, entry_id, ordinal + 90, loan_id, loan_version, kind, on_day, detail,
       actor, recorded_at from loan_event where loan_id = $1 and kind = 'paid_out'`,
    ['a loan has its money exactly once'],
  ],
  [
    'a loan that is paid out by nobody',
    'unpayable',
    `update loan set state = 'paying_out' where loan_id = $1`,
    ['a loan that is paid out has one payout under way'],
  ],
  [
    'a payout under way for a loan that failed',
    'payingOut',
    `update loan set state = 'payout_failed' where loan_id = $1`,
    ['a loan that is paid out has one payout under way'],
  ],
  [
    'a loan that waits for a payment that is gone',
    'waiting',
    `with gone as (delete from payment_attempt where loan_id = $1 and direction = 'collection' returning attempt_id)
     delete from payment_by_attempt where attempt_id in (select attempt_id from gone)`,
    ['a loan waits for a payment exactly while one is open'],
  ],
  [
    'a payment under way that its loan does not wait for',
    'waiting',
    `update loan set pending_attempt_id = null, pending_period = null, pending_amount_ngwee = null,
       pending_since_on = null, pending_purpose = null, next_event_on = '2027-01-01' where loan_id = $1`,
    ['a loan waits for a payment exactly while one is open'],
  ],
  [
    'a loan that waits for another amount',
    'waiting',
    'update loan set pending_amount_ngwee = pending_amount_ngwee + 1 where loan_id = $1',
    ['a loan waits for a payment exactly while one is open'],
  ],
  [
    'a payment that nobody will ask about',
    'waiting',
    `update payment_attempt set next_step_at = null where loan_id = $1 and direction = 'collection'`,
    ['a payment under way has a next step'],
  ],
  [
    'a payment that is not found by its id',
    'running',
    `delete from payment_by_attempt where attempt_id in (select attempt_id from payment_attempt where loan_id = $1)`,
    ['a payment is found by its id, and belongs to a loan or a wallet'],
  ],
  [
    'an instalment that is gone',
    'referred',
    'delete from instalment where loan_id = $1',
    ['a loan has all its instalments, and they repay what was lent'],
  ],
  [
    'a loan that runs and was paid off',
    'settled',
    `update loan set state = 'active', closed_on = null where loan_id = $1`,
    [
      'the state of a loan is what it owes',
      'a running loan waits for a day or for a payment, a closed one for neither',
    ],
  ],
  [
    'a running loan that nothing will ever happen to',
    'running',
    'update loan set next_event_on = null where loan_id = $1',
    ['a running loan waits for a day or for a payment, a closed one for neither'],
  ],
  [
    'a day that was passed over',
    'running',
    'update loan set next_event_on = (select day_ended_through from business_calendar) where loan_id = $1',
    ['no day of a loan was passed over'],
  ],
  [
    'a second open loan',
    'repaidBefore',
    `drop index loan_one_open; update loan set state = 'applied' where loan_id = $1`,
    ['a borrower has one open loan'],
  ],
  [
    'a coupon on a loan that was paid off',
    'settled',
    `update loan set coupon = '{"userCouponId": 7}' where loan_id = $1`,
    ['a closed loan holds no coupon', 'a coupon is where its loan says, and used once'],
  ],
  [
    'a coupon that is held ready by nobody',
    'settled',
    `update borrower_coupon set state = 'applied', loan_id = $1
     where borrower_id = (select borrower_id from loan where loan_id = $1)`,
    ['a coupon is where its loan says, and used once'],
  ],
  [
    'a loan without an acceptance',
    'running',
    'delete from loan_acceptance where loan_id = $1',
    ['a loan has a borrower, an acceptance and a decision'],
  ],
  [
    'a version that was written twice',
    'running',
    `insert into loan_event select borrower_id, entry_id + 1000000, ordinal, loan_id, loan_version, 'instalment_due',
       on_day, '{"period": 1}', actor, recorded_at from loan_event where loan_id = $1 and kind = 'repaid'`,
    ['history belongs to a loan, and one version of it is one entry'],
  ],
  [
    'an answer about a payment that does not exist',
    'running',
    `insert into idempotency_key select borrower_id, '\\x01', '\\x01', '{"paymentId": "none"}', now() from loan
     where loan_id = $1`,
    ['an answer that a key keeps names something that exists'],
  ],
  [
    'a message about a loan that does not exist',
    'running',
    'update message set loan_id = 1 where message_id = (select min(message_id) from message where loan_id = $1)',
    ['a message belongs to a borrower, and to a loan of theirs if it names one'],
  ],
  [
    'a word that was put in the place of the one that was drawn with',
    'writtenOff',
    `update wheel_draw set phone_word = 'another'`,
    ['every draw is what its ticket, its word and the secret of its day make'],
  ],
  [
    'a draw that is said to be of another prize',
    'writtenOff',
    'update wheel_draw set drawn_prize_id = drawn_prize_id % 6 + 1',
    ['a draw gave the prize of its number, or nothing where that one is limited'],
  ],
  [
    'a coupon that no prize gave',
    'writtenOff',
    'update wheel_draw set user_coupon_id = 1',
    ['a draw gave a coupon exactly when its prize is one'],
  ],
  [
    'a chance that is gone without a draw',
    'writtenOff',
    `update wheel_chance set spent_at = now()
     where chance_id = (select min(chance_id) from wheel_chance where spent_at is null)`,
    ['chances spent = draws'],
  ],
  [
    'a prize that is gone from stock and that nobody has',
    'writtenOff',
    'update wheel_stock set given = given + 1 where prize_id = 5',
    ['prizes taken from stock = prizes given, never more than there were'],
  ],
];

describe('the examination finds', () => {
  test.each(DAMAGES)('%s', async (_what, loan, statement, expected) => {
    const found = faultsIn(await findingsAfter(statement.replaceAll('$1', String(loans[loan]))));
    expect(found.map(({ check }) => check).sort()).toEqual([...expected].sort());
    for (const { total, listed } of found) expect(listed).toHaveLength(total);
  });

  test('by each of its checks some damage', () => {
    const seen = new Set(DAMAGES.flatMap(([, , , titles]) => titles));
    const faults = checks.filter(({ gravity }) => gravity === 'fault').map(({ title }) => title);
    expect(faults.filter((title) => !seen.has(title))).toEqual([]);
  });
});

test('of many findings the first twenty are listed, and all of them counted', async () => {
  const [found] = await findingsAfter(`insert into borrower_standing (borrower_id, wallet_ngwee)
    select 1000000 + number, 5 from generate_series(1, 500) as number`);
  expect(found).toMatchObject({ check: 'wallets = the book, none below zero', gravity: 'fault', total: 500 });
  expect(found!.listed).toHaveLength(20);
  expect(found!.listed[0]).toEqual({ id: '1000001', problem: 'holds 5 and the book says 0' });
});
