import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { seededRandom, seedOfRun } from '../support/seeded-random.ts';
import {
  booksAtRest,
  errorsOf,
  letOperatorsMisbehave,
  SIX_FAULTS,
  startWithOperators,
} from '../support/simulated-operators.ts';
import { killAgainAndAgain } from './kill-again.ts';

const LOANS = 40;
const KILLS = 5;
// `npm run torture` allows ten seconds, alone on the machine. Here other tests run at the same time.
const SERVES_AGAIN_WITHIN_MS = 60_000;

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
});
afterAll(() => program.stop());

test('a server that is killed five times while its operators misbehave loses and doubles nothing', async () => {
  const seed = seedOfRun();
  const borrowers = await registerBorrowers(program, LOANS);
  await letOperatorsMisbehave(program, SIX_FAULTS, seed);
  const beganAt = performance.now();
  const [lives, recoveries] = await Promise.all([
    liveLoans(borrowers, seed),
    killAgainAndAgain(program, seededRandom(seed), (kills) => kills === KILLS),
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
  expect(Math.max(...recoveries)).toBeLessThan(SERVES_AGAIN_WITHIN_MS);
  expect(errorsOf(program)).toEqual([]);
});
