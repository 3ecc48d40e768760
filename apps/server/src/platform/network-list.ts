import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Networks as `10.0.0.0/8`, single addresses, or the words `loopback` and `private`. */
export type NetworkList = { text: string; has(address: string): boolean };

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
};

/** Undefined where a part of the text is no network. Two networks of `/1` would be everyone. */
export function networkList(text: string): NetworkList | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => NAMED[part] ?? [part]);
  const list = new BlockList();
  for (const part of parts) {
    const [address = '', prefix] = part.split('/');
    const version = isIP(address);
    const [shortest, bits] = version === 6 ? [7, 128] : [8, 32];
    const length = prefix === undefined ? bits : Number(prefix);
    const isLength =
      prefix === undefined || (/^\d{1,3}$/.test(prefix) && length >= shortest && length <= bits);
    if (version === 0 || !isLength) return undefined;
    list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  }
  return {
    text: parts.join(', '),
    has(address) {
      const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
      const version = isIP(plain);
      return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

export const LOOPBACK: NetworkList = networkList('loopback')!;
export const PRIVATE: NetworkList = networkList('loopback,private')!;

const FORWARDING_HEADERS =
  /^(forwarded|via|cdn-loop|x-real-ip|x-original-.+|(x-|true-|fly-|fastly-|x-cluster-)client-ip|(x-forwarded|x-envoy|x-azure|x-appengine|cf|tailscale)-.+)$/;

/** Whether a proxy or a tunnel handed the request on, so that its address is not that of the caller. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDING_HEADERS.test(name));
}
