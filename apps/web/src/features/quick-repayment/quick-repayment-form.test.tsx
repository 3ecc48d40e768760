import type { Answer } from '@thumba/contract/wire';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BillOfLink } from './bill-of-link.tsx';
import { QuickRepaymentForm } from './quick-repayment-form.tsx';

const plan = {
  planId: 10000201,
  loanPeriod: 1,
  dueDate: '2026-12-03',
  remaining: 1151.5,
  principal: 1000,
  interest: 120,
  serviceFee: 30,
  penalty: 11.5,
  discount: 10,
};
const info: Answer<'quickRepayInfo'> = {
  name: 'M**** K****',
  mobile: '096 **** 007',
  orderId: 100002,
  plans: [plan],
  dueNow: 1151.5,
  remaining: 1151.5,
  lender: { name: 'Thumba Demo Lender', licence: 'Demonstration only', phone: '0211 000 000' },
  minRepayAmount: 20,
  operators: ['mtn', 'airtel'],
};

const nothing = () => undefined;
const form = () =>
  renderToStaticMarkup(<QuickRepaymentForm code="" info={info} onSubmitted={nothing} onRefused={nothing} />);

test('half of a bill with a coupon is half of what is owed without it, as in the app', () => {
  expect(form()).toMatch(/Half of the bill<[^K]*K580\.75</);
});

test('the number of the bill stands there, so that the borrower can be asked about it', () => {
  expect(form()).toMatch(/>Bill<[^0-9]*100 002</);
});

test('while nothing is due, the day is said and no sum of zero', () => {
  const late = renderToStaticMarkup(<BillOfLink info={info} />);
  expect(late).toMatch(/Due now<[^K]*K1,151\.50/);
  expect(late).not.toContain('Nothing is due');
  const early = renderToStaticMarkup(<BillOfLink info={{ ...info, dueNow: 0 }} />);
  expect(early).toContain('Nothing is due until 3 December. You can pay early.');
  expect(early).not.toMatch(/Due now|K0\.00/);
});
