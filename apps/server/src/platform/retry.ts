import { isConflict } from './database.ts';

/** More than the requests of one borrower that can be under way at once for the same thing. */
const MAX_ROUNDS = 12;

/** What an attempt answers that found another writer's change and is to be made again. */
export const AGAIN = Symbol('again');

/**
 * Runs an attempt that reads, decides and writes, until no other writer was first: the attempt is made again when it
 * answers `AGAIN` or fails on a conflict in the database. Throws after twelve rounds.
 */
export async function retryOnConflict<Answer>(
  what: string,
  attempt: () => Promise<Answer | typeof AGAIN>,
): Promise<Answer> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    try {
      const answer = await attempt();
      if (answer !== AGAIN) return answer;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  throw new Error(`other writers were first ${MAX_ROUNDS} times: ${what}`);
}
