import { expect, test } from 'vitest';
import { networkOf } from './network-address.ts';

test.each([
  ['41.72.100.9', '41.72.100.9'],
  ['::ffff:41.72.100.9', '41.72.100.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['41.72.100.9:50123', '41.72.100.9'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
  ['not an address', 'not an address'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
