import { catchUp } from '@thumba/lending/catch-up';
import { addDays, day } from '@thumba/lending/day';
import { describeReason } from '@thumba/lending/decision';
import type { Loan, LoanEvent, LoanTerms } from '@thumba/lending/loan';
import { kwacha, ngwee, ZERO } from '@thumba/lending/money';
import { rate } from '@thumba/lending/rate';
import { paidOutLoan, sampleTerms, threeInstalments } from '@thumba/lending/sample-loan.test-support';
import { describe, expect, test } from 'vitest';
import { toDate } from '../../platform/clock.ts';
import { billingDetails } from './billing-details.ts';

const paidOutOn = day('2026-11-21');
const dueOn = day('2026-12-21');
const at = toDate(Date.parse('2026-11-21T08:00:00Z'));
const account = {
  accountId: 1,
  mobile: '0968123456',
  operator: 'mtn',
  isDefault: true,
  payoutsFrom: null,
} as const;

function details(loan: Loan, today = paidOutOn, events: readonly LoanEvent[] = [], known = true) {
  const stored = { loan, accountId: 1, appliedAt: at, disbursedAt: loan.disbursedOn === null ? null : at };
  const history = events.map((event) => ({ event, on: event.on, at, actor: 'borrower' as const }));
  return billingDetails(stored, history, known ? account : undefined, { today, nowMs: Date.now() });
}

const loanOn = (different: Partial<LoanTerms> = {}) => paidOutLoan(sampleTerms(different), paidOutOn);
const wordsOf = (event: LoanEvent) => details(loanOn(), paidOutOn, [event]).timeline;

test('the contract is linked, except of a loan whose contract is with an earlier system', () => {
  const loan = loanOn();
  expect(details(loan).contractUrl).toBe(`/al?orderId=${loan.loanId}`);
  const takenOn = {
    on: paidOutOn,
    earlierLoanNo: 'A-117',
    interestEarnedNgwee: ZERO,
    feeEarnedNgwee: ZERO,
    penaltyNgwee: ZERO,
    plans: [],
  };
  expect(details({ ...loan, takenOn }).contractUrl).toBe('');
});

describe('the figures of a bill', () => {
  test('are those of the plan until it is late', () => {
    expect(details(loanOn())).toMatchObject({
      product: 'Quick loan',
      status: 'active',
      principal: 1000,
      receivedAmount: 1000,
      totalRepay: 1150,
      paid: 0,
      remaining: 1150,
      dueDate: dueOn,
      overdueDays: 0,
      appliedOn: paidOutOn,
      appliedAt: '2026-11-21T08:00:00.000Z',
      disbursedOn: paidOutOn,
      receiveAccount: 'MTN · 096 **** 456',
      penaltyPerDay: 0,
      plans: [{ loanPeriod: 1, remaining: 1150, status: 'scheduled' }],
    });
  });

  test('move with the days, whether or not anybody has ended them', () => {
    const today = addDays(dueOn, 4);
    const late = details(loanOn(), today);
    expect(late).toMatchObject({
      status: 'overdue',
      overdueDays: 4,
      remaining: 1150 + 3 * 5.75,
      penaltyPerDay: 5.75,
      plans: [{ penalty: 17.25, remaining: 1167.25, status: 'overdue' }],
    });
    expect(details(catchUp(loanOn(), today).loan, today)).toEqual(late);
  });

  test('of a loan in parts add up over its parts', () => {
    const bill = details(paidOutLoan(threeInstalments(), paidOutOn));
    expect(bill.totalRepay).toBe(1390);
    expect(bill.plans.map((plan) => [plan.loanPeriod, plan.dueDate, plan.remaining])).toEqual([
      [1, '2026-12-21', 463.33],
      [2, '2027-01-20', 463.33],
      [3, '2027-02-19', 463.34],
    ]);
  });

  test('of a loan that was never paid out owe nothing', () => {
    const loan: Loan = { ...loanOn(), state: 'declined', disbursedOn: null, closedOn: paidOutOn };
    const bill = details(loan);
    expect(bill).toMatchObject({ status: 'declined', remaining: 0 });
    expect(bill).not.toHaveProperty('disbursedAt');
    expect(bill).not.toHaveProperty('disbursedOn');
  });

  test('name the payment that waits', () => {
    const pending = {
      attemptId: 'a',
      period: 1,
      amountNgwee: kwacha(100),
      submittedOn: paidOutOn,
      purpose: 'repayment' as const,
      quoted: null,
    };
    expect(details({ ...loanOn(), pending })).toMatchObject({ pendingPaymentId: 'a' });
    expect(details(loanOn())).not.toHaveProperty('pendingPaymentId');
  });
});

