import { expect, test } from 'vitest';
import { day } from './day.ts';
import { kwacha, ngwee } from './money.ts';
import { describeRefusal, type LendingRefusal } from './refusal-text.ts';

test.each([
  [{ kind: 'below_minimum', minimumNgwee: kwacha(20) }, 'minimum: 20'],
  [{ kind: 'below_minimum', minimumNgwee: ngwee(1550) }, 'minimum: 15.5'],
  [
    { kind: 'leaves_too_little' },
    'The remaining amount is less than the minimum amount and the current repayment must be paid off',
  ],
  [{ kind: 'above_remaining' }, 'The input amount cannot be greater than the remaining repayment amount'],
  [
    { kind: 'payment_pending', attemptId: 'a', amountNgwee: kwacha(1150) },
    'A payment of K1,150.00 is waiting for your PIN. Please finish it first.',
  ],
  [{ kind: 'above_available', largestNgwee: kwacha(650) }, 'You can borrow up to K650 with this term'],
  [{ kind: 'above_available', largestNgwee: kwacha(0) }, 'This loan is not available to you with this term'],
  [{ kind: 'not_repayable', state: 'settled' }, 'There is nothing to pay: the loan is paid off'],
  [{ kind: 'wrong_state', state: 'declined' }, 'This cannot be done any more: the loan was declined'],
  [
    { kind: 'amount_not_on_step', minimumNgwee: kwacha(100), stepNgwee: kwacha(50) },
    'Please choose an amount in steps of K50',
  ],
  [{ kind: 'wallet_too_low', walletNgwee: ngwee(1) }, 'Your wallet holds K0.01'],
  [{ kind: 'stale_quote', amountNgwee: kwacha(65) }, 'The amount is K65.00 today. Please look again.'],
  [
    { kind: 'no_extensions_left', max: 1 },
    'This loan was already extended once. It cannot be extended again.',
  ],
  [
    { kind: 'no_extensions_left', max: 3 },
    'This loan was already extended 3 times. It cannot be extended again.',
  ],
  [
    { kind: 'coupon_not_valid', validFrom: day('2026-11-21'), validTo: day('2027-01-20') },
    'This coupon is valid from 21 November to 20 January',
  ],
  [{ kind: 'waiver_above_owed', owedNgwee: kwacha(12) }, 'Only K12.00 of this is owed'],
  [{ kind: 'waiver_above_owed', owedNgwee: kwacha(0) }, 'Nothing of this is owed'],
  [
    { kind: 'posted_upon', receiptNo: '7-1' },
    'Later entries depend on receipt 7-1. Please reverse them first.',
  ],
] satisfies [LendingRefusal, string][])('%o reads: %s', (refusal, text) => {
  expect(describeRefusal(refusal)).toBe(text);
});
