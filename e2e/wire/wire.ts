import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { z } from 'zod';

/** An answer over HTTP. The shape of `data` is not checked yet. */
export type Answer = { status: number; code: number; msg: string; data: unknown };
export type Asked = { body?: unknown; token?: string; headers?: Record<string, string> };

/** The headers of every call that needs a token; a test may sign with a wrong clock or under another name. */
export function signedHeaders(
  token: string,
  { uid = randomUUID() as string, nonce = sixCharacters(), timestamp = String(Date.now()) } = {},
): Record<string, string> {
  const sign = createHash('md5')
    .update(uid + nonce + timestamp)
    .digest('hex');
  return { uid, nonce, timestamp, sign, token };
}

const COMMON_HEADERS = {
  appName: 'Thumba',
  AppVersionCode: '1016',
  'X-TenantID': 'tenant_26',
  lang: 'en',
  deviceBrand: 'Tecno',
  appChannelCode: '',
};

export type Wire = ReturnType<typeof wireTo>;

/** A client that is given the server's address alone. */
export function wireTo(url: string) {
  /** Sends one request unchanged. The answer must be the envelope and nothing else. */
  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Uint8Array<ArrayBuffer>,
  ): Promise<Answer> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...COMMON_HEADERS, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    // An answer of a call is kept nowhere on the way.
    const cached = response.headers.get('cache-control');
    if (response.status === 200) expect(cached, path).toBe('no-store');
    const told = `${method} ${path.slice(0, 100)} answered HTTP ${response.status} ${text.slice(0, 300)}`;
    expect(response.headers.get('content-type'), told).toMatch(/^application\/json/);
    const envelope = JSON.parse(text);
    expect(Object.keys(envelope).sort(), told).toEqual(['code', 'data', 'msg']);
    expect(Number.isInteger(envelope.code) && typeof envelope.msg === 'string', told).toBe(true);
    return { status: response.status, ...envelope };
  }

  /** One call with its headers and a JSON body. It may be refused. */
  function call(method: string, path: string, { body, token, headers }: Asked = {}): Promise<Answer> {
    return send(
      method,
      path,
      {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : signedHeaders(token)),
        ...headers,
      },
      body === undefined ? undefined : JSON.stringify(body),
    );
  }

  /** One POST with a borrower's token or with none. It may be refused. */
  function post(
    path: string,
    body: unknown,
    { token }: { token?: string } = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return call('POST', path, { body, headers, ...(token === undefined ? {} : { token }) });
  }

  /** One call that must succeed and answer in the described shape. */
  async function ask<Shape extends z.ZodType>(
    shape: Shape,
    method: string,
    path: string,
    asked: Asked = {},
  ): Promise<z.output<Shape>> {
    const answer = await call(method, path, asked);
    expect(answer, `${method} ${path}`).toMatchObject({ status: 200, code: 200 });
    return shapedAs(shape, answer.data, `${method} ${path}`);
  }

  return { send, call, post, ask, ...simulatorAt(url) };
}

/** The simulated phones and operators, and the business date of the demo. */
function simulatorAt(url: string) {
  const phones = `${url}/sim/api/phones`;

  async function simulated<Shape extends z.ZodType>(shape: Shape, path: string): Promise<z.output<Shape>> {
    const response = await fetch(`${url}/sim/api${path}`);
    return shapedAs(shape, await response.json(), `GET /sim/api${path}`);
  }

  async function press(mobile: string, promptId: number, action: string): Promise<void> {
    const response = await fetch(`${phones}/${mobile}/prompts/${promptId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ action }),
    });
    expect(response.status, await response.text()).toBe(200);
  }

  async function moveDate(businessDate: string): Promise<number> {
    const response = await fetch(`${url}/sim/api/date`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ businessDate }),
    });
    await response.text();
    return response.status;
  }

  return { simulated, press, moveDate };
}

/** Which fields of the input were refused, and why. */
export function refusedFields({ data }: Answer): Record<string, string> {
  return (data as { fields?: Record<string, string> } | null)?.fields ?? {};
}

/** Asks again until the condition holds, because money and messages take time. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(75);
  }
  throw new Error(`it never came to this: ${what}`);
}

function shapedAs<Shape extends z.ZodType>(shape: Shape, data: unknown, what: string): z.output<Shape> {
  const read = shape.safeParse(data);
  const complaints = read.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  expect(complaints, `${what} answered ${JSON.stringify(data)}`).toEqual([]);
  return read.data as z.output<Shape>;
}

function sixCharacters(): string {
  return randomBytes(3).toString('hex');
}
