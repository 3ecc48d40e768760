import { expect, test } from 'vitest';
import { paperWords } from './paper.ts';
import { wholeSentence } from './whole-sentence.ts';

test('why nothing was downloaded is a sentence behind another one, so it ends as that does', () => {
  expect(paperWords.failed(wholeSentence('We could not find that'))).toBe(
    'Nothing was downloaded. We could not find that.',
  );
  const why = 'You have asked for many papers. Please try again in 5 minutes.';
  expect(paperWords.failed(wholeSentence(why))).toBe(`Nothing was downloaded. ${why}`);
});
