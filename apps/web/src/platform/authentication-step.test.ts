import { ALL_STEPS_DONE } from '@thumba/contract/codes';
import { expect, test } from 'vitest';
import { authenticationPath, countSteps } from './authentication-step.ts';
import { authStepOf } from './next-step.ts';

type Step = Parameters<typeof authStepOf>[0][number];
const steps = (...done: Step['isAuth'][]): Step[] =>
  ([1, 2, 3, 15] as const).map((cerCode, index) => ({ cerCode, isAuth: done[index] ?? 0 }));

test('the first step that is not done is the one that comes next', () => {
  expect(authStepOf(steps(0, 0, 0, 0))).toBe(1);
  expect(authStepOf(steps(1, 0, 1, 0))).toBe(2);
  expect(authStepOf(steps(1, 1, 0, 0))).toBe(3);
});

test('when only the face is missing the forms are done', () => {
  expect(authStepOf(steps(1, 1, 1, 0))).toBe(ALL_STEPS_DONE);
});

test('all done, and nothing to do, are step 4', () => {
  expect(authStepOf(steps(1, 1, 1, 1))).toBe(4);
  expect(authStepOf([])).toBe(4);
});

test('the steps that are counted are the forms, the questions and the face, as far as they are there', () => {
  const forms = steps(1, 1, 0).filter(({ cerCode }) => cerCode !== 15);
  expect(countSteps(forms, false)).toBe(3);
  expect(countSteps(forms, true)).toBe(4);
  expect(countSteps(steps(1, 1, 0, 0), true)).toBe(5);
  expect(countSteps(steps(1, 1, 0, 1), true)).toBe(4);
});

test('each open step leads to its page, and no step to none', () => {
  expect(authenticationPath(1)).toBe('/authentication/identity');
  expect(authenticationPath(2)).toBe('/authentication/base');
  expect(authenticationPath(3)).toBe('/authentication/linkman');
  expect(authenticationPath(4)).toBeUndefined();
});
