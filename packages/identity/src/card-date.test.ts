import { expect, test } from 'vitest';
import { cardDate } from './card-date.ts';

test.each([
  ['28/02/1994', '1994-02-28', 1],
  ['28.02.1994', '1994-02-28', 1],
  ['28-02-1994', '1994-02-28', 1],
  ['28 FEB 1994', '1994-02-28', 1],
  ['28FEB1994', '1994-02-28', 1],
  ['2 September 1994', '1994-09-02', 1],
  ['28 FE8 1994', '1994-02-28', 0.7],
  ['Z8/02/1994', '1994-02-28', 0.8],
  ['28/O2/I994', '1994-02-28', 0.64],
])('%s is the day %s', (text, day, certainty) => {
  const date = cardDate(text);
  expect(date?.day).toBe(day);
  expect(date?.certainty).toBeCloseTo(certainty);
});

test.each(['30/02/1994', '28/13/1994', '28/02/94', '28/02', '1994', '28 XXX 1994', 'CHANDA', ''])(
  '%j is no day',
  (text) => {
    expect(cardDate(text)).toBeUndefined();
  },
);

test('a month that could be two months is none', () => {
  // One letter from JUN and from JUL.
  expect(cardDate('05 JUX 1990')).toBeUndefined();
});
