import { describe, expect, test } from 'vitest';
import { addDays, day } from './day.ts';
import {
  checkLadder,
  countsForLadder,
  demoLadder,
  ENTRY_PLACE,
  ladderView,
  limitOf,
  placeAfterSettled,
} from './ladder.ts';
import type { LadderPlace } from './loan.ts';
import { kwacha, type Ngwee } from './money.ts';
import { rate } from './rate.ts';
import { paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';

describe('after a settled loan', () => {
  test.each([
    [{ step: 1, onTimeLoans: 0 }, 0, { step: 1, onTimeLoans: 1 }],
    [{ step: 1, onTimeLoans: 2 }, 0, { step: 2, onTimeLoans: 0 }],
    [{ step: 4, onTimeLoans: 2 }, 0, { step: 4, onTimeLoans: 3 }],
    [{ step: 4, onTimeLoans: 3 }, 0, { step: 4, onTimeLoans: 3 }],
    [{ step: 2, onTimeLoans: 2 }, 1, { step: 2, onTimeLoans: 0 }],
    [{ step: 2, onTimeLoans: 2 }, 7, { step: 2, onTimeLoans: 0 }],
    [{ step: 2, onTimeLoans: 2 }, 8, { step: 1, onTimeLoans: 0 }],
    [{ step: 1, onTimeLoans: 2 }, 30, { step: 1, onTimeLoans: 0 }],
  ] satisfies [LadderPlace, number, LadderPlace][])(
    'on %o that was %d days late the place is %o',
    (place, late, next) => {
      expect(placeAfterSettled(demoLadder, place, { worstDaysLate: late, counts: true })).toEqual(next);
    },
  );
});

test.each([
  [{ step: 1, onTimeLoans: 2 }, 0, { step: 1, onTimeLoans: 2 }],
  [{ step: 2, onTimeLoans: 2 }, 1, { step: 2, onTimeLoans: 0 }],
  [{ step: 2, onTimeLoans: 2 }, 8, { step: 1, onTimeLoans: 0 }],
] satisfies [LadderPlace, number, LadderPlace][])(
  'a loan that does not count moves nothing up from %o, and %d days late it counts down to %o',
  (place, worstDaysLate, next) => {
    expect(placeAfterSettled(demoLadder, place, { worstDaysLate, counts: false })).toEqual(next);
  },
);

test('a loan counts from the least days held and the least share of the limit when it was taken', () => {
  const takenAt = (
    limitNgwee: Ngwee | null,
    principalNgwee: Ngwee,
    daysHeld: number,
    place = ENTRY_PLACE,
  ) => {
    const on = day('2026-11-21');
    const loan = { ...paidOutLoan(sampleTerms({ principalNgwee }), on), limitNgwee };
    return countsForLadder({ rule: demoLadder, place }, loan, addDays(on, daysHeld));
  };
  expect(takenAt(kwacha(2000), kwacha(500), 7)).toBe(true);
  expect(takenAt(kwacha(2000), kwacha(500), 6)).toBe(false);
  expect(takenAt(kwacha(2000), kwacha(490), 30)).toBe(false);
  expect(takenAt(kwacha(4000), kwacha(500), 30)).toBe(false);
  expect(takenAt(null, kwacha(500), 7)).toBe(true);
  expect(takenAt(null, kwacha(500), 7, { step: 3, onTimeLoans: 0 })).toBe(false);
});

test('each step has its published limit', () => {
  const limits = [1, 2, 3, 4, 5].map((step) => limitOf(demoLadder, { step, onTimeLoans: 0 }));
  expect(limits).toEqual([kwacha(2000), kwacha(3000), kwacha(4000), kwacha(5000), kwacha(5000)]);
  expect(() => limitOf(demoLadder, { step: 0, onTimeLoans: 0 })).toThrow(RangeError);
});

test('the borrower sees the place, what the next step takes and what it gives', () => {
  expect(ladderView(demoLadder, ENTRY_PLACE)).toEqual({
    step: 1,
    onTimeLoans: 0,
    neededLoans: 3,
    limitNgwee: kwacha(2000),
    nextLimitNgwee: kwacha(3000),
    minDaysHeld: 7,
    leastCountingNgwee: kwacha(500),
  });
  expect(ladderView(demoLadder, { step: 4, onTimeLoans: 3 }).nextLimitNgwee).toBeNull();
});

test('a place left by an older rule is shown as the rule of today takes it', () => {
  const shorter = { ...demoLadder, steps: [kwacha(1000), kwacha(2000)], onTimeLoansPerStep: 2 };
  expect(ladderView(shorter, { step: 4, onTimeLoans: 3 })).toMatchObject({ step: 2, onTimeLoans: 2 });
  expect(ladderView(shorter, { step: 1, onTimeLoans: 2 })).toMatchObject({ step: 1, onTimeLoans: 1 });
  expect(placeAfterSettled(shorter, { step: 1, onTimeLoans: 2 }, { worstDaysLate: 0, counts: true })).toEqual(
    {
      step: 2,
      onTimeLoans: 0,
    },
  );
});

test.each([
  [{ kind: 'no_steps' }, { steps: [] }],
  [{ kind: 'steps_not_rising', step: 1 }, { steps: [kwacha(0)] }],
  [{ kind: 'steps_not_rising', step: 3 }, { steps: [kwacha(10), kwacha(20), kwacha(20)] }],
  [{ kind: 'no_loans_per_step' }, { onTimeLoansPerStep: 0 }],
  [{ kind: 'bad_share_of_limit' }, { minShareOfLimit: rate('1.01') }],
])('a ladder is refused as %o', (refusal, different) => {
  expect(checkLadder({ ...demoLadder, ...different })).toEqual({ ok: false, refusal });
});

test('the demo ladder may be published', () => {
  expect(checkLadder(demoLadder)).toEqual({ ok: true, value: demoLadder });
});
