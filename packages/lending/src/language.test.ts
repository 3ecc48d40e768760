import { ENGLISH, takeLanguageFrom } from '@thumba/words/catalogue';
import { EN_XA, marked } from '@thumba/words/en-xa';
import { afterEach, expect, test } from 'vitest';
import { describeReason } from './decision.ts';
import { formatDueDay } from './due-day-text.ts';
import { kwacha } from './money.ts';
import { describeRefusal } from './refusal-text.ts';
import { describeAmountRefusal } from './repayment-rules.ts';

afterEach(() => takeLanguageFrom(() => ENGLISH));

test.each([
  ['a reason', () => describeReason('open_loan'), 'You already have an open loan.'],
  ['a due day', () => formatDueDay({ rule: 'day_of_month', day: 25 }), 'day 25 of the month'],
  [
    'a refused amount',
    () => describeAmountRefusal({ kind: 'below_minimum', minimumNgwee: kwacha(20) }),
    'minimum: 20',
  ],
  [
    'a refusal',
    () => describeRefusal({ kind: 'plan_too_small_for_coupon', minPlanNgwee: kwacha(100) }),
    'This coupon is for instalments of K100 or more',
  ],
  [
    'a refusal by the licence',
    () => describeRefusal({ kind: 'breaks_policy', rule: 'min_term' }),
    'This term is shorter than our licence allows',
  ],
])('%s is said in the language of the reader', (_what, say, english) => {
  expect(say()).toBe(english);
  takeLanguageFrom(() => EN_XA);
  expect(say()).toBe(marked(english));
});

test('the state of the loan in a refusal is said in the language of the reader', () => {
  takeLanguageFrom(() => EN_XA);
  expect(describeRefusal({ kind: 'not_repayable', state: 'recovered' })).toBe(
    marked(`There is nothing to pay: ${marked('the loan is closed')}`),
  );
});
