import { expect, test } from 'vitest';
import { stepUpWords } from '../../words/step-up.ts';
import { proofMessages } from './proof.ts';

const { codeMissing, digitsMissing } = stepUpWords;

test('a second code has six digits', () => {
  const entered = (stepUpCode: string) => proofMessages({ stepUpCode, identityDigits: '' }, false);
  expect(entered('').stepUpCode).toBe(codeMissing);
  expect(entered('12345').stepUpCode).toBe(codeMissing);
  expect(entered('123456')).toEqual({});
});

test('the digits of the NRC are four, where they are asked for', () => {
  const entered = (identityDigits: string, asksIdentity: boolean) =>
    proofMessages({ stepUpCode: '123456', identityDigits }, asksIdentity).identityDigits;
  expect(entered('', false)).toBeUndefined();
  expect(entered('345', true)).toBe(digitsMissing);
  expect(entered('3456', true)).toBeUndefined();
});
