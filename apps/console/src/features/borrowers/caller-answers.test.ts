import { USER_STATUS } from '@thumba/contract/codes';
import { expect, test } from 'vitest';
import { type Help, type HelpPayment, whatBecameOf, whereIsMyMoney } from './caller-answers.ts';

const payment = { state: 'succeeded', receiptNo: '7-3', failure: null } as HelpPayment;

const helpOf = (userStatus: number, change: Partial<Help> = {}) =>
  ({ home: { userStatus, messages: [] }, arePayoutsHeld: false, sent: [], ...change }) as unknown as Help;

test('a payout whose operator says nothing is told to be unknown, also where wallet credit went out later', () => {
  const sent = [
    { ...payment, purpose: 'wallet_payout' },
    { ...payment, purpose: 'loan_payout', state: 'unknown' },
  ] as HelpPayment[];
  expect(whereIsMyMoney(helpOf(USER_STATUS.payingOut, { sent }))[0]).toMatch(/^The operator has not said/);
  expect(whereIsMyMoney(helpOf(USER_STATUS.payingOut))[0]).toMatch(/^The payout is on its way/);
});

test('a running loan has its money, and payouts that the lender holds are named', () => {
  expect(whereIsMyMoney(helpOf(USER_STATUS.active, { arePayoutsHeld: true }))).toEqual([
    'The money of the loan has arrived.',
    'The lender holds all payouts to this borrower.',
  ]);
});

test('a payment is counted with its receipt, or not taken and why', () => {
  expect(whatBecameOf(payment)).toBe('Counted, receipt 7-3');
  expect(whatBecameOf({ ...payment, state: 'failed', failure: 'wrong_pin' })).toBe('Not taken: wrong pin');
  expect(whatBecameOf({ ...payment, state: 'unknown' })).toMatch(/^Not known yet/);
});
