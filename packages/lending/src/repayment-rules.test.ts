import { expect, test } from 'vitest';
import { kwacha, ngwee } from './money.ts';
import { checkRepayment, minimumRepayment } from './repayment-rules.ts';

test.each([
  [120, 0, 60, 'passes'],
  [120, 0, 70, 'passes'],
  [120, 0, 71, 'leaves_too_little'],
  [120, 0, 80, 'leaves_too_little'],
  [120, 0, 119, 'leaves_too_little'],
  [120, 0, 120, 'passes'],
  [120, 0, 130, 'above_remaining'],
  [120, 0, 10, 'below_minimum'],
  [120, 0, 0, 'below_minimum'],
  [120, 0, 20, 'passes'],
  [45, 0, 45, 'passes'],
  [45, 0, 44, 'leaves_too_little'],
  [45, 0, 20, 'leaves_too_little'],
  [45, 0, 46, 'above_remaining'],
  [15, 0, 15, 'passes'],
  [15, 0, 14, 'below_minimum'],
  [120, 10, 110, 'passes'],
  [120, 10, 60, 'passes'],
  [120, 10, 70, 'passes'],
  [120, 10, 75, 'leaves_too_little'],
  [120, 10, 109, 'leaves_too_little'],
  [120, 10, 115, 'above_remaining'],
  [120, 10, 120, 'above_remaining'],
  [120, 10, 10, 'below_minimum'],
])('of K%d with a coupon of K%d, paying K%d %s', (remaining, discount, amount, verdict) => {
  const checked = checkRepayment({
    amountNgwee: kwacha(amount),
    remainingNgwee: kwacha(remaining),
    minRepayNgwee: kwacha(20),
    minLeftoverNgwee: kwacha(50),
    discountNgwee: kwacha(discount),
  });
  expect(checked.ok ? 'passes' : checked.refusal.kind).toBe(verdict);
});

test('a refused amount below the minimum names the minimum, which is never more than the payoff', () => {
  const payment = { amountNgwee: ngwee(1), minRepayNgwee: kwacha(20), minLeftoverNgwee: kwacha(50) };
  expect(checkRepayment({ ...payment, remainingNgwee: kwacha(120) })).toEqual({
    ok: false,
    refusal: { kind: 'below_minimum', minimumNgwee: kwacha(20) },
  });
  expect(checkRepayment({ ...payment, remainingNgwee: ngwee(1550) })).toEqual({
    ok: false,
    refusal: { kind: 'below_minimum', minimumNgwee: 1550 },
  });
  expect(
    minimumRepayment({ remainingNgwee: kwacha(25), minRepayNgwee: kwacha(20), discountNgwee: kwacha(10) }),
  ).toBe(kwacha(15));
});
