import { kwacha, ZERO } from '@thumba/lending/money';
import { expect, test } from 'vitest';
import { walletAmountFor } from './wallet-use.ts';

const minRepay = kwacha(20);

test('a wallet that covers the bill pays exactly what is asked', () => {
  expect(walletAmountFor(kwacha(500), kwacha(120), minRepay)).toBe(kwacha(120));
});

test('a smaller wallet pays all that it holds', () => {
  expect(walletAmountFor(kwacha(60), kwacha(120), minRepay)).toBe(kwacha(60));
});

test('when less than K50 would be left, less is taken so that K50 are', () => {
  expect(walletAmountFor(kwacha(100), kwacha(120), minRepay)).toBe(kwacha(70));
});

test('a small bill is paid whole or not at all', () => {
  expect(walletAmountFor(kwacha(45), kwacha(45), minRepay)).toBe(kwacha(45));
  expect(walletAmountFor(kwacha(30), kwacha(45), minRepay)).toBeUndefined();
});

test('less than the least payment is not taken', () => {
  expect(walletAmountFor(kwacha(10), kwacha(120), minRepay)).toBeUndefined();
  expect(walletAmountFor(kwacha(40), kwacha(60), minRepay)).toBeUndefined();
  expect(walletAmountFor(ZERO, kwacha(120), minRepay)).toBeUndefined();
});
