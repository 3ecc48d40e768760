import { signature } from '@thumba/contract/signature';
import { ENGLISH, takeLanguageFrom } from '@thumba/words/catalogue';
import { EN_XA } from '@thumba/words/en-xa';
import { describe, expect, test } from 'vitest';
import { callHeaders, httpRequest, queryString } from './call-request.ts';
import { createSession } from './session.ts';
import { memoryStorage } from './storage.ts';

const session = () => createSession(memoryStorage(), () => 'uuid-1').getState();
const stamp = { nonce: 'abc234', timestamp: '1795232841802', sign: 'signed' };

describe('the address of a call', () => {
  test('the base path stands before the listed path, also when that begins with /api itself', () => {
    expect(httpRequest('mobileLogin', {}).url).toBe('/api/authentication/mobileLogin');
    expect(httpRequest('productTrial', {}).url).toBe('/api/api/v4/product/productTrial');
  });

  test('path parameters are filled in and escaped', () => {
    expect(httpRequest('sendSmsCode', { params: { phone: '0977123456' } }).url).toBe(
      '/api/authentication/sendSmsCode/0977123456/1',
    );
    expect(httpRequest('getPayment', { params: { paymentId: 'a/b?c' } }).url).toBe(
      '/api/order/payment/api/payment/a%2Fb%3Fc',
    );
  });

  test('a call without its path parameter is a bug, never an address with braces', () => {
    expect(() => httpRequest('queryLoanDetail', {})).toThrow('queryLoanDetail needs id');
  });

  test('a list in the query repeats its key, and what is not given is left out', () => {
    expect(queryString({ status: [1, 2], page: 3, name: undefined, kind: null })).toBe(
      'status=1&status=2&page=3',
    );
    expect(httpRequest('listOrders', { query: { page: 2 } }).url).toBe('/api/my/orders?page=2');
  });

  test('a POST always has a JSON body, a GET never has one', () => {
    expect(httpRequest('getUserAuthProcessStep', {}).body).toBe('{}');
    expect(httpRequest('logout', { body: { everywhere: true } }).body).toBe('{"everywhere":true}');
    expect(httpRequest('getUserInfo', {}).body).toBeUndefined();
  });
});

describe('the headers of a call', () => {
  test('every call says which app it comes from', () => {
    expect(callHeaders(session(), 'h5', undefined)).toEqual({
      'Content-Type': 'application/json',
      appName: 'Thumba',
      AppVersionCode: '1016',
      'X-TenantID': 'tenant_26',
      lang: 'en',
      deviceBrand: 'h5',
      appChannelCode: '',
    });
  });

  test('the server is told the language that the app speaks, also while another one does not load', () => {
    const notLoaded = { ...session(), lang: 'ny' };
    expect(callHeaders(notLoaded, 'h5', undefined).lang).toBe('en');
    takeLanguageFrom(() => EN_XA);
    expect(callHeaders(notLoaded, 'h5', undefined).lang).toBe('en-XA');
    takeLanguageFrom(() => ENGLISH);
  });

  test('what the Android app sends further stands beside the others', () => {
    const appHeaders = { shortestTermDays: '61' };
    expect(callHeaders({ ...session(), appHeaders }, 'Android', undefined)).toMatchObject({
      ...appHeaders,
      appChannelCode: '',
    });
  });

  test('a stamped call also carries who signs and the token', () => {
    const headers = callHeaders({ ...session(), token: 'secret' }, 'h5', stamp);
    expect(headers).toMatchObject({ uid: 'uuid-1', ...stamp, token: 'secret' });
  });

  test('the signature is MD5 of uid, nonce and timestamp', () => {
    expect(signature('uuid-1', 'abc234', '1795232841802')).toBe('dcec7215c18630cf9cd92f84235e8508');
  });

  test('a character that a header cannot carry is left out', () => {
    expect(callHeaders(session(), 'Redmi 红米 9', undefined).deviceBrand).toBe('Redmi  9');
  });
});
