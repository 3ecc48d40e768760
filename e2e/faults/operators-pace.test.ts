import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALL_KINDS } from '../../apps/server/src/book/settings/operator-settings.ts';
import { liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import { mtnPlatforms } from '../support/mtn-platforms.ts';
import type { Program } from '../support/program.ts';
import { openRefusingOperator, type RefusingOperator } from '../support/refusing-operator.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import {
  booksAtRest,
  errorsOf,
  letOperatorsMisbehave,
  operatorTimes,
  startWithOperators,
} from '../support/simulated-operators.ts';

const LOANS = 8;
const PER_SECOND = 2;
/** The calls of one second may be late on their way to this process, and come with those of the next. */
const LATE = PER_SECOND;
/** Figures of the pace are for enquiry times as they are in production. */
const PACE = PER_SECOND * Number(operatorTimes.ENQUIRY_TIME_SCALE);

let program: Program;
let mtn: RefusingOperator;
beforeAll(async () => {
  program = await startWithOperators();
  mtn = await openRefusingOperator(program.simulatorUrl, 5);
});
afterAll(async () => {
  await program?.stop();
  await mtn?.close();
});

/** The most calls that came within one second, whenever it began. */
function mostInASecond(times: readonly number[]): number {
  const within = times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length);
  return Math.max(0, ...within);
}

test('MTN refuses every fifth call with 429 while loans live: its pace is kept, and all payments end once', async () => {
  const seed = seedOfRun();
  program.changeSettings({
    ...mtnPlatforms(mtn.url).legacy,
    OPERATOR_PACE: `mtn:instruction=${PACE},status=${PACE}`,
  });
  await program.kill();
  await program.startAgain();
  const borrowers = await registerBorrowers(program, LOANS);
  // Where no callback comes, the server asks about the payment.
  await letOperatorsMisbehave(program, { callbackLost: 0.5 }, seed);
  await liveLoans(borrowers, seed);
  const report = await booksAtRest(program);
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ settled: LOANS });
  expect(errorsOf(program)).toEqual([]);
  const counts = CALL_KINDS.filter((kind) => kind !== 'account').map((kind) => {
    const ofKind = mtn.taken.filter((call) => call.kind === kind);
    return {
      kind,
      calls: ofKind.length,
      refused: ofKind.filter(({ isRefused }) => isRefused).length,
      most: mostInASecond(ofKind.map(({ atMs }) => atMs)),
    };
  });
  console.log(`SEED=${seed}:`, JSON.stringify(counts));
  for (const { refused, most } of counts) {
    expect(refused).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(PER_SECOND + LATE);
  }
});
