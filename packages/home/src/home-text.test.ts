import { USER_STATUS } from '@thumba/contract/codes';
import { day } from '@thumba/lending/day';
import { describe, expect, test } from 'vitest';
import type { LoanInfo, OpenLoanSummary } from './card.ts';
import { homeText } from './home-text.ts';

const days = { today: day('2026-11-26'), businessDaysAhead: 0 };

const order: OpenLoanSummary = {
  orderId: 7,
  status: 'active',
  productName: 'Quick loan',
  principal: 1000,
  receivedAmount: 1000,
  totalRepay: 1150,
  remaining: 1150,
  appliedOn: '2026-11-01',
  planId: 71,
  dueDate: '2026-12-01',
  dueAmount: 1150,
  daysUntilDue: 5,
  overdueDays: 0,
  penaltyToDate: 0,
  penaltyPerDay: 10,
  plansLeft: 1,
  extendable: true,
  extension: { days: 7, toDate: '2026-12-08', fee: 50, penalty: 0, total: 50 },
};

const info: LoanInfo = {
  userStatus: USER_STATUS.active,
  loanType: 1,
  productIndex: 0,
  creditLimit: 2000,
  availableLimit: 0,
  marketList: [],
  order,
  ladder: {
    step: 1,
    steps: 4,
    limits: [2000],
    maxDaysLate: 3,
    onTime: 0,
    needed: 3,
    minDaysHeld: 0,
    minAmount: 0,
  },
  messages: [],
  businessDate: '2026-11-26',
};

const late: OpenLoanSummary = {
  ...order,
  status: 'overdue',
  dueDate: '2026-11-21',
  dueAmount: 1180,
  duePenalty: 30,
  overdueDays: 5,
  penaltyDays: 3,
  penaltyFreeDays: 2,
  extension: { days: 7, toDate: '2026-12-03', fee: 50, penalty: 30, total: 80 },
};

const shown = (change: Partial<LoanInfo>) => homeText({ ...info, ...change }, days);

describe('the first page as text', () => {
  test('of a loan in time says the sum, the day and the ways to pay', () => {
    expect(shown({})).toEqual({
      cards: [
        {
          label: 'To repay',
          badge: { tone: 'warn', text: 'in 5 days' },
          money: 'K1,150.00',
          lines: ['by Tuesday 1 December'],
          buttons: ['Pay the bill', 'Need more time? Defer\u00a07\u00a0days', 'Pay a part', 'Bill details'],
        },
      ],
    });
  });

  test('of a late loan explains the late charges and the ways out', () => {
    const { heading, cards } = shown({ userStatus: USER_STATUS.overdue, order: late });
    expect(heading).toBe('This bill is 5 days late');
    expect(cards[0]).toMatchObject({
      label: 'To repay today',
      money: 'K1,180.00',
      lines: [
        'K1,150.00 due 21 November + K30.00 late charges for 3 days',
        'The first 2 days late are free.',
        'K10.00 a day until paid. More time (see below) also stops it.',
      ],
    });
    expect(cards[1]?.facts).toEqual([
      ['Deferral charge', 'K50.00'],
      ['Late charges until today', 'K30.00'],
      ['To pay now', 'K80.00'],
    ]);
    expect(cards[2]?.buttons).toEqual(['Pay a part']);
  });

  test('of an open payment offers that payment instead of a second one', () => {
    const { cards } = shown({ order: { ...order, pendingPaymentId: 'one' } });
    expect(cards[0]?.buttons).toEqual(['See the payment', 'Bill details']);
  });

  test('of a loan that is cheaper to pay off offers that first', () => {
    const settlement = { amount: 1100, saving: 50, comesFirst: true };
    const { cards } = shown({ order: { ...order, plansLeft: 2, settlement } });
    expect(cards[0]?.buttons?.slice(0, 2)).toEqual(['Pay off now: K1,100.00', 'Pay the bill']);
    expect(cards[0]?.buttons?.at(-1)).toBe('Repayment plan');
  });

  test.each<[string, Partial<LoanInfo>, RegExp]>([
    ['under review', { userStatus: USER_STATUS.underReview }, /^You asked for K1,000\./],
    [
      'declined',
      {
        userStatus: USER_STATUS.declined,
        rejectedReasons: ['Your income is too low.'],
        rejectedUntil: '2026-12-26',
      },
      /^Your income is too low\.$/,
    ],
    ['blocked', { userStatus: USER_STATUS.blocked }, /^Your account is closed for new loans\./],
    [
      'asked for a payslip',
      {
        userStatus: USER_STATUS.underReview,
        evidence: { orderId: 7, kind: 'payslip', until: '2026-11-28T10:00:00Z' },
      },
      /^A person looks at your application and needs to see what you earn\.$/,
    ],
    [
      'asked for another picture',
      { userStatus: USER_STATUS.underReview, pictureAgain: 'face' },
      /needs to see your face again\.$/,
    ],
    [
      'offered less',
      {
        userStatus: USER_STATUS.underReview,
        counterOffer: {
          orderId: 7,
          until: '2026-11-28T10:00:00Z',
          amount: 500,
          days: 30,
          askedAmount: 1000,
          askedDays: 30,
        },
      },
      /^You asked for K1,000 for 30 days\./,
    ],
    ['paying out', { userStatus: USER_STATUS.payingOut }, /^To your mobile-money account, usually/],
  ])('of a borrower who is %s has the sentence of the app', (_state, change, sentence) => {
    expect(shown(change).cards[0]?.lines?.[0]).toMatch(sentence);
  });

  test('of a payout that waits has the reason, and of one that failed that nothing is owed', () => {
    const waiting = shown({ userStatus: USER_STATUS.payingOut, messages: ['It waits.'] }).cards[0];
    expect(waiting?.badge?.text).toBe('Waiting');
    expect(waiting?.notices?.[0]).toBe('It waits.');
    const failed = shown({ userStatus: USER_STATUS.payingOut, order: { ...order, status: 'payout_failed' } });
    expect(failed.cards[0]?.notices?.[0]).toMatch(/^You owe nothing/);
  });

  test('says until when money can be given back, by the business date', () => {
    const giveBack = { ...order, cancelUntil: '2026-11-26T12:00:00Z' };
    expect(shown({ order: giveBack }).cards[1]?.lines).toEqual([
      'Give the money back by 14:00 today, no cost',
    ]);
    const ahead = { today: day('2026-11-28'), businessDaysAhead: 2 };
    expect(homeText({ ...info, order: giveBack }, ahead).cards[1]?.lines?.[0]).toMatch(/14:00 today/);
  });

  test('of a borrower whose limit is below the smallest loan says so, and otherwise leaves the choice out', () => {
    const market = { minAmount: 100, name: 'Quick loan', productId: 1 } as LoanInfo['marketList'][number];
    const may = { userStatus: USER_STATUS.mayBorrow, marketList: [market] };
    expect(shown({ ...may, availableLimit: 50 }).cards[0]?.notices?.[0]).toMatch(
      /This loan starts at K100\.$/,
    );
    expect(shown({ ...may, availableLimit: 2000 }).cards).toEqual([]);
  });
});
