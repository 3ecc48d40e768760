import { randomInt } from 'node:crypto';

/** The number of random runs of a property: `few`, or the environment variable `name`. */
export function runsOf(name: 'MODEL_RUNS' | 'SCHEDULE_RUNS', few: number): number {
  const asked = process.env[name];
  return asked === undefined ? few : Number(asked);
}

/** The time limit for many random runs on a busy machine. */
export const busyMachine = { timeout: 600_000 };

/** The seed of all random runs of one test process. It is printed; PROPERTY_SEED repeats a failure with it. */
export const propertySeed = Number(process.env.PROPERTY_SEED ?? randomInt(2 ** 31));

export function announceRuns(what: string, runs: number): void {
  console.info(`${what}: ${runs} runs from PROPERTY_SEED=${propertySeed}`);
}
