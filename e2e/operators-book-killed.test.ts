import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBorrowerClient } from '../apps/server/src/demo/borrower-client.ts';
import { liveLoans, registerBorrowers, until } from './borrower-story.ts';
import type { Program } from './program.ts';
import { type Random, seededRandom, seedOfRun } from './seeded-random.ts';
import {
  booksAtRest,
  errorsOf,
  letOperatorsMisbehave,
  SIX_FAULTS,
  startWithOperators,
} from './simulated-operators.ts';

const LOANS = 40;
const KILLS = 5;
const MOST_BETWEEN_KILLS_MS = 5_000;
const LONGEST_RECOVERY_MS = 10_000;

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
});
afterAll(() => program.stop());

/** Answers how long after each kill the server took until it served a call again. */
async function killAgainAndAgain(random: Random): Promise<number[]> {
  const recoveries: number[] = [];
  const anybody = createBorrowerClient(program.url, Date.now);
  while (recoveries.length < KILLS) {
    await sleep(random() * MOST_BETWEEN_KILLS_MS);
    await program.kill();
    const killedAt = performance.now();
    const started = program.startAgain();
    await until('the server serves again', () =>
      anybody.call('productPublic', {}).then(
        ({ code }) => code === 200,
        () => false,
      ),
    );
    recoveries.push(Math.round(performance.now() - killedAt));
    await started;
  }
  return recoveries;
}

test('a server that is killed five times while its operators misbehave loses and doubles nothing', async () => {
  const seed = seedOfRun();
  const borrowers = await registerBorrowers(program, LOANS);
  await letOperatorsMisbehave(program, SIX_FAULTS, seed);
  const beganAt = performance.now();
  const [lives, recoveries] = await Promise.all([
    liveLoans(borrowers, seed),
    killAgainAndAgain(seededRandom(seed)),
  ]);
  const livedMs = Math.round(performance.now() - beganAt);
  const report = await booksAtRest(program);
  console.log(
    `SEED=${seed}: recovered in ${recoveries.join(', ')} ms; all loans lived in ${livedMs} ms;`,
    JSON.stringify({ failedPayments: lives.reduce((sum, { failed }) => sum + failed, 0), ...report }),
  );
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ settled: LOANS });
  expect(Math.max(...recoveries)).toBeLessThan(LONGEST_RECOVERY_MS);
  expect(errorsOf(program)).toEqual([]);
});
