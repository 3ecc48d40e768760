import { expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { cancellationSucceeded } from './cooling-off.ts';
import { addDays } from './day.ts';
import { submitExtension } from './extension.ts';
import type { LoanEvent } from './loan.ts';
import { kwacha, ZERO } from './money.ts';
import { isPaymentEvent, PAYMENT_EVENT_KINDS, valueDayOf } from './payment-event.ts';
import { rate } from './rate.ts';
import { repaymentSucceeded } from './repayment.ts';
import { entryStanding, paidOutLoan, sampleTerms } from './sample-loan.test-support.ts';
import { dueOn, paidOutOn } from './sample-repayment.test-support.ts';
import { waiveCharge } from './waiver.ts';

const loan = paidOutLoan(sampleTerms(), paidOutOn);
const received = {
  attemptId: 'a',
  operator: 'mtn',
  amountNgwee: kwacha(1000),
  submittedOn: paidOutOn,
  on: paidOutOn,
  ladder: entryStanding,
} as const;

function paymentKindsOf(events: readonly LoanEvent[]): string[] {
  return events.filter(isPaymentEvent).map((event) => event.kind);
}

test('a repayment, a return of the money and an extension are payments, each with a receipt', () => {
  const free = sampleTerms({ extension: { days: 7, rate: rate('0'), max: 1 } });
  const extended = submitExtension(paidOutLoan(free, paidOutOn), {
    attemptId: 'a',
    amountNgwee: ZERO,
    on: dueOn,
  });
  if (!extended.ok) throw new Error(extended.refusal.kind);
  const events = [
    ...repaymentSucceeded(loan, received).events,
    ...extended.value.events,
    ...cancellationSucceeded(loan, received).events,
  ];
  expect(paymentKindsOf(events)).toEqual(PAYMENT_EVENT_KINDS);
  for (const event of events.filter(isPaymentEvent)) expect(event.receiptNo).toBe('7-1');
});

test('a waiver is no payment', () => {
  const waived = waiveCharge(loan, {
    period: 1,
    charge: 'fee',
    amountNgwee: kwacha(30),
    reason: 'goodwill',
    on: paidOutOn,
    ladder: entryStanding,
  });
  if (!waived.ok) throw new Error(waived.refusal.kind);
  expect(waived.value.events.map((event) => event.kind)).toContain('charge_waived');
  expect(paymentKindsOf(waived.value.events)).toEqual([]);
});

test('a payment that is confirmed late counts for the day of its submission, and a day without a payment for itself', () => {
  const confirmedOn = addDays(paidOutOn, 3);
  expect(valueDayOf(repaymentSucceeded(loan, { ...received, on: confirmedOn }), confirmedOn)).toBe(paidOutOn);
  expect(valueDayOf(catchUp(loan, dueOn), dueOn)).toBe(dueOn);
});
