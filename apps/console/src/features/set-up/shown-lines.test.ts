import { describe, expect, test } from 'vitest';
import { lineShown, problemShown, sentenceShown } from './shown-lines.ts';

const line = (title: string, before: string | null, after: string | null) => ({ title, before, after });

describe('a line of a change', () => {
  test.each([
    ['product', line('serviceFeeRate', '0.030', '0.02'), line('Service fee', '3%', '2%')],
    ['product', line('terms.1.days', '30', '45'), line('Term 2: days', '30', '45')],
    ['product', line('extension', 'none', 'not there'), line('Can be extended', 'No', 'Yes')],
    [
      'product',
      line('feeMode', 'added', 'deducted'),
      line('The service fee is', 'added to what is repaid', 'taken off the payout'),
    ],
    ['policy', line('maxApr', '350', 'none'), line('Highest APR', '350%', 'none')],
    ['policy', line('maxApr', 'not there', '350'), line('Highest APR', 'not there', '350%')],
    ['ladder', line('steps.0', '500', '600'), line('Limit of step 1', 'K500.00', 'K600.00')],
    [
      'rules',
      line('approveIncome', '3000', '4000'),
      line('For a person below, monthly income', 'K3,000.00', 'K4,000.00'),
    ],
    [
      'rules',
      line('instalmentShareOfIncome', '0.40', '0.35'),
      line('Largest instalment, share of the income', '40%', '35%'),
    ],
    ['scorecard', line('referFromPoints', '400', '420'), line('For a person from, points', '400', '420')],
    ['scorecard', line('bands.ageYears.0.from', '18', '21'), line('Age, band 1: from years', '18', '21')],
    [
      'scorecard',
      line('bands.onTimeLoans.2.points', 'not there', '30'),
      line('Loans repaid on time, band 3: points', 'not there', '30'),
    ],
    ['policy', line('Counts from', null, '1 December 2026'), line('Counts from', null, '1 December 2026')],
  ] as const)('of a part of the offer has the words of its editor: %s %o', (part, saved, shown) => {
    expect(lineShown(part, saved)).toEqual(shown);
  });
});

describe('what is wrong with a draft', () => {
  test('names fields as the editor does', () => {
    expect(problemShown('rules', 'approveIncome: it must not be below referIncome.')).toBe(
      'For a person below, monthly income: it must not be below “Declined below, monthly income”.',
    );
    expect(problemShown('scorecard', 'bands.ageYears: the bands must go from low to high.')).toBe(
      'Age: the bands must go from low to high.',
    );
    expect(sentenceShown('scorecard', 'it must not be below referFromPoints.')).toBe(
      'it must not be below “For a person from, points”.',
    );
  });

  test('keeps the name of a rule of a policy, and the words of the sentence', () => {
    const broken = 'max_apr: the APR would be above the 350% of the microfinance policy.';
    expect(problemShown('product', broken)).toBe(broken);
    expect(problemShown('ladder', 'steps: step 2 is not higher than the one before it.')).toBe(
      'Limits: step 2 is not higher than the one before it.',
    );
    const planned = 'Version 3 is planned from 1 December 2026. Withdraw it first.';
    expect(problemShown('product', planned)).toBe(planned);
  });
});
