import type { FastifyRequest } from 'fastify';
import type { NetworkList } from './network-list.ts';
import { isForwarded } from './network-list.ts';

/**
 * Whether this caller may read a page of the lender's own people. Behind a proxy that the settings do not name, every
 * caller has the address of the proxy, so a forwarded request is then in no network.
 */
export function mayRead(
  readers: 'everyone' | 'none' | NetworkList,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  trustsProxy: boolean,
): boolean {
  if (readers === 'everyone') return true;
  if (readers === 'none' || (!trustsProxy && isForwarded(request.headers))) return false;
  return readers.has(request.ip);
}
