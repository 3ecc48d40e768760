import { expect, test } from 'vitest';
import { namePrefixes, searchedWords } from './name-prefixes.ts';

test('a name is found by each beginning of each word, from three letters to the whole word', () => {
  expect(namePrefixes('Chipo Lungu')).toEqual(['chi', 'chip', 'chipo', 'lun', 'lung', 'lungu']);
});

test('accents, capitals, signs and titles make no difference', () => {
  expect(namePrefixes('Dr. JOSÉ N’gandu-Phiri')).toEqual(namePrefixes('jose ngandu phiri'));
  expect(searchedWords('Mrs Mary  BANDA')).toEqual(['mary', 'banda']);
});

test('a short word is found whole, and a repeated one once', () => {
  expect(namePrefixes('Bo Li Bo')).toEqual(['bo', 'li']);
  expect(namePrefixes('Ann Ann')).toEqual(['ann']);
});

test('text without letters has no words, and text in other scripts has its own', () => {
  expect(searchedWords('=1+1 % _ \u0000')).toEqual([]);
  expect(namePrefixes('محمد')).toEqual(['محم', 'محمد']);
});

test('a hostile name makes a bounded number of beginnings', () => {
  const hostile = Array.from({ length: 500 }, (_, at) => `${'abcdefghij'[at % 10]}${'x'.repeat(500 + at)}`);
  expect(namePrefixes(hostile.join(' ')).length).toBeLessThanOrEqual(8 * 38);
});
