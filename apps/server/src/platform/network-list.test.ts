import { expect, test } from 'vitest';
import { isForwarded, networkList } from './network-list.ts';

test.each([
  ['loopback', '127.0.0.1', true],
  ['loopback', '127.9.9.9', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '10.0.0.1', false],
  ['private', '192.168.1.20', true],
  ['private', '172.32.0.1', false],
  ['private', 'fe80::1', true],
  ['10.1.0.0/16, 2001:db8::/32', '10.1.255.1', true],
  ['10.1.0.0/16, 2001:db8::/32', '2001:db8:1::9', true],
  ['10.1.0.0/16, 2001:db8::/32', '10.2.0.1', false],
  ['41.72.96.5', '41.72.96.5', true],
  ['41.72.96.5', '41.72.96.6', false],
  ['41.72.96.5', 'no address', false],
])('%s and %s: %s', (list, address, isIn) => {
  expect(networkList(list)!.has(address)).toBe(isIn);
});

test.each([
  '',
  'everyone',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '10.0.0',
  '::/129',
  '10.0.0.0/x',
  'loopback,',
  '1',
  '0.0.0.0/1,128.0.0.0/1',
  '::/1,8000::/1',
])('%j is no list of networks', (text) => {
  expect(networkList(text)).toBeUndefined();
});

test('a request that a proxy or a tunnel handed on says so', () => {
  expect(isForwarded({ host: 'localhost', 'user-agent': 'x' })).toBe(false);
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-port',
    'forwarded',
    'via',
    'cf-connecting-ip',
    'cf-visitor',
    'tailscale-user-login',
    'x-envoy-external-address',
  ]) {
    expect(isForwarded({ host: 'localhost', [name]: '' })).toBe(true);
  }
});
