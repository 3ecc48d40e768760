import { expect, test } from 'vitest';
import { type AttemptState, canEndAs, ENDED_STATES, hasEnded } from './attempt.ts';

const OPEN_STATES: readonly AttemptState[] = ['created', 'sent', 'pending', 'unknown'];

test('an attempt has ended when it succeeded, failed or expired', () => {
  const states = [...OPEN_STATES, ...ENDED_STATES];
  expect(states.filter(hasEnded)).toEqual(['succeeded', 'failed', 'expired']);
});

test('an open attempt can end in any way', () => {
  for (const state of OPEN_STATES) {
    for (const end of ENDED_STATES) expect(canEndAs(state, end)).toBe(true);
  }
});

test.each([
  ['succeeded', []],
  ['failed', ['succeeded']],
  ['expired', ['succeeded']],
] as const)('an attempt that has %s can still end as %o', (state, ends) => {
  expect(ENDED_STATES.filter((end) => canEndAs(state, end))).toEqual(ends);
});
