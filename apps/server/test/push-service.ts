import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A browser's push service and the browser behind it, by RFC 8030 (the push), 8188 and 8291 (what is in it) and 8292 (who
 * sent it). It checks what the real ones check, and opens what it is sent with the browser's own keys.
 */

/** What the browser was shown, and how it was asked to be. */
export type Delivery = { endpoint: string; text: string; ttlSeconds: number; topic: string; urgency: string };

/** What it answers to a push that is in order: the status, or nothing at all. */
export type PushAnswer = number | 'silence';

export type SubscribedBrowser = {
  /** As a browser hands it to the page. */
  subscription: { endpoint: string; p256dh: string; auth: string };
  deliveries: Delivery[];
  answer: PushAnswer;
};

export type PushService = {
  url: string;
  /** Every request that came, in order or not. */
  requests: number;
  /** Requests that are neither answered nor given up. */
  open: number;
  /** What was wrong with requests. */
  faults: string[];
  subscribe(applicationServerKey: string): SubscribedBrowser;
  close(): Promise<void>;
};

type Browser = SubscribedBrowser & { keys: ECDH; auth: Buffer; applicationServerKey: string };

const HOURS_24 = 24 * 60 * 60;

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const service: PushService = {
    url,
    requests: 0,
    open: 0,
    faults: [],
    subscribe(applicationServerKey) {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `${url}/push/${randomBytes(24).toString('base64url')}`;
      const subscription = {
        endpoint,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
      const browser: Browser = {
        subscription,
        deliveries: [],
        answer: 201,
        keys,
        auth,
        applicationServerKey,
      };
      browsers.set(new URL(endpoint).pathname, browser);
      return browser;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    service.requests += 1;
    service.open += 1;
    response.once('close', () => {
      service.open -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const browser = browsers.get(request.url ?? '');
    if (browser?.answer === 'silence') return;
    const status = browser === undefined ? 404 : browser.answer;
    try {
      if (browser && status < 300)
        browser.deliveries.push(opened(url, browser, request, Buffer.concat(chunks)));
      response.writeHead(status).end();
    } catch (error) {
      service.faults.push(String(error));
      response.writeHead(400).end();
    }
  }

  return service;
}

/** The notification in a request, decrypted as a browser does. Throws where the request is not as the standard says. */
function opened(url: string, browser: Browser, { method, headers }: IncomingMessage, body: Buffer): Delivery {
  must(method === 'POST', `the method is ${method}`);
  must(headers['content-encoding'] === 'aes128gcm', `the encoding is ${headers['content-encoding']}`);
  checkSender(headers.authorization ?? '', url, browser.applicationServerKey);
  const ttlSeconds = Number(headers.ttl);
  must(Number.isInteger(ttlSeconds) && ttlSeconds >= 0, `the TTL is ${headers.ttl}`);
  const topic = String(headers.topic ?? '');
  must(/^[A-Za-z0-9_-]{0,32}$/.test(topic), `the topic is ${topic}`);
  const text = decrypted(body, browser.keys, browser.auth).toString('utf8');
  return {
    endpoint: browser.subscription.endpoint,
    text,
    ttlSeconds,
    topic,
    urgency: String(headers.urgency),
  };
}

function must(isSo: boolean, fault: string): void {
  if (!isSo) throw new Error(fault);
}

/** RFC 8292: a token signed by the key that the browser subscribed with, for this service, ending within a day. */
function checkSender(authorization: string, origin: string, applicationServerKey: string): void {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  must(key === applicationServerKey, 'the sender is not the one that the browser subscribed to');
  const [header = '', claims = '', signature = ''] = token.split('.');
  must(json(header).alg === 'ES256', 'the token is not signed with ES256');
  const point = Buffer.from(applicationServerKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  must(isSigned, 'the signature of the token is wrong');
  const { aud, exp, sub } = json(claims);
  must(aud === origin, `the token is for ${aud}`);
  const seconds = Number(exp) - Date.now() / 1000;
  must(seconds > 0 && seconds <= HOURS_24, `the token ends in ${seconds} seconds`);
  must(/^(mailto:|https:)/.test(String(sub)), `the token names ${sub}`);
}

function json(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}

/** RFC 8291 over RFC 8188, of one record: salt, record size, the sender's key, then what it sealed. */
export function decrypted(body: Buffer, keys: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const senderLength = body[20]!;
  const sender = body.subarray(21, 21 + senderLength);
  const sealed = body.subarray(21 + senderLength);
  const shared = keys.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  must(padded[end] === 2, 'the last record does not end as it should');
  return padded.subarray(0, end);
}