/** A repayment with nothing beside its money. */
const plainRepayment = {
  purpose: 'repayment',
  discountNgwee: ZERO,
  savingNgwee: ZERO,
  isRecovery: false,
  userCouponId: null,
  posting: { transfers: [], instalments: [], walletNgwee: 0, interestEarnedNgwee: 0, feeEarnedNgwee: 0 },
} as const;

describe('the charges of a bill', () => {
  test('say how they came about', () => {
    expect(details(loanOn()).charges).toEqual([
      { name: 'Interest', amount: 120, explanation: '30 days at 0.4% a day' },
      { name: 'Service fee', amount: 30, explanation: '3% of the loan, paid back with it' },
    ]);
    expect(details(loanOn(), addDays(dueOn, 3)).charges.at(-1)).toEqual({
      name: 'Late charges',
      amount: 11.5,
      explanation: '0.5% a day on what is late, after 1 day without a charge',
    });
  });

  test('count one day as a day and several as days', () => {
    const oneDay = loanOn({ termDays: 1, penaltyGraceDays: 3 });
    expect(details(oneDay, addDays(paidOutOn, 10)).charges.map((charge) => charge.explanation)).toEqual([
      '1 day at 0.4% a day',
      '3% of the loan, paid back with it',
      '0.5% a day on what is late, after 3 days without a charge',
    ]);
  });

  test('say what was agreed and what was taken off, once a loan is paid early', () => {
    const loan = loanOn();
    const instalments = loan.instalments.map((one) => ({ ...one, interestNgwee: kwacha(100) }));
    expect(details({ ...loan, instalments }).charges[0]).toMatchObject({
      amount: 100,
      explanation: '30 days at 0.4% a day: K120.00, of which K20.00 was taken off',
    });
  });

  test('of another product are told as that product has them', () => {
    const loan = paidOutLoan(
      threeInstalments({ interestMethod: 'declining', feeMode: 'deducted', dailyRate: rate('0.0033') }),
      paidOutOn,
    );
    expect(details(loan)).toMatchObject({
      principal: 1000,
      receivedAmount: 970,
      charges: [
        { explanation: '90 days at 0.33% a day on what is still owed' },
        { name: 'Service fee', amount: 30, explanation: '3% of the loan, kept back from the payout' },
      ],
    });
  });
});

