import { randomBytes, randomInt } from 'node:crypto';

/** The source of unguessable numbers for tokens, codes and secrets, as an argument. */
export type Randomness = { randomBytes(size: number): Buffer; randomInt(below: number): number };

/** An unguessable token of 256 bits, for a session or a download. */
export function newToken({ randomBytes }: Randomness): string {
  return randomBytes(32).toString('base64url');
}

const CHANCES = 2 ** 32;

/** From 0 up to, not including, 1. */
export function chanceOf({ randomInt }: Randomness): number {
  return randomInt(CHANCES) / CHANCES;
}

export const systemRandomness: Randomness = { randomBytes, randomInt };
