import { randomBytes, randomInt } from 'node:crypto';

/** What nobody can guess, as an argument: nothing else in the server may draw a token, a code or a secret. */
export type Randomness = { randomBytes(size: number): Buffer; randomInt(below: number): number };

export const systemRandomness: Randomness = { randomBytes, randomInt };
