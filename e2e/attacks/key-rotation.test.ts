import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysOf } from '../../apps/server/src/book/settings/key-settings.ts';
import { openDatabase, statement } from '../../apps/server/src/platform/database.ts';
import { createSealing } from '../../apps/server/src/platform/sealing.ts';
import { examineSealedValues } from '../../apps/server/src/upkeep/keys/reseal.ts';
import { type Borrower, liveLoans, registerBorrowers, until } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, errorsOf, startWithOperators } from '../support/simulated-operators.ts';

/*
 * Keys are changed again and again while borrowers sign for loans and repay them. KEY_ROTATION_SECONDS makes it longer.
 */
const SECONDS = Number(process.env.KEY_ROTATION_SECONDS ?? 5);
const BORROWERS = 12;
/** How many payments succeed between two steps of a change of keys. */
const PAYMENTS_BETWEEN = SECONDS < 60 ? 1 : 8;
const UPKEEP = path.join(import.meta.dirname, '../../apps/server/src/upkeep/terminal/main.ts');

type Keys = { DATA_KEYS: string; LOOKUP_KEYS: string };
type Numbered = { data: string; lookup: string };

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
});
afterAll(() => program.stop());

test('keys change while borrowers repay: nothing is lost or unreadable, also where a rotation was killed', async () => {
  const seed = seedOfRun();
  const borrowers = await registerBorrowers(program, BORROWERS);
  const endsAt = Date.now() + SECONDS * 1000;
  const isOver = () => Date.now() >= endsAt;
  const [lives, changes] = await Promise.all([repayUntil(borrowers, seed, isOver), changeKeysUntil(isOver)]);
  const report = await booksAtRest(program);
  console.log(
    `SEED=${seed}: ${lives} loans lived in ${SECONDS} s and more; ${changes.killed} rotations were killed and ` +
      `${changes.done} done; ${JSON.stringify({ loans: report.loans, attempts: report.attempts })}`,
  );
  expect(report.problems).toEqual([]);
  expect(report.loans).toEqual({ settled: lives });
  expect(errorsOf(program)).toEqual([]);

  expect(await unreadableUnderLastKey()).toEqual([]);
  const doctor = await upkeep('doctor');
  expect(doctor.printed).toContain('✓ each sealed value opens in its row');
  expect(doctor.status).toBe(0);
});

/** Each borrower signs for a loan and repays it, again and again. Answers how many loans there were. */
async function repayUntil(borrowers: Borrower[], seed: number, isOver: () => boolean): Promise<number> {
  let loans = 0;
  for (let round = 0; round === 0 || !isOver(); round += 1) {
    loans += (await liveLoans(borrowers, seed + round)).length;
  }
  return loans;
}

/**
 * The changes of keys, as docs/running/production.md asks for them: the new keys second, then first, then what is stored
 * moves, then the earlier data key is taken out. Earlier look-up keys stay.
 */
async function changeKeysUntil(isOver: () => boolean): Promise<{ killed: number; done: number }> {
  const { DATA_KEYS, LOOKUP_KEYS } = program.settings as Keys;
  let current: Numbered = { data: DATA_KEYS, lookup: LOOKUP_KEYS };
  const made = { killed: 0, done: 0 };
  for (let number = 2; number === 2 || !isOver(); number += 1) {
    const added = { data: newKey(number), lookup: newKey(number) };
    const lookups = current.lookup;
    await restartWith({
      DATA_KEYS: `${current.data},${added.data}`,
      LOOKUP_KEYS: `${lookups},${added.lookup}`,
    });
    await untilRepaid(PAYMENTS_BETWEEN);
    await restartWith({
      DATA_KEYS: `${added.data},${current.data}`,
      LOOKUP_KEYS: `${added.lookup},${lookups}`,
    });
    await untilRepaid(PAYMENTS_BETWEEN);
    made.killed += Number(await killRotation());
    const { status, printed } = await upkeep('rotate-keys');
    expect(printed).toContain(`Nothing is left under data key ${number - 1}: it may be taken out`);
    expect(status).toBe(0);
    made.done += 1;
    await untilRepaid(PAYMENTS_BETWEEN);
    await restartWith({ DATA_KEYS: added.data, LOOKUP_KEYS: `${added.lookup},${lookups}` });
    current = { data: added.data, lookup: `${added.lookup},${lookups}` };
  }
  return made;
}

/** Waits until so many more payments have succeeded, or until the borrowers have stopped. */
async function untilRepaid(more: number): Promise<void> {
  const db = openDatabase({ url: await program.databaseUrl(), maxConnections: 1 });
  try {
    const before = (await db.row(countPaymentsStatement, {}))!.payments;
    await until('payments succeed', async () => {
      const { payments, open_loans } = (await db.row(countPaymentsStatement, {}))!;
      return payments >= before + more || open_loans === 0;
    });
  } finally {
    await db.close();
  }
}

const countPaymentsStatement = statement<{ payments: number; open_loans: number }>(
  'test: count payments',
  `select count(*) filter (where p.state = 'succeeded') as payments,
     (select count(*) from loan where state <> 'settled') as open_loans from payment_attempt p`,
);

const newKey = (number: number) => `${number}:${randomBytes(32).toString('hex')}`;

async function restartWith(keys: Keys): Promise<void> {
  await program.kill();
  program.changeKeys(keys);
  await program.startAgain();
}

/** Kills a rotation when it says that the first part is done. Answers whether it was under way. */
async function killRotation(): Promise<boolean> {
  const rotation = startUpkeep('rotate-keys');
  const ended = once(rotation, 'exit');
  await Promise.race([once(rotation.stdout!, 'data'), ended]);
  rotation.kill('SIGKILL');
  const [, signal] = await ended;
  return signal === 'SIGKILL';
}

async function upkeep(command: string): Promise<{ status: number; printed: string }> {
  const running = startUpkeep(command);
  const [printed, complained, [status]] = await Promise.all([
    text(running.stdout!),
    text(running.stderr!),
    once(running, 'exit'),
  ]);
  return { status, printed: printed + complained };
}

function startUpkeep(command: string): ChildProcess {
  return spawn(process.execPath, [UPKEEP, command], {
    env: { PATH: process.env.PATH, ...program.settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The values that do not open with the first data key alone. */
async function unreadableUnderLastKey(): Promise<string[]> {
  const { DATA_KEYS, LOOKUP_KEYS, CALLBACK_SECRET } = program.settings;
  const [first] = DATA_KEYS!.split(',');
  const sealing = createSealing(keysOf({ DATA_KEYS: first, LOOKUP_KEYS, CALLBACK_SECRET }));
  const db = openDatabase({ url: await program.databaseUrl(), maxConnections: 1 });
  try {
    return (await examineSealedValues(db, sealing)).unreadable;
  } finally {
    await db.close();
  }
}
