import { expect, test } from 'vitest';
import { balanceOf, isOfIncomeStatement, sideOfType } from './account.ts';

test.each([
  ['asset', 'debit', false],
  ['liability', 'credit', false],
  ['equity', 'credit', false],
  ['income', 'credit', true],
  ['expense', 'debit', true],
] as const)('an account of the type %s grows on its %s side', (accountType, side, isOfYear) => {
  expect(sideOfType(accountType)).toBe(side);
  expect(isOfIncomeStatement({ accountType })).toBe(isOfYear);
});

test('a balance is what the normal side has more than the other one', () => {
  expect(balanceOf({ normalSide: 'debit' }, { debitNgwee: 500, creditNgwee: 200 })).toBe(300);
  expect(balanceOf({ normalSide: 'credit' }, { debitNgwee: 500, creditNgwee: 200 })).toBe(-300);
});
