import { expect, test } from 'vitest';
import { paperWords } from './paper.ts';

test('why nothing was downloaded is a sentence behind another one, so it ends as that does', () => {
  expect(paperWords.failed('We could not find that')).toBe('Nothing was downloaded. We could not find that.');
  expect(paperWords.failed('You have asked for many papers. Please try again in 5 minutes.')).toBe(
    'Nothing was downloaded. You have asked for many papers. Please try again in 5 minutes.',
  );
});
