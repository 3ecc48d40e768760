import { expect, test } from 'vitest';
import { fitInto, sizeText } from './compress-picture.ts';

test('a large picture is made to fit and keeps its shape', () => {
  expect(fitInto({ width: 4000, height: 3000 }, 1600)).toEqual({ width: 1600, height: 1200 });
  expect(fitInto({ width: 3000, height: 4000 }, 1600)).toEqual({ width: 1200, height: 1600 });
  expect(fitInto({ width: 100_000, height: 10 }, 1600)).toEqual({ width: 1600, height: 1 });
});

test('a small picture is not made larger', () => {
  expect(fitInto({ width: 800, height: 600 }, 1600)).toEqual({ width: 800, height: 600 });
});

test('the size of a picture is said in kilobytes', () => {
  expect(sizeText(`data:image/jpeg;base64,${'A'.repeat(320_000)}`)).toBe('240 kB');
  expect(sizeText('data:image/jpeg;base64,AAAA')).toBe('1 kB');
});
