import { setTimeout as sleep } from 'node:timers/promises';
import { createBorrowerClient } from '../../apps/server/src/demo/borrower-client.ts';
import { until } from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import type { Random } from '../support/seeded-random.ts';

const MAX_BETWEEN_KILLS_MS = 5_000;

/** The longest time that a killed server may be unavailable. */
export const LONGEST_RECOVERY_MS = 10_000;

/** Kills the server at random moments. Answers how long each time until a call was served again. */
export async function killAgainAndAgain(
  program: Program,
  random: Random,
  isEnough: (kills: number) => boolean,
): Promise<number[]> {
  const recoveries: number[] = [];
  const anybody = createBorrowerClient(program.url, Date.now);
  while (!isEnough(recoveries.length)) {
    await sleep(random() * MAX_BETWEEN_KILLS_MS);
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
