import { USER_STATUS } from '@thumba/contract/codes';
import { describe, expect, test } from 'vitest';
import { isCalm, type Moment } from './calm-moment.ts';

const loan = { daysUntilDue: 4 };
const atHome: Moment = {
  path: '/home',
  userStatus: USER_STATUS.active,
  isOnTheWay: false,
  isMoneyNews: false,
  isNewDevice: false,
  isQuietVisit: false,
  loan,
};

describe('an offer of the lender', () => {
  test.each([
    [USER_STATUS.mayBorrow, undefined],
    [USER_STATUS.active, loan],
  ])('is shown to a borrower of status %i', (userStatus, loan) => {
    expect(isCalm({ ...atHome, userStatus, loan })).toBe(true);
  });

  test.each([
    ['whose forms are unfinished', USER_STATUS.detailsUnfinished],
    ['whose application is under review', USER_STATUS.underReview],
    ['who was declined', USER_STATUS.declined],
    ['whose loan is being paid out', USER_STATUS.payingOut],
    ['who is late', USER_STATUS.overdue],
    ['who is blocked', USER_STATUS.blocked],
    ['whose state is not known yet', undefined],
  ])('waits for a borrower %s', (_, userStatus) => {
    expect(isCalm({ ...atHome, userStatus })).toBe(false);
  });

  test.each<[string, Partial<Moment>]>([
    ['while a loan that was asked for has not been shown', { isOnTheWay: true }],
    ['while the arrival of the money is news', { isMoneyNews: true }],
    ['while the phone is not confirmed', { isNewDevice: true }],
    ['while it is not known whether the phone is confirmed', { isNewDevice: undefined }],
    ['in the visit of the sign-in or of a payment', { isQuietVisit: true }],
    ['while a payment is on its way', { loan: { ...loan, pendingPaymentId: '7' } }],
    ['while the money can be given back', { loan: { ...loan, cancelUntil: '2026-11-27T13:00:00.000Z' } }],
    ['three days before the due day', { loan: { daysUntilDue: 3 } }],
    ['on the day before the due day', { loan: { daysUntilDue: 1 } }],
    ['on the due day', { loan: { daysUntilDue: 0 } }],
    ['while the due day is not known', { loan: {} }],
  ])('waits %s', (_, change) => {
    expect(isCalm({ ...atHome, ...change })).toBe(false);
  });

  test.each([
    '/authentication',
    '/authentication/questionnaire',
    '/face/face-start',
    '/borrow-plan',
    '/al',
    '/me',
    '/coupon',
    '/billing-details/7',
    '/repayment-plan/7',
    '/activity/turntable',
  ])('never covers %s', (path) => {
    expect(isCalm({ ...atHome, path })).toBe(false);
  });
});
