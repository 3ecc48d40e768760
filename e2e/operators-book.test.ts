import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveLoans, registerBorrowers } from './borrower-story.ts';
import type { Program } from './program.ts';
import { seedOfRun } from './seeded-random.ts';
import {
  booksAtRest,
  errorsOf,
  letOperatorsMisbehave,
  SIX_FAULTS,
  startWithOperators,
} from './simulated-operators.ts';

const LOANS = 40;

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
});
afterAll(() => program.stop());

test('whatever the operators do to forty loans, their book and ours end the same', async () => {
  const seed = seedOfRun();
  const beganAt = performance.now();
  const borrowers = await registerBorrowers(program, LOANS);
  const registeredAt = performance.now();
  await letOperatorsMisbehave(program, SIX_FAULTS, seed);
  const lives = await liveLoans(borrowers, seed);
  const livedAt = performance.now();
  const report = await booksAtRest(program);
  const restedAt = performance.now();
  console.log(
    `SEED=${seed}: ${LOANS} borrowers in ${seconds(beganAt, registeredAt)} s, their loans in ` +
      `${seconds(registeredAt, livedAt)} s, at rest after ${seconds(livedAt, restedAt)} s;`,
    JSON.stringify({ failedPayments: lives.reduce((sum, { failed }) => sum + failed, 0), ...report }),
  );
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ settled: LOANS });
  expect(errorsOf(program)).toEqual([]);
});

function seconds(from: number, to: number): string {
  return ((to - from) / 1000).toFixed(1);
}
