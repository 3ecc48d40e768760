import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AmountLimits } from './amount-entry.ts';
import { AmountField } from './amount-field.tsx';
import { quickAmounts } from './quick-amounts.ts';
import { useAmount } from './use-amount.ts';

const limits: AmountLimits = { remainingAmount: 1140, minRepayAmount: 20, discount: 10 };

function TypedAmount({ settlement }: { settlement?: { amount: number; quoteId: string } }) {
  const quick = quickAmounts({ limits, plansLeft: 1, settlement });
  const amount = useAmount(limits, quick, { isTyped: true });
  return <AmountField amount={amount} what="Due 1 December" error={undefined} onChange={() => undefined} />;
}

test('the sum that pays the bill off with a coupon is said while nothing costs less', () => {
  expect(renderToStaticMarkup(<TypedAmount />)).toContain('With the coupon, K1,140.00 pays it off.');
});

test('where the whole loan costs less today, no dearer way to pay it off is named', () => {
  const field = renderToStaticMarkup(<TypedAmount settlement={{ amount: 1130, quoteId: 'q' }} />);
  expect(field).toContain('“All” costs the least and pays off the whole loan.');
  expect(field).toContain('K1,130.00');
  expect(field).not.toMatch(/K1,1[45]0\.00/);
});
