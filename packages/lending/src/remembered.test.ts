import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

test('a question is answered once as long as no more than the most answers are kept', () => {
  const asked: number[] = [];
  const double = remembered(2, (number: number) => {
    asked.push(number);
    return 2 * number;
  });
  expect([double(1), double(2), double(1), double(2)]).toEqual([2, 4, 2, 4]);
  expect(asked).toEqual([1, 2]);
  expect([double(3), double(1), double(3)]).toEqual([6, 2, 6]);
  expect(asked).toEqual([1, 2, 3, 1]);
});
