import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveLoans, registerBorrowers, until } from '../support/borrower-story.ts';
import { movedFrom, mtnPlatforms } from '../support/mtn-platforms.ts';
import type { Program } from '../support/program.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import {
  booksAtRest,
  errorsOf,
  letOperatorsMisbehave,
  startWithOperators,
} from '../support/simulated-operators.ts';

const LOANS = 8;

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
});
afterAll(() => program.stop());

async function instructions(): Promise<{ platform: string; direction: string }[]> {
  const book = await fetch(`${program.simulatorUrl}/api/book`);
  return ((await book.json()) as { instructions: { platform: string; direction: string }[] }).instructions;
}

test('MTN moves to another platform while loans live and answers and callbacks are lost: nothing is lost or doubled', async () => {
  const seed = seedOfRun();
  const mtn = mtnPlatforms(program.simulatorUrl);
  program.changeSettings(mtn.legacy);
  await program.kill();
  await program.startAgain();
  const borrowers = await registerBorrowers(program, LOANS);
  await letOperatorsMisbehave(program, { answerLost: 0.3, callbackLost: 0.5 }, seed);
  const [lives] = await Promise.all([
    liveLoans(borrowers, seed),
    (async () => {
      await until('MTN collects on the earlier platform', async () =>
        (await instructions()).some(
          ({ platform, direction }) => platform === 'legacy' && direction === 'collect',
        ),
      );
      await program.kill();
      program.changeSettings(movedFrom(mtn.legacy, mtn.new));
      await program.startAgain();
    })(),
  ]);
  // A phone of MTN, whose loan begins after the move.
  await liveLoans(await registerBorrowers(program, 1, { first: LOANS }), seed);
  const report = await booksAtRest(program);
  console.log(`SEED=${seed}:`, JSON.stringify({ lives: lives.length, ...report }));
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ settled: LOANS + 1 });
  expect(errorsOf(program)).toEqual([]);
  expect(new Set((await instructions()).map(({ platform }) => platform))).toEqual(
    new Set(['legacy', 'new', 'only']),
  );
});
