import type { ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apply } from '../../apps/server/src/demo/borrower-steps.ts';
import { lusakaDay } from '../../apps/server/src/platform/clock.ts';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import { ensurePostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type Borrower, borrow, registerBorrowers, repeatingCaller } from '../support/borrower-story.ts';
import { startSimulator, stopPostgres, untilEnded } from '../support/processes.ts';
import { type Program, startProgram } from '../support/program.ts';
import { hireChecker } from '../support/second-person.ts';

const terminals = path.join(import.meta.dirname, '../../apps/server/src');
const BACKUP_KEY = randomBytes(32).toString('hex');
const WISH = { amount: 2000, termId: 1 };
const PATIENCE = { timeout: 90_000, interval: 200 };

let folder: string;
let operators: ChildProcess;
let operatorsUrl: string;
let program: Program;
/** On the day on which the test runs, also if it is not the same at the end. */
const firstDay = lusakaDay(Date.now() - 10 * 60_000);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-restore-'));
  await chmod(folder, 0o711);
  // The operators are another company: they are not lost with the server, and not restored with it.
  const simulatorUrl = `http://127.0.0.1:${await freePort()}/sim`;
  const { ownerUrl } = await ensurePostgres({
    dataDir: path.join(folder, 'operators'),
    log: () => undefined,
  });
  operatorsUrl = new URL('/thumba_simulator', ownerUrl).href;
  operators = await startSimulator(simulatorUrl, ownerUrl, { pollMs: 50 });
  const started = await startProgram({
    env: {
      DEMO_BORROWERS: 'false',
      ENQUIRY_TIME_SCALE: '0.05',
      FLOAT_ASK_SECONDS: '1',
      SIMULATOR_URL: simulatorUrl,
    },
  });
  program = { ...started, simulatorUrl };
});
afterAll(async () => {
  await program?.stop();
  await untilEnded(operators, 'SIGTERM');
  await stopPostgres(path.join(folder, 'operators'));
  await rm(folder, { recursive: true, force: true });
});

/** A command at the terminal, beside the server. */
const run = (district: 'staff' | 'upkeep', ...words: string[]) => runAs({}, district, ...words);

type Signed = { SUDO_USER?: string; SUDO_UID?: string };

const MARY = { SUDO_USER: 'mary', SUDO_UID: '7001' };
const GRACE = { SUDO_USER: 'grace', SUDO_UID: '7002' };

async function runAs(
  signed: Signed,
  district: 'staff' | 'upkeep',
  ...words: string[]
): Promise<{ status: number; text: string }> {
  const terminal = path.join(terminals, district, 'terminal/main.ts');
  return new Promise((resolve) => {
    const env = { ...process.env, BACKUP_KEY, ...program.settings, ...signed };
    execFile(process.execPath, [terminal, ...words], { env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });
}

const rowsOf = async (query: string) => rowsAt(await program.databaseUrl(), query);

async function rowsAt(connectionString: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return (await client.query(query).finally(() => client.end())).rows;
}

/** What the operators paid out, in ngwee: to everyone, or to one number. */
async function paidOut(mobile?: string): Promise<number[]> {
  const book = await (await fetch(`${program.simulatorUrl}/api/book`)).json();
  const { instructions } = book as {
    instructions: { direction: string; outcome: string; mobile: string; amount: number }[];
  };
  return instructions
    .filter(({ direction, outcome }) => direction === 'payout' && outcome === 'succeeded')
    .filter((one) => mobile === undefined || one.mobile === mobile)
    .map(({ amount }) => amount * 100);
}

async function setFloat(operator: string, balance: number): Promise<void> {
  const answer = await fetch(`${program.simulatorUrl}/api/floats/${operator}/payout`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ balance }),
  });
  expect(answer.status).toBe(200);
}

async function applyFor({ client }: Borrower): Promise<number> {
  const { orderId } = await apply(repeatingCaller(client), { productId: 1, ...WISH });
  return orderId;
}

const billOf = async ({ client }: Borrower, orderId: number) =>
  (await repeatingCaller(client).ask('queryLoanDetail', { params: { id: orderId } })) as {
    status: string;
    waitingFor?: string;
  };

const untilBillIs = (borrower: Borrower, orderId: number, wanted: object) =>
  vi.waitFor(async () => expect(await billOf(borrower, orderId)).toMatchObject(wanted), PATIENCE);

/** The machine is gone, and another one gets the backup. */
async function loseAndRestore(backups: string): Promise<void> {
  await program.kill();
  await stopPostgres(program.dataDir);
  await rm(program.dataDir, { recursive: true });
  await mkdir(program.dataDir, { mode: 0o711 });
  const restored = await run('upkeep', 'restore', '--from', backups, '--into', program.dataDir);
  expect(restored).toMatchObject({ status: 0 });
  expect(restored.text).toContain('Payouts are held');
  await program.startAgain();
}

