import { day } from '@thumba/lending/day';
import type { LoanMessage } from '@thumba/lending/loan';
import { kwacha, ngwee, ZERO } from '@thumba/lending/money';
import { expect, test } from 'vitest';
import { messageText } from './texts.ts';

/** The most that fits into one SMS of the letters phones share. */
const ONE_SMS = 160;
const GSM_LETTERS = /^[A-Za-z0-9 .,:'()%-]+$/;

const receiptNo = '100001-4';

const texts: [LoanMessage, string][] = [
  [
    { kind: 'loan_approved', amountNgwee: kwacha(1000) },
    'Your loan of K1,000.00 is approved. The money is on its way to your mobile-money account.',
  ],
  [
    { kind: 'loan_referred', amountNgwee: kwacha(300) },
    'We have your application for K300.00. A person will look at it and you will get an answer by SMS.',
  ],
  [
    { kind: 'loan_declined', mayApplyAgainOn: day('2026-11-28') },
    'We cannot lend to you at the moment. You may apply again on 28 November. The app says why.',
  ],
  [
    {
      kind: 'loan_paid_out',
      amountNgwee: kwacha(1000),
      firstDueOn: day('2026-12-21'),
      firstDueNgwee: ngwee(46_333),
    },
    'K1,000.00 was sent to your mobile-money account. Please repay K463.33 by 21 December.',
  ],
  [
    { kind: 'payout_failed', amountNgwee: kwacha(1000) },
    'We could not send K1,000.00 to your mobile-money account. Please open the app to try again.',
  ],
  [
    {
      kind: 'repayment_received',
      amountNgwee: kwacha(500),
      receiptNo,
      remainingNgwee: kwacha(650),
      walletNgwee: ZERO,
    },
    'Thank you. We received K500.00. Left to repay: K650.00. Receipt 100001-4.',
  ],
  [
    {
      kind: 'repayment_received',
      amountNgwee: kwacha(500),
      receiptNo,
      remainingNgwee: kwacha(650),
      walletNgwee: ngwee(1),
    },
    'Thank you. We received K500.00. K0.01 of it is now wallet credit. Left to repay: K650.00. Receipt 100001-4.',
  ],
  [
    { kind: 'loan_settled', amountNgwee: ngwee(116_150), receiptNo, walletNgwee: ZERO },
    'Thank you. We received K1,161.50 and your loan is paid off. Receipt 100001-4.',
  ],
  [
    { kind: 'loan_settled', amountNgwee: kwacha(1200), receiptNo, walletNgwee: kwacha(50) },
    'Thank you. We received K1,200.00 and your loan is paid off. K50.00 of it is now wallet credit. Receipt 100001-4.',
  ],
];

test.each(texts)('%o reads well', (message, text) => {
  expect(messageText(message)).toBe(text);
});

test.each(texts)('%o fits into one SMS', (message) => {
  const text = messageText(message);
  expect(text.length).toBeLessThanOrEqual(ONE_SMS);
  expect(text).toMatch(GSM_LETTERS);
});
