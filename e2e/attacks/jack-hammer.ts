import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName } from '@thumba/contract/calls';
import type { Answer, Request } from '@thumba/contract/wire';
import pg from 'pg';
import { type Borrower, registerBorrowers } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { type Random, seededRandom, seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, errorsOf, startWithOperators } from '../support/simulated-operators.ts';

/*
 * npm run jackhammer: many workers make all kinds of calls at once on the loans of few borrowers. Most calls are
 * refused, because another worker was first. The books must be right afterwards. SEED repeats the choices, but not
 * the order in which calls arrive. OPERATIONS and WORKERS make it smaller.
 */
const OPERATIONS = Number(process.env.OPERATIONS ?? 100_000);
const WORKERS = Number(process.env.WORKERS ?? 64);
const BORROWERS = 8;
const GIFT_EVERY = 2_000;
const LOOK_AT_PHONE_MS = 50;
/** Time for the open prompts to expire and for the enquiries about them. */
const REST_MS = 240_000;

type Operation = (borrower: Borrower, random: Random) => Promise<unknown>;
type Loan = { orderId: number; planId: number; amount: number };

const calls = { answered: 0, codes: new Map<string, number>() };

/** Every complete answer is accepted here: a fault shows in the books and in the log. */
async function tried<Name extends CallName>(
  { client }: Borrower,
  name: Name,
  request: Request<Name>,
): Promise<Answer<Name> | undefined> {
  const { code, data } = await client.call(name, request);
  calls.answered += 1;
  const key = `${name} ${code}`;
  calls.codes.set(key, (calls.codes.get(key) ?? 0) + 1);
  return code === 200 ? (data as Answer<Name>) : undefined;
}

async function openLoanOf(borrower: Borrower): Promise<Loan | undefined> {
  const order = (await tried(borrower, 'getMyLoanInfo', {}))?.order;
  if (!order) return undefined;
  const detail = await tried(borrower, 'getRepayDetailV2', { params: { id: order.orderId } });
  const plan = detail?.repayPlanList[0];
  return plan && { orderId: order.orderId, planId: plan.planId, amount: plan.remainingAmount };
}

const OPERATIONS_BY_CHANCE: [weight: number, Operation][] = [
  [
    3,
    async (borrower, random) => {
      const asked = {
        productId: 1,
        amount: 100 + 50 * Math.floor(random() * 20),
        termId: 1 + Math.floor(random() * 3),
      };
      const estimate = await tried(borrower, 'productTrial', { body: asked });
      if (!estimate) return;
      await tried(borrower, 'appManualGetLoan', {
        body: { ...asked, contractVersion: estimate.contractVersion, agreed: true },
      });
    },
  ],
  [
    3,
    async (borrower, random) => {
      const loan = await openLoanOf(borrower);
      if (!loan) return;
      const payAmount = random() < 0.5 ? loan.amount : 20;
      await tried(borrower, 'submitRepayApplyV2', { body: { bizType: 1, planId: loan.planId, payAmount } });
    },
  ],
  [
    4,
    async (borrower, random) => {
      const loan = await openLoanOf(borrower);
      if (!loan) return;
      const amount = random() < 0.3 ? loan.amount : 20 + Math.floor(random() * 50);
      await tried(borrower, 'useWallet', { body: { orderId: loan.orderId, planId: loan.planId, amount } });
    },
  ],
  [
    1,
    async (borrower) => {
      const loan = await openLoanOf(borrower);
      const quote = loan && (await tried(borrower, 'extensionDetail', { body: { planId: loan.planId } }));
      if (!loan || !quote) return;
      const body = { bizType: 2, planId: loan.planId, payAmount: quote.extensionFee } as const;
      await tried(borrower, 'submitRepayApplyV2', { body });
    },
  ],
  [
    1,
    async (borrower, random) => {
      const loan = await openLoanOf(borrower);
      if (!loan) return;
      const name = random() < 0.7 ? 'settlementQuote' : 'cancelLoan';
      const quote = await tried(borrower, name, { body: { orderId: loan.orderId } });
      if (!quote) return;
      const { quoteId, planId, amount } = quote;
      await tried(borrower, 'submitRepayApplyV2', {
        body: { bizType: 1, planId, payAmount: amount, quoteId },
      });
    },
  ],
];