/** A payment fails at each operator, so that the rows of their statements show the time until now. */
async function failAtOperators(): Promise<void> {
  await rowsAt(
    operatorsUrl,
    `insert into simulator.instruction (operator, direction, reference, mobile, amount_ngwee, currency, request,
       fault_draw, outcome, failure, created_at, settled_at)
     select operator, 'collect', 'failed ' || gen_random_uuid(), mobile, 100, 'ZMW', '{}', 0, 'failed', 'wrong PIN', now(), now()
     from (values ('mtn', '0961234567'), ('airtel', '0971234567')) as of_each(operator, mobile)`,
  );
}

async function importStatement(signed: Signed, operator: 'mtn' | 'airtel') {
  const lastDay = lusakaDay(Date.now());
  const url = `${program.simulatorUrl}/api/statement?operator=${operator}&from=${firstDay}&to=${lastDay}`;
  const file = path.join(folder, `${operator}.csv`);
  await writeFile(file, await (await fetch(url)).text());
  return runAs(
    signed,
    'staff',
    'reconcile',
    '--operator',
    operator,
    '--from',
    firstDay,
    '--to',
    lastDay,
    file,
  );
}

/** The hold stands for this operator after the import of one person. Answers what the second person is told. */
async function importByBoth(operator: 'mtn' | 'airtel') {
  const first = await importStatement(MARY, operator);
  expect(first.text).toMatch(new RegExp(` for: .*${operator}[,.]`));
  return importStatement(GRACE, operator);
}

test('a borrower who was paid after the backup is not paid again, and payouts go on when the books agree', async () => {
  const [first, unsent, forgotten] = (await registerBorrowers(program, 3)) as [Borrower, Borrower, Borrower];
  await borrow(first, WISH);
  await setFloat('airtel', 100);
  const unsentLoan = await applyFor(unsent);
  await untilBillIs(unsent, unsentLoan, {
    waitingFor: expect.stringContaining('does not have enough money'),
  });
  const backups = path.join(folder, 'backups');
  expect(await run('upkeep', 'backup', '--to', backups)).toMatchObject({ status: 0 });
  // After the backup one payout leaves that the backup has as unsent, and one of which it knows nothing.
  await setFloat('airtel', 100_000);
  await untilBillIs(unsent, unsentLoan, { status: 'active' });
  await borrow(forgotten, WISH);
  expect(await paidOut()).toHaveLength(3);

  await loseAndRestore(backups);
  // The operator knows the one under its id. The other borrower asks again, because the app shows no loan.
  await untilBillIs(unsent, unsentLoan, { status: 'active' });
  const again = await applyFor(forgotten);
  await untilBillIs(forgotten, again, {
    waitingFor: expect.stringContaining('We are comparing our records'),
  });
  expect((await run('staff', 'release-payouts')).text).toContain('for: airtel, mtn.');
  expect((await run('upkeep', 'doctor')).text).toContain('payouts are held');

  await failAtOperators();
  expect(await importByBoth('airtel')).toEqual({
    status: 0,
    text: expect.stringMatching(
      / for: mtn\.\n(?:.*\n)+ {4}npm run reconcile -- --operator mtn statement\.csv\n$/,
    ),
  });
  const compared = await importByBoth('mtn');
  expect(compared.status).toBe(1);
  expect(compared.text).toContain('extra at the operator');
  const [difference] = await rowsOf(
    `select difference_id::text as no, statement_ngwee from reconciliation_difference where state = 'open'`,
  );
  expect(difference).toMatchObject({ statement_ngwee: '200000' });
  const [held] = await rowsOf(
    `select attempt_id::text as id from payment_attempt where state = 'created' and held_reason = 'book_restored'`,
  );
  expect(await paidOut(forgotten.mobile)).toEqual([200_000]);
  const resolved = await run(
    ...([
      'staff',
      'differences',
      'payout',
      String(difference!.no),
      String(held!.id),
      'the number agrees',
    ] as const),
  );
  expect(resolved).toMatchObject({ status: 0 });
  const approve = await hireChecker(program, 'head_of_finance');
  expect(await approve(resolved.text)).toContain('payouts are sent again');
  await untilBillIs(forgotten, again, { status: 'active' });

  const [next] = (await registerBorrowers(program, 1, { first: 3 })) as [Borrower];
  await borrow(next, WISH);
  for (const { mobile } of [first, unsent, forgotten, next]) {
    expect(await paidOut(mobile)).toEqual([200_000]);
  }
  const [posted] = await rowsOf(
    `select sum(amount_ngwee)::integer as ngwee from ledger_transfer where credit_account like 'float_%_payout'`,
  );
  expect(posted!.ngwee).toBe((await paidOut()).reduce((total, amount) => total + amount, 0));
});
