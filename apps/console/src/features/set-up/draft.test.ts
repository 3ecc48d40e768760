import { expect, test } from 'vitest';
import { contentOf, draftOf, draftOfNew, rateOfPercent } from './draft.ts';

const product = {
  productId: 1,
  version: 3,
  name: 'Quick loan',
  minAmount: 100,
  maxAmount: 2000,
  amountStep: 50,
  minRepayAmount: 20,
  terms: [{ termId: 1, days: 30, instalments: 1 }],
  dailyRate: '0.004',
  serviceFeeRate: '0.030',
  interestMethod: 'flat',
  feeMode: 'added',
  extension: { days: 7, rate: '0.05', max: 3 },
  penalty: { dailyRate: '0.005', graceDays: 1 },
  repaymentOrder: ['penalty', 'fee', 'interest', 'principal'],
  settlementInterest: 'daily',
  ladderStepNeeded: 1,
  dueDay: { rule: 'after_term' },
};

const typed = (texts: Record<string, string>) => {
  const draft = draftOf('product', product);
  return contentOf('product', product, { ...draft, texts: { ...draft.texts, ...texts } });
};

test('a draft that nothing was typed into is what is saved, digit by digit', () => {
  expect(contentOf('product', product, draftOf('product', product))).toEqual(product);
});

test('what is typed takes the place of what is saved', () => {
  expect(typed({ dailyRate: '0.35', maxAmount: '1500.50', 'penalty.graceDays': '2' })).toEqual({
    ...product,
    dailyRate: '0.0035',
    maxAmount: 1500.5,
    penalty: { dailyRate: '0.005', graceDays: 2 },
  });
});

test('an extension and a due day are there as far as they apply', () => {
  expect(typed({ extension: 'false' })).toMatchObject({ extension: null });
  expect(typed({ 'dueDay.rule': 'day_of_month', 'dueDay.day': '25' })).toMatchObject({
    dueDay: { rule: 'day_of_month', day: 25 },
  });
  expect(typed({ 'dueDay.rule': 'month_end', 'dueDay.day': '25' })).toMatchObject({
    dueDay: { rule: 'month_end' },
  });
});

test('what is no number is sent as it was typed, so that the server names its field', () => {
  expect(typed({ maxAmount: 'a lot', dailyRate: 'x' })).toMatchObject({ maxAmount: 'a lot', dailyRate: 'x' });
});

test('a new product has no number, no name and terms of its own', () => {
  const { saved, draft } = draftOfNew(product, 8);
  expect(contentOf('product', saved, draft)).toMatchObject({ name: '', terms: [{ termId: 8, days: 30 }] });
  expect(contentOf('product', saved, draft)).not.toHaveProperty('productId');
});

test('an empty limit of a policy is none', () => {
  const policy = { name: 'microfinance', maxApr: 350, chargeCapRate: '1.00', feesAllowed: true };
  const draft = draftOf('policy', policy);
  const content = contentOf('policy', policy, { ...draft, texts: { ...draft.texts, maxApr: '' } });
  expect(content).toMatchObject({ maxApr: null, chargeCapRate: '1.00', feesAllowed: true });
});

test('steps of the ladder stand with commas between them', () => {
  const ladder = { steps: [2000, 3000], onTimeLoansPerStep: 3 };
  const draft = draftOf('ladder', ladder);
  expect(draft.texts.steps).toBe('2000, 3000');
  const content = contentOf('ladder', ladder, {
    ...draft,
    texts: { ...draft.texts, steps: '2000, 3500,4000' },
  });
  expect(content).toMatchObject({ steps: [2000, 3500, 4000], onTimeLoansPerStep: 3 });
});

test.each([
  ['0.4', '0.004'],
  ['3', '0.03'],
  ['10', '0.1'],
  ['100', '1'],
  ['0', '0'],
  ['0.00000001', '0.0000000001'],
  ['250.5', '2.505'],
])('%s percent is the rate %s', (percent, rate) => {
  expect(rateOfPercent(percent)).toBe(rate);
});
