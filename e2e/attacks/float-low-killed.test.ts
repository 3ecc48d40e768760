import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOperatorsBook } from '../support/book-check.ts';
import { borrow, must, registerBorrowers, until } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { booksAtRest, errorsOf, startWithOperators } from '../support/simulated-operators.ts';

const BORROWERS = 12;
const AMOUNT = 1000;
const PAID_WITH_THE_FIRST_FLOAT = 4;

let program: Program;
beforeAll(async () => {
  // While the operator has not answered what the float is, payouts are sent and refused. A busy machine needs the time.
  program = await startWithOperators({ FLOAT_ASK_SECONDS: '1', OPERATOR_TIMEOUT_MS: '20000' });
});
afterAll(() => program.stop());

async function setFloats(balance: number): Promise<void> {
  for (const operator of ['mtn', 'airtel']) {
    const response = await fetch(`${program.simulatorUrl}/api/floats/${operator}/payout`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ balance }),
    });
    expect(response.status).toBe(200);
  }
}

async function count(query: string): Promise<number> {
  const client = new pg.Client({ connectionString: await program.databaseUrl() });
  await client.connect();
  try {
    return (await client.query(`select count(*)::int as count from ${query}`)).rows[0].count;
  } finally {
    await client.end();
  }
}

const held = () => count(`payment_attempt where state = 'created' and held_reason = 'float_low'`);
const active = () => count(`loan where state = 'active'`);
const told = () => count(`message where kind = 'payout_held'`);

test('payouts that wait for the float outlive a server that is killed, and each is paid once when it is back', async () => {
  const borrowers = await registerBorrowers(program, BORROWERS);
  await setFloats((AMOUNT * PAID_WITH_THE_FIRST_FLOAT) / 2);
  const paidOut = Promise.all(borrowers.map((borrower) => borrow(borrower, { amount: AMOUNT, termId: 1 })));
  await until('the first payouts have left', async () => (await active()) === PAID_WITH_THE_FIRST_FLOAT);
  await program.kill();
  await program.startAgain();
  const waiting = BORROWERS - PAID_WITH_THE_FIRST_FLOAT;
  await until(
    'the others wait and are told',
    async () => (await held()) === waiting && (await told()) === waiting,
  );
  expect(await active()).toBe(PAID_WITH_THE_FIRST_FLOAT);

  await setFloats(AMOUNT * BORROWERS);
  await until('payouts flow again', async () => (await active()) > PAID_WITH_THE_FIRST_FLOAT);
  await program.kill();
  await program.startAgain();
  await paidOut;

  const report = await booksAtRest(program);
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ active: BORROWERS });
  const payouts = (await readOperatorsBook(program.simulatorUrl)).filter(
    ({ direction }) => direction === 'payout',
  );
  expect(payouts.map(({ outcome }) => outcome)).toEqual(Array(BORROWERS).fill('succeeded'));
  expect(await told()).toBe(waiting);
  const { client } = borrowers[0]!;
  expect((await must(client, 'getMyLoanInfo', {})).messages).toEqual([]);
  expect(errorsOf(program)).toEqual([]);
});
