import { describe, expect, test } from 'vitest';
import { payOffers } from './main-offer.ts';

const loan = { orderId: 7, plansLeft: 3, settlement: { amount: 1034, saving: 356, comesFirst: true } };

describe('the buttons of a bill', () => {
  test('offer the whole loan first, with its saving, while that comes first', () => {
    expect(payOffers(loan)[0]).toEqual({
      text: 'Pay off now: K1,034.00',
      detail: 'You save K356.00',
      paying: { kind: 'bill', orderId: 7, isOtherAmount: false, paysWholeLoan: true },
    });
  });

  test('offer the next plan second, where it is not the only one', () => {
    expect(payOffers(loan).map(({ text }) => text)).toEqual(['Pay off now: K1,034.00', 'Pay the bill']);
    expect(payOffers(loan)[1]?.paying).toEqual({ kind: 'bill', orderId: 7, isOtherAmount: false });
    expect(payOffers({ ...loan, plansLeft: 1 })).toHaveLength(1);
  });

  test.each([
    ['something is due', { ...loan, settlement: { ...loan.settlement, comesFirst: false } }],
    ['paying it off saves nothing', { ...loan, settlement: undefined }],
  ])('offer the bill alone where %s', (_, bill) => {
    expect(payOffers(bill)).toEqual([
      { text: 'Pay the bill', paying: { kind: 'bill', orderId: 7, isOtherAmount: false } },
    ]);
  });
});
