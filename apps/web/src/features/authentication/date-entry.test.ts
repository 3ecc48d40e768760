import { expect, test } from 'vitest';
import { isPartTyped, joinDate, keepDigits, readDate, readWholeDate, splitDate } from './date-entry.ts';

test('a date is kept while it is half typed', () => {
  const half = { day: '3', month: '', year: '19' };
  expect(splitDate(joinDate(half))).toEqual(half);
  expect(joinDate({ day: '', month: '', year: '' })).toBe('');
  expect(splitDate('')).toEqual({ day: '', month: '', year: '' });
});

test('one-digit days and months are meant as they are said', () => {
  expect(readDate('1990-5-3')).toBe('1990-05-03');
  expect(readDate('1990-05-03')).toBe('1990-05-03');
});

test('only a day that exists is a date', () => {
  for (const text of [
    '',
    '1990-5-',
    '1990--3',
    '90-5-3',
    '1990-2-29',
    '1990-13-1',
    '1990-0-1',
    '1990-4-31',
  ]) {
    expect(readDate(text)).toBeUndefined();
  }
  expect(readDate('2000-2-29')).toBe('2000-02-29');
});

test('a part of a date takes digits only, and no more than fit', () => {
  expect(keepDigits('1a9b90', 4)).toBe('1990');
  expect(keepDigits('311', 2)).toBe('31');
});

test.each([
  '3/5/1990',
  ' 03-05-1990 ',
  '3.5.1990',
  '03 05 1990',
  '3. 5. 1990',
  '03051990',
  '1990-05-03',
  '1990/5/3',
])('a whole date is taken apart: %s', (text) => {
  expect(readDate(joinDate(readWholeDate(text)!))).toBe('1990-05-03');
});

test('a part of a date is no whole date', () => {
  for (const text of ['', '3', '03', '0305', '3/5', '3/5/90', '030519901', 'May 3, 1990']) {
    expect(readWholeDate(text)).toBeUndefined();
  }
});

test('a part is complete with all its digits, or with a sign behind it', () => {
  expect(['03', '3/', '3.', '3-', '3 ', '311'].map((typed) => isPartTyped(typed, 2))).toEqual(
    Array(6).fill(true),
  );
  expect(['', '3', '/', 'a', '3a'].map((typed) => isPartTyped(typed, 2))).toEqual(Array(5).fill(false));
});