describe('the story of a bill', () => {
  const on = paidOutOn;
  const attemptId = 'b7d5e4c2-4b1f-4f6c-9d39-0d9bd2f3a111';
  const allocation = {
    penaltyNgwee: ngwee(1150),
    feeNgwee: kwacha(30),
    interestNgwee: kwacha(120),
    principalNgwee: kwacha(1000),
    walletNgwee: kwacha(5),
  };

  test.each<[LoanEvent, string, string | undefined]>([
    [{ kind: 'applied', on, amountNgwee: kwacha(1000) }, 'Applied for K1,000.00', undefined],
    [{ kind: 'referred', on, reasons: [] }, 'Under review', 'A person looks at your application'],
    [
      { kind: 'sent_back', on, picture: 'identity' },
      'Pictures wanted',
      'Please take the pictures of your identity card again',
    ],
    [{ kind: 'reopened', on }, 'Under review again', 'You asked for another look, and a person takes it'],
    [{ kind: 'approved', on }, 'Approved', undefined],
    [
      { kind: 'declined', on, reasons: ['income_too_low', 'not_affordable'], mayApplyAgainOn: on },
      'Declined',
      `${describeReason('income_too_low')} ${describeReason('not_affordable')}`,
    ],
    [{ kind: 'cancelled', on, reason: 'x' }, 'Cancelled', undefined],
    [
      { kind: 'paid_out', on, attemptId, amountNgwee: kwacha(1000) },
      'Received K1,000.00',
      'To MTN · 096 **** 456',
    ],
    [
      { kind: 'payout_failed', on, attemptId, reason: 'float_low' },
      'The payout failed',
      'We cannot send money through this operator at the moment. Please try again later.',
    ],
    [
      { kind: 'repayment_failed', on, purpose: 'repayment', attemptId, reason: 'wrong_pin' },
      'A payment failed',
      'The PIN that was entered was wrong.',
    ],
    [
      {
        kind: 'repaid',
        on,
        ...plainRepayment,
        source: 'operator',
        attemptId,
        period: 1,
        amountNgwee: ngwee(116_650),
        allocation,
        receiptNo: '7-4',
      },
      'Paid K1,166.50',
      'Late charges K11.50 · fee K30.00 · interest K120.00 · loan K1,000.00 · wallet credit K5.00. Receipt 7-4',
    ],
    [
      {
        kind: 'repaid',
        on,
        ...plainRepayment,
        source: 'wallet',
        attemptId: null,
        period: 1,
        amountNgwee: kwacha(40),
        allocation: {
          penaltyNgwee: ZERO,
          feeNgwee: ZERO,
          interestNgwee: ZERO,
          principalNgwee: kwacha(40),
          walletNgwee: ZERO,
        },
        receiptNo: '7-5',
      },
      'Paid K40.00',
      'Loan K40.00. Receipt 7-5',
    ],
    [
      { kind: 'penalty_accrued', on, period: 1, days: 1, amountNgwee: ngwee(575) },
      'Late charge 21 November: K5.75',
      undefined,
    ],
    [
      { kind: 'penalty_accrued', on, period: 1, days: 2, amountNgwee: ngwee(1150) },
      'Late charges 20–21 November: K11.50',
      undefined,
    ],
    [
      { kind: 'penalty_waived', on, period: 1, amountNgwee: ngwee(2875), reason: 'paid_on_value_day' },
      'Late charge of K28.75 taken back',
      'Your payment had been sent before it was charged',
    ],
    [
      { kind: 'extension_fee_returned', on, period: 1, amountNgwee: kwacha(50), ofReceiptNo: '7-3' },
      'Extension fee of K50.00 given back',
      'Your payment had been sent before the extension was bought',
    ],
    [
      {
        kind: 'freed_money_allocated',
        on,
        amountNgwee: kwacha(145),
        allocation: {
          penaltyNgwee: ZERO,
          feeNgwee: ZERO,
          interestNgwee: ZERO,
          principalNgwee: kwacha(120),
          walletNgwee: kwacha(25),
        },
      },
      'K145.00 of your earlier payments moved',
      'It had paid charges that were taken back. It pays: loan K120.00 · wallet credit K25.00',
    ],
    [
      { kind: 'hardship_continued', on, endedOn: null },
      'The agreed dates were kept',
      'Your payment had been sent before the date was missed',
    ],
    [
      { kind: 'hardship_continued', on, endedOn: on },
      'Late charges count since 21 November only',
      'Your payment had been sent before the date was missed',
    ],
    [{ kind: 'instalment_overdue', on, period: 1 }, 'The payment is late', undefined],
    [
      { kind: 'closed_earlier', on, onTime: true, wasOnTime: false },
      'Counts as paid off on 21 November',
      'On time, thank you',
    ],
    [
      { kind: 'closed_earlier', on, onTime: false, wasOnTime: false },
      'Counts as paid off on 21 November',
      'Your payment had been sent before',
    ],
    [{ kind: 'settled', on, onTime: true }, 'Paid off', 'On time, thank you'],
    [{ kind: 'settled', on, onTime: false }, 'Paid off', 'Thank you'],
  ])('tells of %o', (event, title, detail) => {
    expect(wordsOf(event)).toEqual([
      {
        title,
        on,
        at: '2026-11-21T08:00:00.000Z',
        ...(detail === undefined ? {} : { detail }),
        ...(event.kind.endsWith('_failed') ? { failed: true } : {}),
      },
    ]);
  });

  test.each<LoanEvent>([
    { kind: 'payout_started', on, attemptId },
    { kind: 'paid_out_unexpectedly', on, attemptId, amountNgwee: kwacha(1000) },
    { kind: 'repayment_submitted', on, purpose: 'repayment', attemptId, period: 1, amountNgwee: kwacha(100) },
    { kind: 'instalment_due', on, period: 1 },
  ])('leaves out %o, which is for the books', (event) => {
    expect(wordsOf(event)).toEqual([]);
  });

  test('names the instalment that is late where there are several', () => {
    const loan = paidOutLoan(threeInstalments(), paidOutOn);
    const { timeline } = details(loan, on, [{ kind: 'instalment_overdue', on, period: 2 }]);
    expect(timeline.map(({ title }) => title)).toEqual(['Instalment 2 is late']);
  });

  test('tells late charges that follow each other in one line, until something else happens', () => {
    const charge = (chargedOn: string, days = 1): LoanEvent => ({
      kind: 'penalty_accrued',
      on: day(chargedOn),
      period: 1,
      days,
      amountNgwee: ngwee(575 * days),
    });
    const events: LoanEvent[] = [
      { kind: 'instalment_overdue', on: day('2026-11-28'), period: 1 },
      charge('2026-11-29'),
      charge('2026-11-30'),
      {
        kind: 'repayment_submitted',
        on,
        purpose: 'repayment',
        attemptId,
        period: 1,
        amountNgwee: kwacha(20),
      },
      charge('2026-12-02', 2),
      { kind: 'repayment_failed', on, purpose: 'repayment', attemptId, reason: 'wrong_pin' },
      charge('2026-12-03'),
      charge('2026-12-09', 6),
    ];
    expect(details(loanOn(), on, events).timeline.map((step) => [step.title, step.on])).toEqual([
      ['Late charges 3–9 December: K40.25', '2026-12-09'],
      ['A payment of K20.00 failed', on],
      ['Late charges 29 November – 2 December: K23.00', '2026-12-02'],
      ['The payment is late', '2026-11-28'],
    ]);
  });

  test('says of a declined loan why, and when one may apply again', () => {
    const mayApplyAgainOn = addDays(on, 7);
    const loan: Loan = { ...loanOn(), state: 'declined', disbursedOn: null, closedOn: paidOutOn };
    const bill = details(loan, on, [{ kind: 'declined', on, reasons: ['income_too_low'], mayApplyAgainOn }]);
    expect(bill).toMatchObject({
      rejectedReasons: [describeReason('income_too_low')],
      rejectedUntil: mayApplyAgainOn,
    });
  });

  test('has its newest part first', () => {
    const events: LoanEvent[] = [
      { kind: 'applied', on, amountNgwee: kwacha(1000) },
      { kind: 'approved', on },
      { kind: 'settled', on, onTime: true },
    ];
    expect(details(loanOn(), on, events).timeline.map(({ title }) => title)).toEqual([
      'Paid off',
      'Approved',
      'Applied for K1,000.00',
    ]);
  });

  test('does without an account that is no longer there', () => {
    const events: LoanEvent[] = [{ kind: 'paid_out', on, attemptId, amountNgwee: kwacha(1000) }];
    expect(details(loanOn(), on, events, false)).toMatchObject({
      receiveAccount: 'Mobile money',
      timeline: [{ detail: 'To Mobile money' }],
    });
  });
});
