import { isIPv6 } from 'node:net';
import type { EventOrigin } from '../../book/security-log/events.ts';
import type { Sealing } from '../../platform/sealing.ts';

/**
 * The key under which uses of an address are counted. A household gets a whole /64 of IPv6 and can change its address
 * at will, so the /64 is counted.
 */
export function addressHash(sealing: Sealing, address: string): Buffer {
  return sealing.lookupHash('address', networkOf(address));
}

/**
 * The keys under which borrowers of a network are counted, one under each live key: a /24 of IPv4 or a /48 of IPv6.
 * None for the machine itself, which says nothing of where a caller is.
 */
export function networkHashes(sealing: Sealing, address: string): Buffer[] {
  const network = wideNetworkOf(address);
  const isOwnMachine = network === '0:0:0::/48' || network.startsWith('127.');
  return isOwnMachine ? [] : sealing.lookupHashes('network', network);
}

/** The key under which requests of a network are counted, of the machine itself too. */
export function requestNetworkHash(sealing: Sealing, address: string): Buffer {
  return sealing.lookupHash('network', wideNetworkOf(address));
}

/** Where a request came from, for the security log. */
export function originOf(
  sealing: Sealing,
  { address, reference }: { address: string; reference: string },
): EventOrigin {
  return { requestReference: reference, requestNetworkHash: requestNetworkHash(sealing, address) };
}

export function networkOf(address: string): string {
  const groups = groupsOf(address);
  return typeof groups === 'string' ? groups : `${groups.slice(0, 4).join(':')}::/64`;
}

/** The /24 of IPv4, the /48 of IPv6. */
export function wideNetworkOf(address: string): string {
  const groups = groupsOf(address);
  if (typeof groups !== 'string') return `${groups.slice(0, 3).join(':')}::/48`;
  return `${groups.split('.').slice(0, 3).join('.')}.0/24`;
}

/** Some proxies also write the port of the caller, which changes with each connection. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+)):\d+$/i;

/** The eight groups of an address of IPv6, or the address of IPv4. */
function groupsOf(address: string): string | string[] {
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? [];
  if (ipv4) return ipv4;
  if (ipv6) return groupsOf(ipv6);
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
}
