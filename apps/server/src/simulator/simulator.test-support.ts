import { constants, publicEncrypt, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, vi } from 'vitest';
import { registerSimulator, type SimulatorOptions } from './register-simulator.ts';
import { demoSettings, type SimulatorSettings } from './settings.ts';

const quickSettings: SimulatorSettings = {
  ...demoSettings,
  callbackDelayMs: 0,
  callbackGapMs: 50,
  heldAnswerMs: 2000,
  pollMs: 15,
};

// biome-ignore lint/suspicious/noExplicitAny: an answer read off the wire is whatever the operator sent.
type Json = any;
type Reply = { status: number; text: string; json: Json };
type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>;

export async function startSimulator(
  databaseUrl: string,
  settings: Partial<SimulatorSettings> = {},
  { port = 0, ...rest }: Partial<SimulatorOptions> & { port?: number } = {},
) {
  const clock = { nowMs: Date.parse('2026-11-21T08:00:00Z') };
  const app = Fastify();
  await registerSimulator(app, {
    databaseUrl,
    publicUrl: 'http://127.0.0.1:8080/sim',
    now: () => clock.nowMs,
    settings: { ...quickSettings, ...settings },
    ...rest,
  });
  const address = await app.listen({ port, host: '127.0.0.1' });

  const call = callAt(address);

  return {
    app,
    call,
    clock,
    wait: (ms: number) => {
      clock.nowMs += ms;
    },
    phone: async (mobile: string) => (await call('GET', `/api/phones/${mobile}`)).json,
    setFaults: async (rates: Record<string, number>, seed = 7) => {
      expect((await call('PUT', '/api/faults', { seed, rates })).status).toBe(200);
    },
    answerPrompt: async (mobile: string, action: string) => {
      const [prompt] = (await call('GET', `/api/phones/${mobile}`)).json.prompts;
      return call('POST', `/api/phones/${mobile}/prompts/${prompt.id}`, { action });
    },
    mtn: (product: 'collection' | 'disbursement') => mtnClient(call, product),
    airtel: () => airtelClient(call),
    stop: () => app.close(),
  };
}

export function callAt(address: string): Call {
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(`${address}/sim${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, text, json: isJson(answer) ? JSON.parse(text) : undefined };
  };
}

export type SimulatorUnderTest = Awaited<ReturnType<typeof startSimulator>>;

function isJson(answer: Response): boolean {
  return answer.headers.get('content-type')?.includes('application/json') ?? false;
}

export async function mtnClient(call: Call, product: 'collection' | 'disbursement') {
  const key = product === 'collection' ? demoSettings.mtnCollectionKey : demoSettings.mtnDisbursementKey;
  const verb = product === 'collection' ? 'requesttopay' : 'transfer';
  const party = product === 'collection' ? 'payer' : 'payee';
  const basic = Buffer.from(`${demoSettings.mtnApiUser}:${demoSettings.mtnApiKey}`).toString('base64');
  const fetchToken = async () =>
    call('POST', `/mtn/${product}/token/`, undefined, {
      authorization: `Basic ${basic}`,
      'ocp-apim-subscription-key': key,
    });
  const token = (await fetchToken()).json.access_token as string;
  const headers = {
    authorization: `Bearer ${token}`,
    'ocp-apim-subscription-key': key,
    'x-target-environment': 'mtnzambia',
  };
  return {
    headers,
    fetchToken,
    get: (path: string) => call('GET', `/mtn/${product}/v1_0/${path}`, undefined, headers),
    instruct: (
      partyId: string,
      amount: string,
      { reference = randomUUID() as string, callbackUrl = '', body = {} } = {},
    ) =>
      call(
        'POST',
        `/mtn/${product}/v1_0/${verb}`,
        {
          amount,
          currency: 'ZMW',
          externalId: 'loan 7',
          [party]: { partyIdType: 'MSISDN', partyId },
          payerMessage: 'Loan 7',
          payeeNote: 'Loan 7',
          ...body,
        },
        {
          ...headers,
          'x-reference-id': reference,
          ...(callbackUrl && { 'x-callback-url': callbackUrl }),
        },
      ),
    status: (reference: string) =>
      call('GET', `/mtn/${product}/v1_0/${verb}/${reference}`, undefined, headers),
  };
}

export async function airtelClient(call: Call) {
  const granted = await call('POST', '/airtel/auth/oauth2/token', {
    client_id: demoSettings.airtelClientId,
    client_secret: demoSettings.airtelClientSecret,
    grant_type: 'client_credentials',
  });
  const headers = {
    authorization: `Bearer ${granted.json.access_token}`,
    'x-country': 'ZM',
    'x-currency': 'ZMW',
  };
  const get = (path: string) => call('GET', `/airtel${path}`, undefined, headers);
  const publicKey = (await get('/v1/rsa/encryption-keys')).json.data.key as string;
  const encrypt = (text: string) =>
    publicEncrypt(
      {
        key: `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`,
        padding: constants.RSA_PKCS1_PADDING,
      },
      Buffer.from(text),
    ).toString('base64');
  return {
    headers,
    get,
    encrypt,
    collect: (msisdn: string, amount: number, { id = randomUUID() as string, version = 'v1' } = {}) =>
      call(
        'POST',
        `/airtel/merchant/${version}/payments/`,
        {
          reference: 'Loan 7',
          subscriber: { country: 'ZM', currency: 'ZMW', msisdn },
          transaction: { amount, country: 'ZM', currency: 'ZMW', id },
        },
        headers,
      ),
    payOut: (
      msisdn: string,
      amount: number,
      { id = randomUUID() as string, pin = encrypt(demoSettings.airtelPin) } = {},
    ) =>
      call(
        'POST',
        '/airtel/standard/v2/disbursements/',
        {
          payee: { currency: 'ZMW', msisdn },
          reference: 'Loan7',
          pin,
          transaction: { amount, id, type: 'B2C' },
        },
        headers,
      ),
    paymentStatus: (id: string) => get(`/standard/v1/payments/${id}`),
    payoutStatus: (id: string) => get(`/standard/v2/disbursements/${id}?transactionType=B2C`),
  };
}

export async function startReceiver() {
  const received: { method: string; path: string; body: Json; at: number }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        method: request.method!,
        path: request.url!,
        body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
        at: performance.now(),
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback/secret`,
    received,
    expectCallbacks: (count: number) => vi.waitFor(() => expect(received).toHaveLength(count), 30_000),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
