import { expect, test } from 'vitest';
import { squaresPath } from './squares.ts';

test('each run of dark squares is one bar, moved by the border', () => {
  expect(squaresPath(['0110', '1001'], 4)).toBe('M5 4h2v1h-2zM4 5h1v1h-1zM7 5h1v1h-1z');
});
