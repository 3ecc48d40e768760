import { randomBytes, randomInt } from 'node:crypto';

/** What nobody can guess, as an argument: tokens, codes and secrets are drawn from it. */
export type Randomness = { randomBytes(size: number): Buffer; randomInt(below: number): number };

/** A word that opens something to whoever has it, as a session or a download: 256 bits. */
export function newToken({ randomBytes }: Randomness): string {
  return randomBytes(32).toString('base64url');
}

export const systemRandomness: Randomness = { randomBytes, randomInt };
