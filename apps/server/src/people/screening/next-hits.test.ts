import { expect, test } from 'vitest';
import { type Finding, type HitState, nextHits } from './next-hits.ts';

const entryOf = (names: string[], births: { from: string; to: string }[]) => JSON.stringify([names, births]);
const finding = (changes: Partial<Finding> = {}): Finding => ({
  listKind: 'un',
  reference: 'QDi.001',
  entry: entryOf(['Mary Banda', 'M. Banda'], []),
  identityConfirmedAt: '2026-11-21T08:00:00.000Z',
  listedName: 'Mary Banda',
  distance: 0.05,
  birth: 'unknown',
  ...changes,
});
const known = (state: HitState) => [{ hitId: 7, state, finding: finding() }];
const identityAgain = finding({ identityConfirmedAt: '2026-11-22T08:00:00.000Z' });
const entryChanged = finding({ entry: entryOf(['Mary Banda'], [{ from: '1985-01-01', to: '1985-12-31' }]) });

test('who is found for the first time has a new hit', () => {
  expect(nextHits([], [finding()])).toEqual([{ kind: 'new', finding: finding() }]);
  expect(nextHits(known('open'), [finding(), finding({ listKind: 'pep' })])).toEqual([
    { kind: 'new', finding: finding({ listKind: 'pep' }) },
  ]);
});

test.each(['open', 'cleared', 'confirmed', 'released'] as const)('a hit that is %s stays so', (state) => {
  expect(nextHits(known(state), [finding()])).toEqual([]);
});

test.each(['cleared', 'released'] as const)(
  'a hit that is %s opens again with another identity or another entry',
  (state) => {
    for (const changed of [identityAgain, entryChanged]) {
      expect(nextHits(known(state), [changed])).toEqual([{ kind: 'again', hitId: 7, finding: changed }]);
    }
  },
);

test.each(['open', 'cleared', 'confirmed', 'released'] as const)(
  'a hit that is %s stays so where the names of the entry stand in another order',
  (state) => {
    const reordered = finding({ entry: entryOf(['M. Banda', 'Mary Banda'], []) });
    expect(nextHits(known(state), [reordered])).toEqual([]);
  },
);

test('an open hit takes what was found with another identity or another entry', () => {
  for (const changed of [identityAgain, entryChanged])
    expect(nextHits(known('open'), [changed])).toEqual([{ kind: 'again', hitId: 7, finding: changed }]);
});

test('a confirmed hit is not touched by another identity, nor by an entry that left the list', () => {
  expect(nextHits(known('confirmed'), [identityAgain])).toEqual([]);
  expect(nextHits(known('confirmed'), [])).toEqual([]);
});

test('an open hit ends where it is not found any more, and opens again where it is', () => {
  expect(nextHits(known('open'), [])).toEqual([{ kind: 'ended', hitId: 7 }]);
  expect(nextHits(known('cleared'), [])).toEqual([]);
  expect(nextHits(known('ended'), [finding()])).toEqual([{ kind: 'again', hitId: 7, finding: finding() }]);
});