function drawOperation(random: Random): Operation {
  const all = OPERATIONS_BY_CHANCE.reduce((sum, [weight]) => sum + weight, 0);
  let point = random() * all;
  for (const [weight, operation] of OPERATIONS_BY_CHANCE) {
    point -= weight;
    if (point < 0) return operation;
  }
  throw new Error('no operation was drawn');
}

async function work(borrowers: readonly Borrower[], random: Random): Promise<void> {
  while (calls.answered < OPERATIONS) {
    await drawOperation(random)(borrowers[Math.floor(random() * borrowers.length)]!, random);
  }
}

async function enterPins(borrowers: readonly Borrower[]): Promise<void> {
  while (calls.answered < OPERATIONS) {
    for (const { handset, mobile } of borrowers) {
      for (const prompt of (await handset.phone(mobile)).prompts) {
        await handset.answer(mobile, prompt.id, 'approve').catch(() => undefined);
      }
    }
    await sleep(LOOK_AT_PHONE_MS);
  }
}

/** Gives wallet credit by a transfer from the lender's bank, so that the book stays sound. */
const GIVE_CREDIT = `
  with given as (
    update borrower_standing set wallet_ngwee = wallet_ngwee + 100000 returning borrower_id
  )
  insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee, business_on,
    recorded_at)
  select borrower_id, nextval('ledger_entry_id'), 1, 'bank', 'wallet_credit', 100000, current_date, now() from given`;

async function giveCredit(database: pg.Client): Promise<void> {
  for (let given = 0; given * GIFT_EVERY < OPERATIONS; given += 1) {
    while (calls.answered < given * GIFT_EVERY) await sleep(LOOK_AT_PHONE_MS);
    await database.query(GIVE_CREDIT);
  }
}

async function hammer(program: Program, seed: number): Promise<string[]> {
  const borrowers = await registerBorrowers(program, BORROWERS);
  const database = new pg.Client({ connectionString: await program.databaseUrl() });
  await database.connect();
  // When the program stops early, its own failure must be reported, not this one.
  database.on('error', () => undefined);
  const beganAt = performance.now();
  await Promise.all([
    ...Array.from({ length: WORKERS }, (_none, index) => work(borrowers, seededRandom(seed + index))),
    enterPins(borrowers),
    giveCredit(database),
  ]);
  const seconds = (performance.now() - beganAt) / 1000;
  const report = await booksAtRest(program, REST_MS);
  const { rows } = await database.query(
    `select (select count(*)::int from loan) as loans, (select count(*)::int from ledger_transfer) as transfers,
       (select min(wallet_ngwee)::float8 from borrower_standing) as least_wallet,
       (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks`,
  );
  await database.end();
  console.log(
    `${calls.answered} calls in ${seconds.toFixed(1)} s: ${Math.round(calls.answered / seconds)} a second`,
  );
  console.log(JSON.stringify({ ...rows[0], attempts: report.attempts, loans: report.loans }));
  console.log(JSON.stringify(Object.fromEntries([...calls.codes].sort())));
  const broken = [...calls.codes].filter(([key]) => / 5\d\d$/.test(key) && !key.endsWith(' 501'));
  return [...report.problems, ...broken.map(([key, count]) => `${count} × ${key}`), ...errorsOf(program)];
}

const seed = seedOfRun();
console.log(`SEED=${seed}: ${WORKERS} workers, ${BORROWERS} borrowers, ${OPERATIONS} calls`);
const program = await startWithOperators();
try {
  const problems = await hammer(program, seed);
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'PASSED: the books are right.' : 'FAILED');
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await program.stop();
}
