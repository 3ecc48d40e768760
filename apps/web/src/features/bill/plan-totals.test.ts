import { expect, test } from 'vitest';
import { partsText, sumText, toRepayText } from './plan-totals.ts';

const part = (index: number) => ({
  principal: index === 3 ? 333.34 : 333.33,
  interest: 120,
  serviceFee: index === 1 ? 30 : 0,
  penalty: index === 1 ? 2.42 : 0,
  discount: 0,
  paid: index === 1 ? 100.1 : 0,
  remaining: index === 1 ? 385.65 : index === 2 ? 453.33 : 453.34,
});
const plans = [part(1), part(2), part(3)];

test('a plan is to be repaid with its loan, interest, fee and late charges', () => {
  expect(toRepayText([part(1)])).toBe('K485.75');
  expect(toRepayText([{ ...part(1), discount: 10 }])).toBe('K475.75');
});

test('totals add up to the ngwee', () => {
  expect(toRepayText(plans)).toBe('K1,392.42');
  expect(sumText(plans, 'paid')).toBe('K100.10');
  expect(sumText(plans, 'remaining')).toBe('K1,292.32');
});

test('the parts of a plan leave out what is nothing', () => {
  expect(partsText(part(2))).toBe('Loan K333.33 · interest K120.00');
  expect(partsText(part(1))).toBe('Loan K333.33 · interest K120.00 · fee K30.00 · late charges K2.42');
});
