import { USER_STATUS } from '@thumba/contract/codes';
import { describe, expect, test } from 'vitest';
import { isCalm } from './calm-moment.ts';

const atHome = {
  path: '/home',
  userStatus: USER_STATUS.active as number | undefined,
  isOnTheWay: false,
  isMoneyNews: false,
};

describe('an offer of the lender', () => {
  test.each([USER_STATUS.mayBorrow, USER_STATUS.active])(
    'is shown to a borrower of status %i',
    (userStatus) => {
      expect(isCalm({ ...atHome, userStatus })).toBe(true);
    },
  );

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

  test('waits while a loan that was asked for has not been shown', () => {
    expect(isCalm({ ...atHome, userStatus: USER_STATUS.mayBorrow, isOnTheWay: true })).toBe(false);
  });

  test('waits at home while the arrival of the money is news, and comes on another page', () => {
    expect(isCalm({ ...atHome, isMoneyNews: true })).toBe(false);
    expect(isCalm({ ...atHome, isMoneyNews: true, path: '/me' })).toBe(true);
  });

  test.each([
    ['/authentication', false],
    ['/authentication/questionnaire', false],
    ['/face/face-start', false],
    ['/borrow-plan', false],
    ['/al', false],
    ['/me', true],
    ['/coupon', true],
    ['/billing-details/7', true],
    ['/activity/turntable', true],
  ])('at %s: %s', (path, isShown) => {
    expect(isCalm({ ...atHome, path })).toBe(isShown);
  });
});
