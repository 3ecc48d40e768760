import { randomInt } from 'node:crypto';

/** How many random runs a property gets: a few in every test run, as many as `name` says for a full one. */
export function runsOf(name: 'MODEL_RUNS' | 'SCHEDULE_RUNS', few: number): number {
  const asked = process.env[name];
  return asked === undefined ? few : Number(asked);
}

/** Many random runs on a machine that others keep busy take longer than one example. */
export const busyMachine = { timeout: 600_000 };

/** The seed of all random runs of one test process, printed so that a failure can be had again with PROPERTY_SEED. */
export const propertySeed = Number(process.env.PROPERTY_SEED ?? randomInt(2 ** 31));

export function announceRuns(what: string, runs: number): void {
  console.info(`${what}: ${runs} runs from PROPERTY_SEED=${propertySeed}`);
}
