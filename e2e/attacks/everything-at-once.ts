import { setTimeout as sleep } from 'node:timers/promises';
import { liveLoansUntil, registerBorrowers } from '../support/borrower-story.ts';
import { type Random, seededRandom } from '../support/seeded-random.ts';
import {
  booksAtRest,
  errorsOf,
  letOperatorsMisbehave,
  SIX_FAULTS,
  startWithOperators,
} from '../support/simulated-operators.ts';
import { disasters, moveMtn, type ProxiedProgram, putProxyBefore } from './disasters.ts';
import { backUp, loseAndRestore } from './restored-machine.ts';

const BORROWERS = 12;
const LONGEST_PAUSE_MS = 6_000;
/** When MTN moves and when the backup is taken, as shares of the whole time. */
const MOVES_AT = 0.3;
const BACKED_UP_AT = 0.7;
const AT_REST_WITHIN_MS = 180_000;

/**
 * Borrowers borrow and repay without a pause while the operators misbehave, the server and the database are killed and
 * fall silent, and MTN moves. Then the machine is lost and restored from a backup that was taken on the way. Answers the
 * problems that were found, as sentences.
 */
export async function everythingAtOnce(seed: number, forMs: number): Promise<string[]> {
  const program = await startWithOperators();
  let proxied: ProxiedProgram | undefined;
  try {
    proxied = await putProxyBefore(program);
    const borrowers = await registerBorrowers(program, BORROWERS);
    await letOperatorsMisbehave(program, SIX_FAULTS, seed);
    const endsAt = performance.now() + forMs;
    const [loans, events] = await Promise.all([
      liveLoansUntil(borrowers, seed, () => performance.now() >= endsAt),
      disastersUntil(proxied, seededRandom(seed), endsAt - forMs, endsAt),
    ]);
    const report = await booksAtRest(program, AT_REST_WITHIN_MS);
    console.log(JSON.stringify({ loans, events, attempts: report.attempts, unknown: report.unknown }));
    const problems = [
      ...report.problems,
      ...report.unknown.map((id) => `the outcome of ${id} is unknown`),
      ...Object.keys(report.loans).flatMap((state) => (state === 'settled' ? [] : [`a loan is ${state}`])),
      ...errorsOf(program).filter((line) => !isOfDeadDatabase(line)),
    ];
    return [...problems, ...(await loseAndRestore(program))];
  } finally {
    proxied?.proxy.wake();
    await program.stop();
    proxied?.proxy.close();
  }
}

/** The server logs each statement that a killed, stopped or silent database did not answer. */
const isOfDeadDatabase = (line: string) =>
  /Connection terminated|terminating connection|ECONNREFUSED|ECONNRESET|timeout|in time|"code":"57P0[123]"/.test(
    line,
  );

/** Answers how often each thing happened. */
async function disastersUntil(
  proxied: ProxiedProgram,
  random: Random,
  beganAt: number,
  endsAt: number,
): Promise<Record<string, number>> {
  const happened: Record<string, number> = {};
  const happen = async (name: string, event: () => Promise<void>) => {
    console.log(`${Math.round((performance.now() - beganAt) / 1000)} s: ${name}`);
    await event();
    happened[name] = (happened[name] ?? 0) + 1;
  };
  const once = [
    { name: 'MTN moves', atShare: MOVES_AT, event: () => moveMtn(proxied) },
    { name: 'a backup is taken', atShare: BACKED_UP_AT, event: () => backUp(proxied.program) },
  ];
  while (performance.now() < endsAt) {
    await sleep(random() * LONGEST_PAUSE_MS);
    const share = (performance.now() - beganAt) / (endsAt - beganAt);
    if (once[0] && share >= once[0].atShare) {
      const { name, event } = once.shift()!;
      await happen(name, event);
    }
    const names = Object.keys(disasters);
    const name = names[Math.floor(random() * names.length)]!;
    await happen(name, () => disasters[name]!(proxied, random));
  }
  return happened;
}
