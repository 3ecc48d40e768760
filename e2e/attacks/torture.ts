import { liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { seededRandom, seedOfRun } from '../support/seeded-random.ts';
import {
  booksAtRest,
  errorsOf,
  letOperatorsMisbehave,
  startWithOperators,
} from '../support/simulated-operators.ts';
import { everythingAtOnce } from './everything-at-once.ts';
import { killAgainAndAgain, LONGEST_RECOVERY_MS } from './kill-again.ts';
import { upgradeUnderTraffic } from './upgrade-under-traffic.ts';

/*
 * npm run torture: the whole program with operators that misbehave, killed repeatedly, one round for each seed. After
 * each round both books must be equal. SEED repeats a run. SEEDS and OPERATIONS make it smaller.
 *
 * npm run torture -- --all: everything at once for ten minutes, with an upgrade and a restore among it. Then an upgrade
 * without a failed answer. MINUTES makes it shorter.
 *
 * npm run torture -- --upgrade: only the upgrade. It needs the history of the repository, which has the earlier version.
 */
const MINUTES = Number(process.env.MINUTES ?? 10);
const SEEDS = Number(process.env.SEEDS ?? 20);
const OPERATIONS = Number(process.env.OPERATIONS ?? 1000);
const KILLS_PER_ROUND = 5;
const BORROWERS = 20;
const MAX_ROUNDS = SEEDS * 3;

const FAULTS = {
  answerLost: 0.2,
  refused500: 0.1,
  callbackTwice: 0.1,
  callbackLate: 0.1,
  callbackReordered: 0.05,
};

type Totals = { operations: number; kills: number; failedPayments: number; longestRecoveryMs: number };

const firstSeed = seedOfRun();
const problems = await asked();
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'PASSED: nothing lost, nothing doubled.' : 'FAILED');
process.exitCode = problems.length === 0 ? 0 : 1;

function asked(): Promise<string[]> {
  if (process.argv.includes('--all')) return all();
  return process.argv.includes('--upgrade') ? upgrade() : rounds();
}

async function all(): Promise<string[]> {
  console.log(`SEED=${firstSeed}: everything at once for ${MINUTES} minutes`);
  return [...(await everythingAtOnce(firstSeed, MINUTES * 60_000)), ...(await upgrade())];
}

async function upgrade(): Promise<string[]> {
  console.log(`SEED=${firstSeed}: an upgrade while borrowers borrow and repay`);
  return upgradeUnderTraffic(firstSeed);
}

async function rounds(): Promise<string[]> {
  console.log(
    `SEED=${firstSeed}: ${SEEDS} seeds, at least ${OPERATIONS} operations; ${JSON.stringify(FAULTS)}`,
  );
  const program = await startWithOperators();
  try {
    return await torture(program);
  } finally {
    await program.stop();
  }
}

/** Answers the problems that were found, as sentences. */
async function torture(program: Program): Promise<string[]> {
  const borrowers = await registerBorrowers(program, BORROWERS);
  const totals: Totals = { operations: 0, kills: 0, failedPayments: 0, longestRecoveryMs: 0 };
  for (let round = 0; round < SEEDS || totals.operations < OPERATIONS; round += 1) {
    if (round === MAX_ROUNDS) return [`only ${totals.operations} operations in ${MAX_ROUNDS} rounds`];
    const seed = firstSeed + round;
    await letOperatorsMisbehave(program, FAULTS, seed);
    const [lives, recoveries] = await Promise.all([
      liveLoans(borrowers, seed),
      killAgainAndAgain(program, seededRandom(seed), (kills) => kills === KILLS_PER_ROUND),
    ]);
    const report = await booksAtRest(program);
    totals.operations = Object.values(report.attempts).reduce((sum, count) => sum + count, 0);
    totals.kills += recoveries.length;
    totals.failedPayments += lives.reduce((sum, { failed }) => sum + failed, 0);
    totals.longestRecoveryMs = Math.max(totals.longestRecoveryMs, ...recoveries);
    console.log(
      `seed ${seed}:`,
      JSON.stringify({ ...totals, attempts: report.attempts, unknown: report.unknown }),
    );
    const wrong = [
      ...report.problems,
      ...Object.keys(report.loans).flatMap((state) => (state === 'settled' ? [] : [`a loan is ${state}`])),
      ...errorsOf(program),
    ];
    if (wrong.length > 0) return [`SEED=${seed}`, ...wrong];
  }
  return totals.longestRecoveryMs < LONGEST_RECOVERY_MS
    ? []
    : [`a server that was killed took ${totals.longestRecoveryMs} ms to serve again`];
}
