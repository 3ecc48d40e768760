import { expect, test } from 'vitest';
import { type Keys, keysOf, newKeys } from '../settings/key-settings.ts';
import { applicationNameOf, keysInName } from './program-name.ts';

const MAX_NAME_BYTES = 63;

const listOf = (numbers: number[], of: 'DATA_KEYS' | 'LOOKUP_KEYS') =>
  numbers.map((number) => newKeys()[of].replace('1:', `${number}:`)).join(',');

const keysWith = (data: number[], lookup: number[]): Keys =>
  keysOf({ ...newKeys(), DATA_KEYS: listOf(data, 'DATA_KEYS'), LOOKUP_KEYS: listOf(lookup, 'LOOKUP_KEYS') });

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test.each([
  ['one key each', [1], [1], 'thumba data=1 lookup=1'],
  ['a second key', [1, 2], [2, 1], 'thumba data=1,2 lookup=2,1'],
  ['all look-up keys of twenty changes', [20], [20, ...upTo(19)], 'thumba data=20 lookup=20,1-19'],
  ['the newest key last', [1], [9, 3, 2, 1, 10], 'thumba data=1 lookup=9,10,1-3'],
])('the name of a program says all its keys, the first one first: %s', (_title, data, lookup, name) => {
  expect(applicationNameOf(keysWith(data, lookup))).toBe(name);
  const read = keysInName(name)!;
  for (const [kind, numbers] of [
    ['data', data],
    ['lookup', lookup],
  ] as const) {
    expect(read[kind].first).toBe(numbers[0]);
    expect(upTo(255).filter((number) => read[kind].has(number))).toEqual(numbers.toSorted((a, b) => a - b));
  }
});

test('a name that has no room for all keys fits, keeps the newest and says that there may be others', () => {
  const every7th = upTo(30).map((index) => index * 7);
  const name = applicationNameOf(keysWith([210, 100], every7th));
  expect(name.length).toBeLessThanOrEqual(MAX_NAME_BYTES);
  expect(name).toBe('thumba data=210,100 lookup=7,210,203,196,189,182,175,168,161,+');
  const { lookup } = keysInName(name)!;
  expect([lookup.first, lookup.has(210), lookup.has(7), lookup.has(14)]).toEqual([7, true, true, true]);
});

test('the longest lists of both kinds fit', () => {
  const odd = upTo(127).map((index) => 257 - index * 2);
  const name = applicationNameOf(keysWith(odd, odd));
  expect(name.length).toBeLessThanOrEqual(MAX_NAME_BYTES);
  expect(keysInName(name)).toBeDefined();
});

test.each(['thumba', 'thumba backup', '', 'psql', 'thumba data= lookup=', 'thumba data=1 lookup=x'])(
  'another connection has no keys in its name: %s',
  (name) => expect(keysInName(name)).toBeUndefined(),
);
