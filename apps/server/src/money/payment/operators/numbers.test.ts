import { expect, test } from 'vitest';
import { operatorPrefixes } from '../../../book/settings/operator-settings.ts';
import { isZambianMobile, operatorOfMobile, toMsisdn } from './numbers.ts';

const defaultPrefixTable = operatorPrefixes.parse(undefined);

test('a mobile number gets the country code in place of nothing: the 0 stays part of 260', () => {
  expect(toMsisdn('0977123456')).toBe('260977123456');
});

test.each([
  '0977123456',
  '0967123456',
  '0957123456',
  '0987123456',
  '0557123456',
  '0587123456',
  '0757123456',
  '0797123456',
])('%s is a Zambian mobile number', (mobile) => expect(isZambianMobile(mobile)).toBe(true));

test.each([
  '977123456',
  '0747123456',
  '0947123456',
  '0597123456',
  '097712345',
  '09771234567',
  '0977-12345',
  ' 0977123456',
  '0977123456\n',
  '٠977123456',
  '',
])('%j is none', (mobile) => {
  expect(isZambianMobile(mobile)).toBe(false);
  expect(() => toMsisdn(mobile)).toThrow('not a Zambian mobile number');
  expect(operatorOfMobile(mobile, defaultPrefixTable)).toBeUndefined();
});

test.each([
  ['0961111111', 'mtn'],
  ['0761111111', 'mtn'],
  ['0971111111', 'airtel'],
  ['0771111111', 'airtel'],
  ['0571111111', 'airtel'],
  ['0951111111', 'zamtel'],
  ['0751111111', 'zamtel'],
  ['0551111111', undefined],
  ['0561111111', undefined],
  ['0981111111', undefined],
])('the default table gives %s to %s', (mobile, operator) => {
  expect(operatorOfMobile(mobile, defaultPrefixTable)).toBe(operator);
});

test('the table is configuration', () => {
  expect(operatorOfMobile('0561111111', { ...defaultPrefixTable, 56: 'mtn' })).toBe('mtn');
});
