import { describe, expect, test } from 'vitest';
import { codeMessage, groupPhoneNumber, phoneMessage, readCode, readPhoneNumber } from './phone-number.ts';

describe('reading a phone number', () => {
  test.each([
    '0977123456',
    '0977 123 456',
    '+260 977 123 456',
    '260977123456',
    '+26 0977 123 456',
    '+260 (0) 977 123 456',
    '00260977123456',
    '977-123-456',
  ])('%s is 0977123456', (text) => {
    expect(readPhoneNumber(text)).toBe('0977123456');
  });

  test('no more than ten digits are taken, and nothing but digits', () => {
    expect(readPhoneNumber('09771234567890')).toBe('0977123456');
    expect(readPhoneNumber('call 0977')).toBe('0977');
  });

  test('it is shown in groups, also while it is typed', () => {
    expect(groupPhoneNumber('')).toBe('');
    expect(groupPhoneNumber('0977')).toBe('0977');
    expect(groupPhoneNumber('09771')).toBe('0977 1');
    expect(groupPhoneNumber('0977123456')).toBe('0977 123 456');
  });
});

describe('what is wrong with it, word for word', () => {
  test('nothing entered', () => {
    expect(phoneMessage('')).toBe('Please enter your phone number');
  });

  test.each(['097712345', '1977123456'])('%s is not ten digits from 0', (mobile) => {
    expect(phoneMessage(mobile)).toBe('Please enter the correct 10-digit phone number（0XXXXXXXXX）');
  });

  test('ten digits from 0 pass', () => {
    expect(phoneMessage('0977123456')).toBeUndefined();
  });
});

describe('the code', () => {
  test('has at most four digits', () => {
    expect(readCode('48 27 39')).toBe('4827');
  });

  test('has to be entered', () => {
    expect(codeMessage('')).toBe('Please enter the verification code');
    expect(codeMessage('4827')).toBeUndefined();
  });
});
