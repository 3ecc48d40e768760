import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { consentWordings } from '../../apps/server/src/people/consent/consent-wordings.ts';
import { privacyWords } from '../../apps/web/src/words/privacy.ts';
import { termsWords } from '../../apps/web/src/words/terms.ts';
import { testNamesIn } from './cited-tests.ts';
import { loanContractSentences } from './loan-contract-sentences.ts';
import { otherPromises, sentencesOf, wholeCatalogues } from './promised-sentences.ts';

/*
 * Every sentence that promises something to a borrower has a row in docs/promises.md, and every row names tests that
 * exist, or that the lender holds the promise.
 */

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Row = { sentence: string; heldBy: string[] };

/** The tables of the page, by the titles of its chapters. */
function chaptersOf(text: string): Map<string, Row[]> {
  const chapters = new Map<string, Row[]>();
  for (const chapter of text.split(/^## /m).slice(1)) {
    const [title = '', ...lines] = chapter.split('\n');
    const rows = lines
      .filter((line) => line.startsWith('| ') && !line.startsWith('| sentence |'))
      .map((line) => {
        const [sentence = '', heldBy = ''] = line.slice(2, -2).split(' | ');
        return { sentence, heldBy: heldBy.split('<br>') };
      });
    chapters.set(title, rows);
  }
  return chapters;
}

const chapters = chaptersOf(read('docs/promises.md'));
const rowsOf = (title: string) => chapters.get(title) ?? [];

const LENDER = /^the lender: \S.{5,}/;
const CITED = /^`(?<file>[^`]+)` (?<name>\S.*)$/;

test.each(wholeCatalogues)('each sentence of "%s" has a row, and each row is a sentence', (title, said) => {
  const sentences = [...new Set(sentencesOf(said))];
  expect(sentences.length).toBeGreaterThan(0);
  expect(rowsOf(title).map(({ sentence }) => sentence)).toEqual(sentences);
});

test('each promise of another screen has a row, and each row is a promise', () => {
  const sentences = [...new Set(otherPromises.flatMap((said) => sentencesOf(said)))];
  expect(rowsOf('Other screens').map(({ sentence }) => sentence)).toEqual(sentences);
});

test('each consent has a row with its newest words', () => {
  const sentences = Object.values(consentWordings).flatMap((wordings) => sentencesOf(wordings.at(-1)!));
  expect(rowsOf('Consents').map(({ sentence }) => sentence)).toEqual(sentences);
});

/** In the rows of the contract `…` stands for the figures of a loan. */
const patternOf = ({ sentence }: Row) => new RegExp(`^${sentence.split('…').map(escaped).join('.+')}$`);
const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

test('each sentence of a loan contract, of whatever product, has a row, and each row is such a sentence', () => {
  const sentences = loanContractSentences();
  const patterns = rowsOf('The contract of a loan').map(patternOf);
  const without = sentences.filter((sentence) => !patterns.some((pattern) => pattern.test(sentence)));
  expect(without).toEqual([]);
  const unsaid = patterns.filter((pattern) => !sentences.some((sentence) => pattern.test(sentence)));
  expect(unsaid.map(String)).toEqual([]);
});

const cited = [...chapters.values()]
  .flat()
  .flatMap(({ sentence, heldBy }) =>
    heldBy.map((words) => ({ sentence, words, ...CITED.exec(words)?.groups })),
  ) as { sentence: string; words: string; file?: string; name?: string }[];

test('each row names tests, or what the lender has to do', () => {
  const wrong = cited.filter(({ words, file }) => file === undefined && !LENDER.test(words));
  expect(wrong).toEqual([]);
});

test('each test that a row names exists', () => {
  const missing = cited.filter(
    ({ file, name }) =>
      file !== undefined && !(existsSync(path.join(root, file)) && testNamesIn(read(file)).has(name!)),
  );
  expect(missing.map(({ words }) => words)).toEqual([]);
});

/** The days of the policy and of the terms with what they said: changed words need a new day and a new line. */
const EDITIONS = {
  privacy: ['30 November 2026', '0008ac4ce2ae'],
  terms: ['26 November 2026', 'df68cd64f497'],
} as const;

test.each([
  ['privacy', privacyWords],
  ['terms', termsWords],
] as const)('the %s that changes has a new date', (name, said) => {
  const text = sentencesOf(said).join('\n');
  const [day, print] = EDITIONS[name];
  expect(text).toContain(`of ${day}.`);
  expect(createHash('sha256').update(text).digest('hex').slice(0, 12)).toBe(print);
});
