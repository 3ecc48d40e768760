import { createHash } from 'node:crypto';
import { day } from '@thumba/lending/day';
import type { LoanTerms } from '@thumba/lending/loan';
import { kwacha } from '@thumba/lending/money';
import { type AgreedQuote, priceLoan } from '@thumba/lending/pricing';
import { demoCatalogue, loanTerms, microfinancePolicy } from '@thumba/lending/product';
import { rate } from '@thumba/lending/rate';
import { expect, test } from 'vitest';
import { demoLender } from '../../book/lender.ts';
import { contractClauses, WORDINGS, type Wording, wordingOf } from './contract-text.ts';
import { NEWEST_WORDING } from './newest-wording.ts';

function termsOf(changes: object): LoanTerms {
  const terms = loanTerms({ ...demoCatalogue[0]!, ...changes }, microfinancePolicy, 1, kwacha(1000));
  if (!terms.ok) throw new Error(terms.refusal.kind);
  return terms.value;
}

const quoteOf = (changes: object = {}) => priceLoan(termsOf(changes), day('2026-11-21'));

const parties = { borrowerName: 'Chipo Lungu', nationalId: '123456/10/1', receiveAccount: 'MTN' };

function clausesOf(wording: Wording, changes: object = {}, quote: AgreedQuote = quoteOf(changes)) {
  return contractClauses(wording, demoLender, termsOf(changes), quote, parties);
}

function textOfTerms(heading: string, terms: LoanTerms) {
  const clauses = contractClauses(NEWEST_WORDING, demoLender, terms, quoteOf(), parties);
  return clauses.find((clause) => clause.heading === heading)?.text;
}

const textOf = (heading: string, changes: object = {}) =>
  clausesOf(NEWEST_WORDING, changes).find((clause) => clause.heading === heading)?.text;

test('a contract says how often its dates move and what that costs', () => {
  expect(textOf('If you need more time')).toBe(
    'You may move the next due date up to 3 times, by 7 days each time, and the later ones with it. If that date has passed, the days are counted from the day you pay. It costs 5% of the loan still owed on that instalment, which is 260.7% a year, and the late charges so far are paid with it. What you owe stays the same. You cannot do this while a later instalment is late too, while you follow a plan that we agreed because you cannot pay, or if all charges together would be more than the limit under “If you pay late”.',
  );
  expect(textOf('If you need more time', { extension: null })).toBe(
    'The due dates of this loan cannot be moved.',
  );
  const once = { extension: { days: 7, rate: rate('0.05'), max: 1 } };
  expect(textOf('If you need more time', once)).toMatch(/^You may move the next due date once, by 7 days,/);
});

test('a contract says how many days late a payment may be at no cost, and what each further day costs', () => {
  expect(textOf('If you pay late')).toMatch(
    /^A payment that is up to 1 day late costs nothing more\. After that a late charge of 0\.5% of the late amount is added for each further day\./,
  );
  const fromFirstDay = { penalty: { dailyRate: rate('0.01'), graceDays: 0 } };
  expect(textOf('If you pay late', fromFirstDay)).toMatch(
    /^A late charge of 1% of the late amount is added for each day that a payment is late\./,
  );
});

test('a contract says how a part may be paid, and that what is paid for more time is under the limit of charges', () => {
  expect(textOf('How you pay')).toContain(
    'You may pay a part: the app shows the least amount, and a part may not leave less than K50.00 of an instalment.',
  );
  expect(textOf('If you pay late')).toMatch(
    /Interest, fees, late charges and what you pay for more time together are never more than 100% of the loan\.$/,
  );
});

test('a contract says for how long the money may be given back, or that it may not', () => {
  expect(textOf('If you change your mind')).toMatch(/^Within 24 hours of receiving the money/);
  expect(textOfTerms('If you change your mind', { ...termsOf({}), coolingOffHours: 0 })).toBe(
    'Once the money has reached you, this loan cannot be given back. You may pay it off early.',
  );
});

test('a contract says the yearly rate, and beside it the rate with interest on interest', () => {
  expect(textOf('What it costs')).toContain(
    'The yearly rate (APR) is 170.4%. Counted with interest on interest it is 447.6% a year (effective annual rate).',
  );
});

test('a contract says on which day of the month its dates fall, what the days up to them cost, and the highest APR', () => {
  const monthEnd = { dueDay: { rule: 'month_end' } };
  expect(textOf('What you repay', monthEnd)).toBe(
    'You repay K1,150.00 in all: K1,150.00 by Thursday 31 December. The due date is the last day of the month: the first one on or after the day on which the 30 days of the loan end. The days up to it cost nothing more. The days of the loan are counted from the day the money reaches you. If that is a later day, a due date can be in a later month, and the yearly rate (APR) is at most 170.4%.',
  );
  expect(textOf('What it costs', monthEnd)).toContain('The yearly rate (APR) is 127.8%.');
  expect(textOf('When this ends', monthEnd)).toMatch(/The last due date is Thursday 31 December\.$/);
  expect(textOf('If you pay everything early', monthEnd)).toContain(
    'An instalment that you pay before its days have passed gives back the daily interest',
  );
  const inParts = {
    dueDay: { rule: 'day_of_month', day: 25 },
    terms: [{ termId: 1, days: 90, instalments: 3 }],
  };
  expect(textOf('What you repay', inParts)).toContain(
    'K463.34 by Thursday 25 February. Each due date is day 25 of the month: the first one on or after the day on which the 30 days of its instalment end, and never the date of another instalment.',
  );
  expect(textOf('What you repay')).toMatch(/every date moves by the same number of days\.$/);
});

test('a contract of an earlier wording has the figures that it was signed with', () => {
  const { effectiveAnnualRate: _, ...quote } = quoteOf();
  const clauses = clausesOf('2026-11b', {}, quote);
  const textUnder = (heading: string) => clauses.find((clause) => clause.heading === heading)?.text;
  expect(textUnder('What it costs')).toMatch(/The yearly rate \(APR\) is 170\.4%\.$/);
  expect(textUnder('If you need more time')).toContain('on that instalment, and the late charges');
});

test('a contract says whether paying early gives interest back', () => {
  expect(textOf('If you pay everything early')).toContain('only for the days you had the money');
  expect(textOf('If you pay everything early')).toContain('An instalment that you pay before its due date');
  expect(
    clausesOf('2026-11b')
      .map(({ text }) => text)
      .join(),
  ).not.toContain('before its due date gives back');
  expect(textOf('If you pay everything early', { settlementInterest: 'fixed' })).toContain('stays the same');
});

test('a contract that was signed keeps its wording, letter by letter', () => {
  const prints = WORDINGS.map((wording) => {
    const text = JSON.stringify([clausesOf(wording), clausesOf(wording, { extension: null })]);
    return `${wording} ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  });
  // The wordings of before were printed by the program that they were signed with.
  expect(prints).toMatchInlineSnapshot(`
    [
      "2026-11 a50be297b3a4",
      "2026-11b decc8f3d5fe6",
      "2026-11c 9cad5f479dd9",
      "2026-11d c60069359dae",
      "2026-11e 1aba0928bc84",
    ]
  `);

  expect(wordingOf('2026-11-p1v1-microfinance1')).toBe('2026-11');
  expect(wordingOf('2026-11b-p1v1-microfinance1')).toBe('2026-11b');
  expect(wordingOf(`${NEWEST_WORDING}-p1v1-microfinance1`)).toBe(NEWEST_WORDING);
  expect(wordingOf('2019-p1v1-microfinance1')).toBeUndefined();
  expect(clausesOf('2026-11').map(({ heading }) => heading)).not.toContain('If you need more time');
});
