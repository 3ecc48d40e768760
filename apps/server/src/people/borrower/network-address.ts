import { isIPv6 } from 'node:net';
import type { Sealing } from '../../platform/sealing.ts';

/**
 * The key under which uses of an address are counted. A household gets a whole /64 of IPv6 and can change its address
 * at will, so the /64 is counted.
 */
export function addressHash(sealing: Sealing, address: string): Buffer {
  return sealing.lookupHash('address', networkOf(address));
}

/**
 * The key under which borrowers of a network are counted: a /24 of IPv4 or a /48 of IPv6. Null for the machine itself,
 * which says nothing of where a caller is.
 */
export function networkHash(sealing: Sealing, address: string): Buffer | null {
  const network = wideNetworkOf(address);
  return network === null ? null : sealing.lookupHash('network', network);
}

function wideNetworkOf(address: string): string | null {
  const network = networkOf(address);
  if (isIPv6(address) && network.endsWith('::/64')) {
    if (network === '0:0:0:0::/64') return null;
    return `${network.split(':').slice(0, 3).join(':')}::/48`;
  }
  return network.startsWith('127.') ? null : `${network.split('.').slice(0, 3).join('.')}.0/24`;
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
