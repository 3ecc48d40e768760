import { expect, test } from 'vitest';
import { agreementMessages, bindMessages, firstMessage, loginMessages, phoneMessages } from './login-form.ts';

const complete = { mobile: '0977123456', captcha: '4827', checked: true };

test('a complete form passes', () => {
  expect(firstMessage(loginMessages(complete))).toBeUndefined();
});

test('phone, code and agreement each have their message, and the phone speaks first', () => {
  const messages = loginMessages({ mobile: '', captcha: '', checked: false });
  expect(messages).toEqual({
    mobile: 'Please enter your phone number',
    captcha: 'Please enter the verification code',
    checked:
      'Please read privacy agreement and T&C carefully before clicking Agree to proceed to the next step',
  });
  expect(firstMessage(messages)).toBe('Please enter your phone number');
});

test('a code is sent without the agreement and without a code', () => {
  expect(firstMessage(phoneMessages(complete))).toBeUndefined();
  expect(firstMessage(phoneMessages({ mobile: '12' }))).toBe(
    'Please enter the correct 10-digit phone number（0XXXXXXXXX）',
  );
});

test('a number is linked without the agreement, and Google asks for nothing but the agreement', () => {
  expect(bindMessages({ mobile: '', captcha: '' })).toEqual({
    mobile: 'Please enter your phone number',
    captcha: 'Please enter the verification code',
  });
  expect(firstMessage(bindMessages(complete))).toBeUndefined();
  expect(agreementMessages({ checked: false }).checked).toMatch(/^Please read privacy agreement/);
  expect(firstMessage(agreementMessages({ checked: true }))).toBeUndefined();
});
