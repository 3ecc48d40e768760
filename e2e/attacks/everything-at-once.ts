import { setTimeout as sleep } from 'node:timers/promises';
import { type Borrower, liveLoansUntil, registerBorrowers } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { type Random, seededRandom } from '../support/seeded-random.ts';
import {
  booksAtRest,
  errorsOf,
  letOperatorsMisbehave,
  SIX_FAULTS,
  startWithOperators,
} from '../support/simulated-operators.ts';
import { disasters, moveMtn, type ProxiedProgram, startBehindProxy } from './disasters.ts';
import { backUp, isOfForgotten, loseAndRestore, removeBackups } from './restored-machine.ts';
import { withEarlierVersion } from './upgrade-under-traffic.ts';

const BORROWERS = 12;
const LONGEST_PAUSE_MS = 6_000;
/** When the present version takes over, and what happens once, as shares of the whole time. */
const UPGRADED_AT = 0.1;
const MOVES_AT = 0.25;
const BACKED_UP_AT = 0.5;
const LOST_AT = 0.7;
/** The restored machine has this time at least, also where the books took long to come to rest. */
const LEAST_AFTER_RESTORE_MS = 60_000;
const AT_REST_WITHIN_MS = 180_000;

type Happened = Record<string, number>;
type Once = { name: string; at: number; event(): Promise<void> };
type Period = { seed: number; endsAt: number; once?: Once[] };

/**
 * Borrowers borrow and repay. An earlier version is upgraded meanwhile. Then the operators misbehave, the server and the
 * database are killed and fall silent, and MTN moves. The machine is lost and restored from a backup that was taken on
 * the way, and all of it goes on. Answers the problems that were found, as sentences.
 */
export function everythingAtOnce(seed: number, forMs: number): Promise<string[]> {
  return withEarlierVersion(async (sources) => {
    const program = await startWithOperators({}, { sources, simulatorApart: true });
    let proxied: ProxiedProgram | undefined;
    try {
      const beganAt = performance.now();
      const at = (share: number) => beganAt + share * forMs;
      const borrowers = await registerBorrowers(program, BORROWERS);
      const isUpgraded = upgradeAt(program, at(UPGRADED_AT));
      await Promise.all([
        liveLoansUntil(borrowers, seed, () => performance.now() >= at(UPGRADED_AT)),
        isUpgraded.then((started) => {
          proxied = started;
        }),
      ]);
      return await onPresentVersion(await isUpgraded, borrowers, { seed, at });
    } finally {
      proxied?.proxy.wake();
      await removeBackups(program);
      await program.stop();
      proxied?.proxy.close();
    }
  });
}

async function upgradeAt(program: Program, at: number): Promise<ProxiedProgram> {
  await sleep(Math.max(0, at - performance.now()));
  console.log('the earlier version ends, and the present one starts');
  await program.endEarlierVersion();
  return startBehindProxy(program);
}

async function onPresentVersion(
  proxied: ProxiedProgram,
  borrowers: readonly Borrower[],
  { seed, at }: { seed: number; at(share: number): number },
): Promise<string[]> {
  const { program } = proxied;
  await letOperatorsMisbehave(program, SIX_FAULTS, seed);
  const once = [
    { name: 'MTN moves', at: at(MOVES_AT), event: () => moveMtn(proxied) },
    { name: 'a backup is taken', at: at(BACKED_UP_AT), event: () => backUp(program) },
  ];
  await liveThrough(proxied, borrowers, { seed, endsAt: at(LOST_AT), once });
  const beforeLoss = await problemsOf(program);
  console.log('the machine is lost and restored');
  const { problems, ids } = await loseAndRestore(proxied);
  const endsAt = Math.max(at(1), performance.now() + LEAST_AFTER_RESTORE_MS);
  // The restored book knows the first borrowers as they were at the backup.
  const newBorrowers = await registerBorrowers(program, BORROWERS, { first: BORROWERS });
  await liveThrough(proxied, newBorrowers, { seed: seed + 1, endsAt });
  const afterRestore = await problemsOf(program, { isRestored: true });
  return [...beforeLoss, ...problems, ...afterRestore.filter((problem) => !isOfForgotten(problem, ids))];
}

async function liveThrough(
  proxied: ProxiedProgram,
  borrowers: readonly Borrower[],
  { seed, endsAt, once = [] }: Period,
): Promise<void> {
  const [loans, events] = await Promise.all([
    liveLoansUntil(borrowers, seed, () => performance.now() >= endsAt),
    disastersUntil(proxied, seededRandom(seed), endsAt, once),
  ]);
  console.log(JSON.stringify({ loans, events }));
}

/** The loans of a restored book are as they were at the backup, so they need not be settled. */
async function problemsOf(program: Program, { isRestored = false } = {}): Promise<string[]> {
  const report = await booksAtRest(program, AT_REST_WITHIN_MS);
  console.log(JSON.stringify({ attempts: report.attempts, loans: report.loans, unknown: report.unknown }));
  const unsettled = Object.keys(report.loans).filter((state) => state !== 'settled');
  return [
    ...report.problems,
    ...report.unknown.map((id) => `the outcome of ${id} is unknown`),
    ...(isRestored ? [] : unsettled.map((state) => `a loan is ${state}`)),
    ...errorsOf(program).filter((line) => !isOfDeadDatabase(line)),
  ];
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
  endsAt: number,
  once: Once[],
): Promise<Happened> {
  const happened: Happened = {};
  const happen = async (name: string, event: () => Promise<void>) => {
    console.log(`${new Date().toISOString().slice(11, 19)} ${name}`);
    await event();
    happened[name] = (happened[name] ?? 0) + 1;
  };
  const waiting = [...once];
  while (performance.now() < endsAt) {
    await sleep(random() * LONGEST_PAUSE_MS);
    if (waiting[0] && performance.now() >= waiting[0].at) {
      const { name, event } = waiting.shift()!;
      await happen(name, event);
    }
    const names = Object.keys(disasters);
    const name = names[Math.floor(random() * names.length)]!;
    await happen(name, () => disasters[name]!(proxied, random));
  }
  return happened;
}
