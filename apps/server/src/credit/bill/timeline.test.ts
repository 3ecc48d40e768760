import { day } from '@thumba/lending/day';
import type { LoanEvent } from '@thumba/lending/loan';
import { kwacha, ZERO } from '@thumba/lending/money';
import { describe, expect, test } from 'vitest';
import type { HistoryEvent } from '../../book/loan/queries.ts';
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

function happened(event: LoanEvent, time: string): HistoryEvent {
  return { event, on: event.on, at: new Date(`2026-12-22T${time}:00Z`), actor: 'staff:mary' };
}

function paid(receiptNo: string): HistoryEvent {
  const none = { discountNgwee: ZERO, savingNgwee: ZERO, isRecovery: false, userCouponId: null };
  const posting = {
    transfers: [],
    instalments: [],
    walletNgwee: 0,
    interestEarnedNgwee: 0,
    feeEarnedNgwee: 0,
  };
  const allocation = {
    penaltyNgwee: ZERO,
    feeNgwee: ZERO,
    interestNgwee: ZERO,
    principalNgwee: kwacha(640),
    walletNgwee: ZERO,
  };
  return happened(
    {
      ...{ kind: 'repaid', on, purpose: 'repayment', source: 'operator', attemptId: 'a', period: 1 },
      ...{ amountNgwee: kwacha(640), allocation, ...none, receiptNo, posting },
    },
    '08:00',
  );
}

/** The steps of a history that ends with some events at one moment, the newest first. */
function stepsOf(before: HistoryEvent[], events: readonly LoanEvent[], instalmentCount = 3) {
  const history = [...before, ...events.map((event) => happened(event, '09:00'))];
  return timeline(history, { receiveAccount: '0977123456', instalmentCount });
}

describe('a reversal tells the borrower', () => {
  const two = [paid('7-2'), paid('7-3')];

  test('which receipt does not count, and why', () => {
    const [step] = stepsOf(two, [reversed]);
    expect(step).toMatchObject({
      title: 'An entry was taken back',
      detail: 'Receipt 7-2 was booked by mistake. Receipt 7-4',
    });
    const [theirs] = stepsOf(two, [{ ...reversed, cause: 'payer_or_operator' }]);
    expect(theirs?.detail).toBe('The money of receipt 7-2 did not stay with us. Receipt 7-4');
  });

  test('that it was the operator, with the amount', () => {
    const { cause: _, ...common } = reversed;
    const [step] = stepsOf(two, [
      { ...common, kind: 'collection_taken_back', amountNgwee: kwacha(640), moves },
    ]);
    expect(step).toMatchObject({
      title: 'A payment of K640.00 was taken back',
      detail:
        'Your mobile-money operator took it back, so receipt 7-2 no longer counts. Your other payments pay the first instalments. Receipt 7-4',
    });
  });

  test('that the other payments pay other instalments now, where there are several and a payment is left', () => {
    const moved = { ...reversed, moves };
    const alone = 'Receipt 7-2 was booked by mistake. Receipt 7-4';
    expect(stepsOf(two, [moved])[0]?.detail).toBe(
      'Receipt 7-2 was booked by mistake. Your other payments pay the first instalments. Receipt 7-4',
    );
    expect(stepsOf(two, [moved], 1)[0]?.detail).toBe(alone);
    expect(stepsOf([paid('7-2')], [moved])[0]?.detail).toBe(alone);
    const earlier = happened({ ...reversed, reversedReceiptNo: '7-3', receiptNo: '7-5' }, '08:30');
    expect(stepsOf([...two, earlier], [moved])[0]?.detail).toBe(alone);
  });

  test('as of which day the loan counts as paid off, and not once more that it was paid off', () => {
    const settled = { kind: 'settled', on: day('2026-12-21'), onTime: true } as const;
    expect(stepsOf(two, [settled])[0]?.title).toBe('Paid off');
    expect(stepsOf(two, [reversed, settled])[0]?.title).toBe('Counts as paid off on 21 December');
  });
});

test('a step says nothing of a payment that only a coupon made', () => {
  const free = paid('7-2');
  const allocation = { ...(free.event as { allocation: object }).allocation, principalNgwee: ZERO };
  const [step] = timeline([{ ...free, event: { ...free.event, allocation } as LoanEvent }], {
    receiveAccount: '0977123456',
    instalmentCount: 1,
  });
  expect(step?.detail).toBe('Receipt 7-2');
});
