import { randomBytes, randomInt } from 'node:crypto';

/** What nobody can guess, as an argument: tokens, codes and secrets are drawn from it. */
export type Randomness = { randomBytes(size: number): Buffer; randomInt(below: number): number };

export const systemRandomness: Randomness = { randomBytes, randomInt };
