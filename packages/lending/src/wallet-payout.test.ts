import { expect, test } from 'vitest';
import { balanceOf } from './invariants.ts';
import { kwacha, ngwee } from './money.ts';
import {
  submitWalletPayout,
  walletPayoutFailed,
  walletPayoutSucceeded,
  walletPayoutSucceededLate,
} from './wallet-payout.ts';

test('wallet credit stands in suspense until the operator has paid it out', () => {
  const submitted = submitWalletPayout(kwacha(80), kwacha(50));
  expect(submitted).toEqual({
    ok: true,
    value: {
      transfers: [{ debitAccount: 'wallet_credit', creditAccount: 'suspense', amountNgwee: kwacha(50) }],
      walletNgwee: -kwacha(50),
    },
  });
  expect(walletPayoutSucceeded(kwacha(50), 'mtn')).toEqual({
    transfers: [{ debitAccount: 'suspense', creditAccount: 'float_mtn_payout', amountNgwee: kwacha(50) }],
    walletNgwee: 0,
  });
});

test('a payout that failed gives the credit back', () => {
  expect(walletPayoutFailed(kwacha(50))).toEqual({
    transfers: [{ debitAccount: 'suspense', creditAccount: 'wallet_credit', amountNgwee: kwacha(50) }],
    walletNgwee: kwacha(50),
  });
});

test('a payout that had failed and was made after all takes what the wallet still holds', () => {
  const late = walletPayoutSucceededLate(kwacha(20), kwacha(50), 'airtel');
  expect(late.walletNgwee).toBe(-kwacha(20));
  expect(balanceOf(late.transfers, 'suspense')).toBe(kwacha(30));
  expect(balanceOf(late.transfers, 'float_airtel_payout')).toBe(-kwacha(50));
});

test('nothing, and more than the wallet holds, is refused', () => {
  expect(submitWalletPayout(kwacha(80), ngwee(0))).toEqual({
    ok: false,
    refusal: { kind: 'nothing_to_pay_out' },
  });
  expect(submitWalletPayout(kwacha(80), kwacha(81))).toEqual({
    ok: false,
    refusal: { kind: 'wallet_too_low', walletNgwee: kwacha(80) },
  });
});
