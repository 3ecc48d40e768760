import { day } from '@thumba/lending/day';
import type { LoanEvent } from '@thumba/lending/loan';
import { kwacha } from '@thumba/lending/money';
import { describe, expect, test } from 'vitest';
import { timeline } from './timeline.ts';

const on = day('2026-12-22');
const moves = [{ period: 1, principalPaidNgwee: 100 }];
const reversed = {
  kind: 'reversed',
  on,
  reversedReceiptNo: '7-2',
  cause: 'our_mistake',
  reason: 'typing error',
  receiptNo: '7-4',
} as const;

function stepOf(event: LoanEvent, instalmentCount = 3) {
  const at = new Date('2026-12-22T08:00:00Z');
  const [step] = timeline([{ event, on, at, actor: 'staff:mary' }], {
    receiveAccount: '0977123456',
    instalmentCount,
  });
  return step;
}

describe('a reversal tells the borrower', () => {
  test('which receipt does not count, and why', () => {
    expect(stepOf(reversed)).toMatchObject({
      title: 'An entry was taken back',
      detail: 'Receipt 7-2 was booked by mistake. Receipt 7-4',
    });
    expect(stepOf({ ...reversed, cause: 'payer_or_operator' })?.detail).toBe(
      'Receipt 7-2 did not stay with us. Receipt 7-4',
    );
  });

  test('that it was the operator, with the amount', () => {
    const { cause: _, ...common } = reversed;
    expect(
      stepOf({ ...common, kind: 'collection_taken_back', amountNgwee: kwacha(640), moves }),
    ).toMatchObject({
      title: 'A payment of K640.00 was taken back',
      detail:
        'Your mobile-money operator took it back, so receipt 7-2 no longer counts. Your other payments pay the first instalments. Receipt 7-4',
    });
  });

  test('that the other payments pay other instalments now, where there are several', () => {
    expect(stepOf({ ...reversed, moves })?.detail).toBe(
      'Receipt 7-2 was booked by mistake. Your other payments pay the first instalments. Receipt 7-4',
    );
    expect(stepOf({ ...reversed, moves }, 1)?.detail).toBe('Receipt 7-2 was booked by mistake. Receipt 7-4');
  });
});
