import { isConflict } from './database.ts';

/** Higher than the number of requests for the same thing that one borrower can have under way at once. */
const MAX_ROUNDS = 12;

/** The answer of an attempt that has to be made again, because another writer changed what it had read. */
export const AGAIN = Symbol('again');

/**
 * Runs an attempt that reads, decides and writes, until no other writer was first: the attempt is made again when it
 * answers `AGAIN` or fails on a conflict in the database. Throws after `MAX_ROUNDS`.
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
