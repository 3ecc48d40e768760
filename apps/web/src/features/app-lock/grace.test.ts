import { expect, test } from 'vitest';
import { hasGraceEnded } from './grace.ts';

const LEFT = { wallMs: 1_000_000, runningMs: 5_000 };

test.each([
  ['at once', 0, 0, false],
  ['a moment before the minute', 59_999, 59_999, false],
  ['after a minute', 60_000, 60_000, true],
  ['after a minute of sleep, in which the running clock stood still', 60_000, 3_000, true],
  ['after a minute, while the clock was set back to within it', 20_000, 60_000, true],
  ['with a clock that was set back before the moment of leaving', -1, 3_000, true],
])('who comes back %s', (_when, wallMs, runningMs, isLocked) => {
  const back = { wallMs: LEFT.wallMs + wallMs, runningMs: LEFT.runningMs + runningMs };
  expect(hasGraceEnded(LEFT, back)).toBe(isLocked);
});
