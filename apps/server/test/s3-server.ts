import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A small S3-compatible store in memory. It computes Signature V4 itself, by the published description, and refuses what
 * a real store refuses. It takes an object only as a bucket with object lock does: with its length and its MD5.
 */

export type S3Server = {
  endpoint: string;
  objects: Map<string, Buffer>;
  /** Every request that came, in order or not. */
  requests: number;
  /** How many requests are answered with 503 from now on. */
  busy: number;
  /** How many answers end in their middle from now on. */
  cut: number;
  /** Whether the bytes of an object change on their way here. */
  changesBytes: boolean;
  close(): Promise<void>;
};

type Account = { bucket: string; region: string; accessKey: string; secretKey: string };

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const NAMES_IN_A_PAGE = 2;
const LATEST_MS = 15 * 60 * 1000;

export async function startS3Server(account: Account): Promise<S3Server> {
  const http = createServer((request, response) => void answer(server, account, request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: S3Server = {
    endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    objects: new Map(),
    requests: 0,
    busy: 0,
    cut: 0,
    changesBytes: false,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

async function answer(
  server: S3Server,
  account: Account,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  server.requests += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (server.changesBytes && body.length > 0) body[0]! ^= 1;
  const { status, content } = outcomeOf(server, account, request, body);
  response.writeHead(status, { 'content-length': content.length });
  if (server.cut > 0) {
    server.cut -= 1;
    response.write(content.subarray(0, content.length / 2), () => response.destroy());
  } else {
    response.end(content);
  }
}

function outcomeOf(
  server: S3Server,
  account: Account,
  request: IncomingMessage,
  body: Buffer,
): { status: number; content: Buffer } {
  try {
    if (server.busy > 0) {
      server.busy -= 1;
      throw new Refusal(503, 'SlowDown');
    }
    const url = new URL(request.url!, server.endpoint);
    checkSignature(account, request, url);
    checkBody(request, body);
    const [bucket, ...name] = decodeURIComponent(url.pathname).slice(1).split('/');
    if (bucket !== account.bucket) throw new Refusal(404, 'NoSuchBucket');
    return use(server.objects, {
      method: request.method!,
      name: name.join('/'),
      query: url.searchParams,
      body,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${error.code}</Code><Message>no</Message></Error>`;
    return { status: error.status, content: Buffer.from(text) };
  }
}

function use(
  objects: Map<string, Buffer>,
  { method, name, query, body }: { method: string; name: string; query: URLSearchParams; body: Buffer },
): { status: number; content: Buffer } {
  const nothing = Buffer.alloc(0);
  if (method === 'GET' && name === '') return { status: 200, content: page(objects, query) };
  if (method === 'GET') {
    const content = objects.get(name);
    if (!content) throw new Refusal(404, 'NoSuchKey');
    return { status: 200, content };
  }
  if (method === 'PUT') {
    objects.set(name, body);
    return { status: 200, content: nothing };
  }
  if (method !== 'DELETE') throw new Refusal(405, 'MethodNotAllowed');
  // Some stores say so, others answer as if the object had been there.
  if (!objects.delete(name)) throw new Refusal(404, 'NoSuchKey');
  return { status: 204, content: nothing };
}

/** A page begins after the name in its token. The token has characters that an address has to escape. */
function page(objects: Map<string, Buffer>, query: URLSearchParams): Buffer {
  if (query.get('list-type') !== '2') throw new Refusal(400, 'InvalidArgument');
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  if (token !== null && !/^\+\/=&[A-Za-z0-9+/=]+$/.test(token)) throw new Refusal(400, 'InvalidArgument');
  const after = token === null ? '' : Buffer.from(token.slice('+/=&'.length), 'base64').toString();
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  const shown = names.slice(0, NAMES_IN_A_PAGE);
  const isCut = names.length > shown.length;
  const next = `+/=&amp;${Buffer.from(shown.at(-1) ?? '').toString('base64')}`;
  return Buffer.from(
    [
      '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
      `<IsTruncated>${isCut}</IsTruncated>`,
      ...(isCut ? [`<NextContinuationToken>${next}</NextContinuationToken>`] : []),
      ...shown.map((name) => `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key></Contents>`),
      '</ListBucketResult>',
    ].join(''),
  );
}

function checkBody({ method, headers }: IncomingMessage, body: Buffer): void {
  const digest = (kind: string) => createHash(kind).update(body);
  const declared = headers['x-amz-content-sha256'];
  if (declared !== 'UNSIGNED-PAYLOAD' && declared !== digest('sha256').digest('hex'))
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  if (method !== 'PUT') return;
  if (headers['content-length'] !== String(body.length)) throw new Refusal(411, 'MissingContentLength');
  if (headers['content-md5'] === undefined) throw new Refusal(400, 'InvalidRequest');
  if (headers['content-md5'] !== digest('md5').digest('base64')) throw new Refusal(400, 'BadDigest');
}

/** Throws where the request is not signed by the account: the four steps of Signature V4. */
function checkSignature(account: Account, { method, headers }: IncomingMessage, url: URL): void {
  const [, accessKey, scope, names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (accessKey !== account.accessKey) throw new Refusal(403, 'InvalidAccessKeyId');
  const time = String(headers['x-amz-date']);
  checkTime(time);
  const day = time.slice(0, 8);
  if (scope !== `${day}/${account.region}/s3/aws4_request`)
    throw new Refusal(400, 'AuthorizationHeaderMalformed');
  const signedNames = names.split(';');
  const toSign = ['host', ...Object.keys(headers).filter((name) => /^x-amz-|^content-md5$/.test(name))];
  if (!toSign.every((name) => signedNames.includes(name))) throw new Refusal(403, 'AccessDenied');
  const canonical = [
    method,
    decodeURIComponent(url.pathname).split('/').map(strictlyEncoded).join('/'),
    [...url.searchParams]
      .map((pair) => pair.map(strictlyEncoded).join('='))
      .sort()
      .join('&'),
    ...signedNames.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    time,
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [day, account.region, 's3', 'aws4_request'].reduce<Buffer>(
    (earlier, text) => createHmac('sha256', earlier).update(text).digest(),
    Buffer.from(`AWS4${account.secretKey}`),
  );
  const expected = createHmac('sha256', key).update(stringToSign).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')))
    throw new Refusal(403, 'SignatureDoesNotMatch');
}

function checkTime(time: string): void {
  const [, date, hours, minutes, seconds] = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const day = date?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const away = Math.abs(Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) - Date.now());
  if (!(away < LATEST_MS)) throw new Refusal(403, 'RequestTimeTooSkewed');
}

/** Byte by byte: letters, digits and - . _ ~ stay. */
function strictlyEncoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      if (/[A-Za-z0-9\-._~]/.test(character)) return character;
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
