import { type CallName, calls } from '@thumba/contract/calls';
import type { CallDefinition } from '@thumba/contract/calls/definition';
import { API_BASE } from '@thumba/contract/envelope';
import { languageTag } from '@thumba/words/catalogue';
import type { SessionState } from './session.ts';

export type RequestParts = {
  params?: Record<string, string | number> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
};

export type HttpRequest = { method: CallDefinition['method']; url: string; body: string | undefined };

export function httpRequest(name: CallName, { params = {}, query = {}, body }: RequestParts): HttpRequest {
  const { method, path } = calls[name];
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`${name} needs ${key} in its path`);
    return encodeURIComponent(value);
  });
  const search = queryString(query);
  return {
    method,
    url: API_BASE + filled + (search && `?${search}`),
    body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
  };
}

/** A list becomes one parameter for each of its values. */
export function queryString(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(key, String(item));
    }
  }
  return search.toString();
}

/** Makes one request unlike any other; `sign` is over the session's uid and these two. */
export type Stamp = { nonce: string; timestamp: string; sign: string };

/** The headers of every call, and with a stamp those of a call that needs a token. */
export function callHeaders(
  state: SessionState,
  deviceBrand: string,
  stamp: Stamp | undefined,
): Record<string, string> {
  const common = {
    'Content-Type': 'application/json',
    appName: state.appName,
    AppVersionCode: state.AppVersionCode,
    'X-TenantID': state.tenantID,
    lang: languageTag(),
    deviceBrand,
    appChannelCode: state.appChannelCode,
    ...state.appHeaders,
  };
  const headers = stamp ? { ...common, uid: state.uid, ...stamp, token: state.token ?? '' } : common;
  return Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, ascii(value)]));
}

/** A header with any other character makes `fetch` throw. */
function ascii(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '');
}
