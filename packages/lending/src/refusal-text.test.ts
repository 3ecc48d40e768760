import { expect, test } from 'vitest';
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
  [{ kind: 'above_available', largestNgwee: kwacha(650) }, 'You can borrow up to K650 with this term.'],
  [{ kind: 'above_available', largestNgwee: kwacha(0) }, 'This loan is not available to you with this term.'],
  [{ kind: 'not_repayable', state: 'settled' }, 'There is nothing to pay: the loan is paid off.'],
  [{ kind: 'wrong_state', state: 'declined' }, 'This cannot be done any more: the loan was declined.'],
  [
    { kind: 'amount_not_on_step', minimumNgwee: kwacha(100), stepNgwee: kwacha(50) },
    'Please choose an amount in steps of K50.',
  ],
  [{ kind: 'wallet_too_low', walletNgwee: ngwee(1) }, 'Your wallet holds K0.01.'],
] satisfies [LendingRefusal, string][])('%o reads: %s', (refusal, text) => {
  expect(describeRefusal(refusal)).toBe(text);
});
