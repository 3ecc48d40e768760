import { describe, expect, test } from 'vitest';
import { readReference, referenceMessage } from './claim-reference.ts';

describe('the reference of an operator’s SMS', () => {
  test.each([
    [
      'Y’ello. You have paid K300.00 to Thumba. Your new balance is K9,700.00. Financial transaction id: 1763715600000123.',
      '1763715600000123',
    ],
    [
      'Txn ID: MP261121.0956.A12345. You have paid K300.00 to Thumba. Your new balance is K9,700.00.',
      'MP261121.0956.A12345',
    ],
    ['Charge ZMW 0, Trans ID MP261121.0956.A12345.', 'MP261121.0956.A12345'],
    ['AirtelMoney 21 Nov, 10:14Txn ID: MP261121.0956.A12345.', 'MP261121.0956.A12345'],
  ])('is taken out of the whole SMS: %s', (sms, reference) => {
    expect(readReference(sms)).toBe(reference);
    expect(referenceMessage(reference)).toBeUndefined();
  });

  test('stays as it is typed, also with spaces', () => {
    expect(readReference(' 1763 7156 0000 ')).toBe('1763 7156 0000 ');
    expect(referenceMessage('1763 7156 0000 ')).toBeUndefined();
    expect(readReference('transaction')).toBe('transaction');
  });

  test.each(['', '   ', '17', 'K300.00 / K5', 'Ünïcode1', 'a'.repeat(65)])(
    'is asked for when there is none: "%s"',
    (text) => {
      expect(referenceMessage(readReference(text))).toBe(
        'Please enter the reference in the SMS from your mobile-money operator',
      );
    },
  );
});
