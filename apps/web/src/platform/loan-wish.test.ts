import { expect, test } from 'vitest';
import { loanWishQuery, readLoanWish, wholeNumber } from './loan-wish.ts';

test('a loan is read from an address and written to one', () => {
  const wish = readLoanWish('productId=1&amount=1000&termId=3');
  expect(wish).toEqual({ productId: 1, amount: 1000, termId: 3 });
  expect(loanWishQuery(wish!)).toBe('productId=1&amount=1000&termId=3');
  expect(loanWishQuery(wish!, 12)).toBe('productId=1&amount=1000&termId=3&repayAccountId=12');
});

test('an address that does not say it all asks for no loan', () => {
  for (const search of [
    '',
    'productId=1&amount=1000',
    'productId=1&termId=3',
    'productId=1&amount=&termId=3',
    'productId=1&amount=-5&termId=3',
    'productId=1&amount=much&termId=3',
    'productId=one&amount=1000&termId=3',
    'productId=1.5&amount=1000&termId=3',
  ]) {
    expect(readLoanWish(search)).toBeUndefined();
  }
});

test('an id of an address is digits only', () => {
  expect(wholeNumber('42')).toBe(42);
  for (const text of [null, '', '-1', '4x', '1e3', '9'.repeat(16)]) expect(wholeNumber(text)).toBeUndefined();
});
