import { describe, expect, test } from 'vitest';
import { authStepOf } from '../../platform/next-step.ts';
import { order, wishFor } from '../../platform/order.ts';
import { nextPath } from './lead-on.ts';

type Step = Parameters<typeof nextPath>[0][number];

const steps = (identity: 0 | 1, personal: 0 | 1, contact: 0 | 1, face?: 0 | 1): Step[] => [
  { cerCode: 1, isAuth: identity },
  { cerCode: 2, isAuth: personal },
  { cerCode: 3, isAuth: contact },
  ...(face === undefined ? [] : [{ cerCode: 15 as const, isAuth: face }]),
];

describe('the step of authentication', () => {
  test('is the first that is not done', () => {
    expect(authStepOf(steps(0, 0, 0))).toBe(1);
    expect(authStepOf(steps(1, 0, 0))).toBe(2);
    expect(authStepOf(steps(1, 1, 0, 0))).toBe(3);
    expect(authStepOf(steps(0, 1, 1))).toBe(1);
  });

  test('is 4 when all are done, and also when only the face is left', () => {
    expect(authStepOf(steps(1, 1, 1))).toBe(4);
    expect(authStepOf(steps(1, 1, 1, 0))).toBe(4);
    expect(authStepOf(steps(1, 1, 1, 1))).toBe(4);
    expect(authStepOf([])).toBe(4);
  });
});

describe('the page that comes next', () => {
  test('is the form of the step', () => {
    expect(nextPath(steps(0, 0, 0), true)).toBe('/authentication/identity');
    expect(nextPath(steps(1, 0, 0), true)).toBe('/authentication/base');
    expect(nextPath(steps(1, 1, 0), false)).toBe('/authentication/linkman');
  });

  test('is the questionnaire after the forms where it has questions, and then the home', () => {
    expect(nextPath(steps(1, 1, 1, 0), true)).toBe('/authentication/questionnaire');
    expect(nextPath(steps(1, 1, 1, 0), false)).toBe('/home');
  });

  test('is the estimate of the loan that was asked for, when the forms and the questionnaire are over', () => {
    wishFor({ productId: 1, amount: 500, termId: 2 });
    expect(nextPath(steps(1, 1, 0), false)).toBe('/authentication/linkman');
    expect(nextPath(steps(1, 1, 1), true)).toBe('/authentication/questionnaire');
    expect(nextPath(steps(1, 1, 1), false)).toBe('/borrow-plan?productId=1&amount=500&termId=2');
    order.setState({ isOnTheWay: false });
    expect(nextPath(steps(1, 1, 1), false)).toBe('/home');
  });
});
