import { describe, expect, test } from 'vitest';
import { formatNrcNumber, nrcNumberMessage } from './nrc-number.ts';

describe('an NRC number', () => {
  test('gets its slashes while it is typed', () => {
    const typed = ['1', '12345', '123456', '1234561', '123456/10', '123456/101', '123456/10/12'];
    expect(typed.map(formatNrcNumber)).toEqual([
      '1',
      '12345',
      '123456',
      '123456/1',
      '123456/10',
      '123456/10/1',
      '123456/10/1',
    ]);
  });

  test('can be deleted again: a slash stands only before a digit', () => {
    expect(formatNrcNumber('123456/')).toBe('123456');
    expect(formatNrcNumber('123456/10/')).toBe('123456/10');
  });

  test('is read from a paste with spaces or other signs', () => {
    expect(formatNrcNumber(' 123456 / 10 / 1 ')).toBe('123456/10/1');
    expect(formatNrcNumber('123456-10-1')).toBe('123456/10/1');
  });

  test('has to be whole', () => {
    expect(nrcNumberMessage('')).toBe('Please enter your NRC number');
    expect(nrcNumberMessage('123456/10')).toBe('Please enter your NRC number like 123456/10/1');
    expect(nrcNumberMessage('123456/10/1')).toBeUndefined();
  });
});
