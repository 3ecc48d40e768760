import { expect, test } from 'vitest';
import { kwacha } from './money.ts';
import { placeDifference } from './reconciliation.ts';

const K20 = { amountNgwee: kwacha(20) };

test.each([
  ['collection', kwacha(20), { debitAccount: 'float_mtn_collection', creditAccount: 'suspense', ...K20 }],
  ['collection', -kwacha(20), { debitAccount: 'suspense', creditAccount: 'float_mtn_collection', ...K20 }],
  ['payout', kwacha(20), { debitAccount: 'suspense', creditAccount: 'float_mtn_payout', ...K20 }],
  ['payout', -kwacha(20), { debitAccount: 'float_mtn_payout', creditAccount: 'suspense', ...K20 }],
] as const)(
  'a %s that differs by %i moves the float to what the operator says',
  (direction, differenceNgwee, row) => {
    expect(placeDifference({ operator: 'mtn', direction, differenceNgwee })).toEqual([row]);
  },
);

test('where both say the same nothing is moved', () => {
  expect(placeDifference({ operator: 'airtel', direction: 'payout', differenceNgwee: 0 })).toEqual([]);
});
