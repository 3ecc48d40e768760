import { randomBytes, randomUUID } from 'node:crypto';
import { type CallName, calls } from '@thumba/contract/calls';
import type { CallDefinition } from '@thumba/contract/calls/definition';
import { API_BASE, DEFAULT_TENANT, type Envelope } from '@thumba/contract/envelope';
import { signature } from '@thumba/contract/signature';
import type { Answer, Request } from '@thumba/contract/wire';

/** Makes a borrower's calls over HTTP and signs them as the app does. For the demo, the tests and the benchmarks. */
export type BorrowerClient = {
  call<Name extends CallName>(
    name: Name,
    request: Request<Name>,
    options?: CallOptions,
  ): Promise<Envelope<Answer<Name>>>;
  /** The data of a call that must succeed. */
  ask<Name extends CallName>(
    name: Name,
    request: Request<Name>,
    options?: CallOptions,
  ): Promise<Answer<Name>>;
  setToken(token: string): void;
};

export type CallOptions = {
  idempotencyKey?: string;
  appChannelCode?: string;
  shortestTermDays?: string;
  lang?: string;
};

export function createBorrowerClient(
  baseUrl: string,
  nowMs: () => number,
  /** Sent with every call, for a caller behind a proxy. */
  moreHeaders: Record<string, string> = {},
): BorrowerClient {
  const uid = randomUUID();
  let token = '';

  async function call<Name extends CallName>(
    name: Name,
    request: Request<Name>,
    options: CallOptions = {},
  ): Promise<Envelope<Answer<Name>>> {
    const definition: CallDefinition = calls[name];
    const { params, query, body } = request as {
      params?: Record<string, string | number>;
      query?: Record<string, string>;
      body?: unknown;
    };
    const path = definition.path.replaceAll(/\{(\w+)\}/g, (_all, key: string) =>
      encodeURIComponent(params![key]!),
    );
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
    const response = await fetch(baseUrl + API_BASE + path + search, {
      method: definition.method,
      headers: {
        'X-TenantID': DEFAULT_TENANT,
        appName: 'Thumba',
        AppVersionCode: '1016',
        lang: options.lang ?? 'en',
        deviceBrand: 'h5',
        ...moreHeaders,
        appChannelCode: options.appChannelCode ?? '',
        ...(options.shortestTermDays === undefined ? {} : { shortestTermDays: options.shortestTermDays }),
        ...(definition.token ? signedHeaders() : {}),
        ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
        ...(definition.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(definition.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    return (await response.json()) as Envelope<Answer<Name>>;
  }

  function signedHeaders(): Record<string, string> {
    const nonce = randomBytes(6).toString('base64url').slice(0, 6);
    const timestamp = String(nowMs());
    return { uid, nonce, timestamp, sign: signature(uid, nonce, timestamp), token };
  }

  return {
    call,
    async ask(name, request, options) {
      const answer = await call(name, request, options);
      if (answer.code !== 200)
        throw new Error(`${name} answered ${answer.code}: ${answer.msg}`, { cause: answer });
      return answer.data as Answer<typeof name>;
    },
    setToken(value) {
      token = value;
    },
  };
}
