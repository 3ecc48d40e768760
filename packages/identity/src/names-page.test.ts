import { tablesOf } from '@thumba/lending/rule-page.test-support';
import { expect, test } from 'vitest';
import { nameDistance, nameKeys, nameSounds } from './name-distance.ts';
import { OTHER_NAMES, SAME_NAMES } from './name-spelling.ts';

const [names] = tablesOf('names.md');

test.each(names!.map((row) => [row('one name'), row('the other name'), row] as const))(
  '“%s” and “%s” are as far apart as the page says, in both orders',
  (one, other, row) => {
    const expected = { verdict: row('answer'), distance: Number(row('distance')) };
    expect(nameDistance(one, other)).toEqual(expected);
    expect(nameDistance(other, one)).toEqual(expected);
  },
);

test('names that are not different have a key in common', () => {
  for (const row of names!.filter((each) => each('answer') !== 'different')) {
    const keys = new Set(nameKeys(row('the other name')));
    expect(
      nameKeys(row('one name')).some((key) => keys.has(key)),
      row('one name'),
    ).toBe(true);
  }
});

test('every pair of other names is different, and would be similar without the table', () => {
  for (const [one, other] of OTHER_NAMES) {
    expect(nameDistance(`${one} Phiri`, `${other} Phiri`).verdict, `${one} ${other}`).toBe('different');
    const keys = new Set(nameKeys(other));
    expect(
      nameKeys(one).some((key) => keys.has(key)),
      `${one} ${other}`,
    ).toBe(true);
  }
});

test('all spellings of a name are the same name', () => {
  for (const spellings of SAME_NAMES) {
    for (const spelling of spellings) {
      expect(nameDistance(`${spelling} Zulu`, `${spellings[0]} Zulu`).verdict, spelling).toBe('same');
    }
  }
});

test('the order of the parts, capital letters and a doubled part change nothing in the sounds of a name', () => {
  expect(nameSounds('Mary CHANDA Banda')).toEqual(nameSounds('banda mary Canda Mary'));
  expect(nameSounds('M. Banda')).toEqual(['banda']);
});

test('a name that is repeated does not hide the others', () => {
  expect(nameDistance(`${'Mary '.repeat(8)}Banda`, 'Mary Banda').verdict).toBe('same');
  expect(nameKeys(`${'Mary '.repeat(8)}Banda`)).toContain('banda');
});

test('a very long name is compared in no time, and an empty one is different from all', () => {
  const long = 'Abcdefg '.repeat(100_000);
  const startedAt = performance.now();
  expect(nameDistance(long, long).verdict).toBe('same');
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(nameDistance('', '')).toEqual({ verdict: 'different', distance: 1 });
});
