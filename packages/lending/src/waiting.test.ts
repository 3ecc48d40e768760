import { expect, test } from 'vitest';
import { addDays, day } from './day.ts';
import { quoteExtension } from './extension.ts';
import { paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';
import { previewWaiting } from './waiting.ts';

const paidOutOn = day('2026-11-21');
const dueOn = addDays(paidOutOn, 30);
const loan = paidOutLoan(sampleTerms(), paidOutOn);

test.each([
  // The first late day is free: 6 days of K5.75.
  ['on the due day', 0, { penaltyNgwee: 3450, daysLateBefore: 0, daysLateAfter: 7 }],
  ['three days late', 3, { penaltyNgwee: 4025, daysLateBefore: 3, daysLateAfter: 10 }],
  ['five days early', -5, { penaltyNgwee: 3450, daysLateBefore: 0, daysLateAfter: 7 }],
])('waiting until the date of an extension costs its late charges and days late, %s', (_, days, waiting) => {
  const on = addDays(dueOn, days);
  const quote = quoteExtension(loan, on);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  expect(previewWaiting(loan, { on, untilOn: quote.value.afterDueOn })).toEqual(waiting);
});
