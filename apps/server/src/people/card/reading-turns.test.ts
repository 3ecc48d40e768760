import { expect, test } from 'vitest';
import { createReadingTurns } from './reading-turns.ts';

const ONE = 1;
const OTHER = 2;

test('a borrower has one turn at a time, and other borrowers do not wait for it', async () => {
  const turns = createReadingTurns();
  expect(await turns.take(ONE)).toBe('taken');
  expect(await turns.take(OTHER)).toBe('taken');
  const got: string[] = [];
  const second = turns.take(ONE).then((turn) => got.push(turn));
  await turns.take(3);
  expect(got).toEqual([]);
  turns.free(ONE);
  await second;
  expect(got).toEqual(['taken']);
});

test('of those that wait the newest gets the next turn, and the others are told at once', async () => {
  const turns = createReadingTurns();
  await turns.take(ONE);
  const earlier = turns.take(ONE);
  const newest = turns.take(ONE);
  expect(await earlier).toBe('replaced');
  turns.free(ONE);
  expect(await newest).toBe('taken');
  turns.free(ONE);
  expect(await turns.take(ONE)).toBe('taken');
});
