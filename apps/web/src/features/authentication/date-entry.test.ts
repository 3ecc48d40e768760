import { expect, test } from 'vitest';
import { joinDate, keepDigits, readDate, splitDate } from './date-entry.ts';

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
