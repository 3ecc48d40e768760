import { expect } from 'vitest';
import { day } from './day.ts';
import { judgePromise, refusalOfPromise } from './promise-to-pay.ts';
import { moneyIn, type Row } from './rule-page.test-support.ts';

/** Judges each promise of the page. */
export function checkArrearsPage(promises: Row[]): void {
  expect(promises.length).toBeGreaterThan(0);
  for (const row of promises) {
    const promise = {
      promisedOn: day(row('promised on')),
      dueOn: day(row('for')),
      amountNgwee: moneyIn(row('amount')),
    };
    const loan = { isOverdue: true, isPaymentPending: false, owedNgwee: promise.amountNgwee };
    expect(refusalOfPromise(loan, promise)).toBeNull();
    const payments = row('paid')
      .split(', ')
      .filter((payment) => payment !== '')
      .map((payment) => {
        const [amount = '', on = ''] = payment.split(' on ');
        return { on: day(on), amountNgwee: moneyIn(amount) };
      });
    const judged = judgePromise(promise, { payments, hasLoanEnded: false, on: day(row('last day over')) });
    expect([row('promised on'), row('paid'), judged]).toEqual([
      row('promised on'),
      row('paid'),
      row('promise'),
    ]);
  }
}
