import { isIPv6 } from 'node:net';
import type { Sealing } from '../../platform/sealing.ts';

/**
 * The key under which uses of an address are counted. A household gets a whole /64 of IPv6 and can change its address
 * at will, so the /64 is counted.
 */
export function addressHash(sealing: Sealing, address: string): Buffer {
  return sealing.lookupHash('address', networkOf(address));
}

export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
