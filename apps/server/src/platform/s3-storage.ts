import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { StartFailure } from './start-failure.ts';
import type { Storage } from './storage.ts';

const NAMES_IN_A_PAGE = '1000';

/** `prefix` stands before each name. It is empty, or ends in a slash. */
export type S3Address = { bucket: string; prefix: string };

export type S3Credentials = { endpoint: string; region: string; accessKey: string; secretKey: string };

/** What a store is for: how its failures name it, and how long a call may take. */
export type S3Use = {
  holds: 'backups' | 'pictures';
  endpointSetting: string;
  tries: number;
  firstPauseMs: number;
  answerMs: number;
};

/** A backup may wait minutes for a store that is busy. */
export const FOR_BACKUPS: S3Use = {
  holds: 'backups',
  endpointSetting: 'BACKUP_S3_ENDPOINT',
  tries: 4,
  firstPauseMs: 1000,
  answerMs: 60_000,
};

/** A borrower waits for the answer. */
export const FOR_PICTURES: S3Use = {
  holds: 'pictures',
  endpointSetting: 'FILES_S3_ENDPOINT',
  tries: 3,
  firstPauseMs: 200,
  answerMs: 10_000,
};

type Call = {
  /** As the documents of S3 name it, for the sentence of a failure. */
  operation: string;
  method: 'GET' | 'PUT' | 'DELETE';
  name?: string;
  query?: Record<string, string>;
  body?: Buffer;
};

type Answer = { status: number; bytes: Buffer };

/** Objects in a bucket. A store has an object only after all of its bytes came, so each is whole or not there. */
export function s3Storage({ bucket, prefix }: S3Address, credentials: S3Credentials, use: S3Use): Storage {
  const ask = (call: Call) => askUntilAnswered(bucket, credentials, call, use);
  const refuseFailure = (operation: string, answer: Answer) => {
    if (answer.status >= 200 && answer.status < 300) return;
    throw new StartFailure(`The store of the ${use.holds} refused this: ${reasonOf(answer)} (${operation}).`);
  };
  return {
    async put(name, bytes) {
      const operation = 'PutObject';
      refuseFailure(operation, await ask({ operation, method: 'PUT', name: prefix + name, body: bytes }));
    },
    async get(name) {
      const operation = 'GetObject';
      const answer = await ask({ operation, method: 'GET', name: prefix + name });
      if (isMissing(answer)) return undefined;
      refuseFailure(operation, answer);
      return answer.bytes;
    },
    async list(folder) {
      const operation = 'ListObjectsV2';
      const names: string[] = [];
      let next: string | undefined;
      do {
        const query = {
          'list-type': '2',
          'max-keys': NAMES_IN_A_PAGE,
          prefix: folder === '' ? prefix : `${prefix}${folder}/`,
          ...(next === undefined ? {} : { 'continuation-token': next }),
        };
        const answer = await ask({ operation, method: 'GET', query });
        refuseFailure(operation, answer);
        const page = readPage(answer.bytes.toString('utf8'), use.endpointSetting);
        names.push(...page.names);
        next = page.next;
      } while (next !== undefined);
      return names.map((name) => name.slice(prefix.length)).sort();
    },
    async remove(name) {
      const operation = 'DeleteObject';
      const answer = await ask({ operation, method: 'DELETE', name: prefix + name });
      if (!isMissing(answer)) refuseFailure(operation, answer);
    },
  };
}

/** Each call may be made twice: it has the same result. */
async function askUntilAnswered(
  bucket: string,
  credentials: S3Credentials,
  call: Call,
  { holds, tries: mostTries, firstPauseMs, answerMs }: S3Use,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    // Signed anew each time, because a signature is valid for some minutes.
    const outcome = await askOnce(await signed(bucket, credentials, call), answerMs);
    if (typeof outcome !== 'string' && outcome.status !== 429 && outcome.status < 500) return outcome;
    if (tries === mostTries) {
      const reason = typeof outcome === 'string' ? outcome : reasonOf(outcome);
      throw new StartFailure(
        `The store of the ${holds} did not take this after ${mostTries} tries: ${reason} (${call.operation}).`,
      );
    }
    await pause(firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2));
  }
}

async function signed(
  bucket: string,
  { endpoint, region, accessKey, secretKey }: S3Credentials,
  { method, name, query = {}, body }: Call,
): Promise<Request> {
  const path = [bucket, ...(name?.split('/') ?? [])].map(encoded).join('/');
  const search = Object.entries(query)
    .map((pair) => pair.map(encoded).join('='))
    .join('&');
  const signer = new AwsV4Signer({
    method,
    url: `${endpoint}/${path}${search === '' ? '' : `?${search}`}`,
    service: 's3',
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    headers: {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      // A bucket with object lock takes no object without it.
      ...(body && { 'content-md5': createHash('md5').update(body).digest('base64') }),
    },
  });
  const { url, headers } = await signer.sign();
  // An answer that leads to another address is a refusal: the signature is for this one.
  return new Request(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body && { body: new Uint8Array(body) }),
  });
}

/** As the standard of the signature encodes: only letters, digits and - . _ ~ stay. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The whole answer, or in a word why there is none. */
async function askOnce(request: Request, answerMs: number): Promise<Answer | string> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(answerMs) });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    const { name, cause } = error as Error;
    return (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
  }
}

/** A bucket that is missing is not an object that is missing. */
function isMissing(answer: Answer): boolean {
  return answer.status === 404 && codeOf(answer) === 'NoSuchKey';
}

function reasonOf(answer: Answer): string {
  return [answer.status, codeOf(answer)].join(' ').trim();
}

/** Only the code, which is one word: the rest of an answer may repeat what was sent. */
function codeOf({ bytes }: Answer): string | undefined {
  return /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(bytes.toString('utf8', 0, 4096))?.[1];
}

function readPage(text: string, endpointSetting: string): { names: string[]; next?: string | undefined } {
  const isCut = /<IsTruncated>true<\/IsTruncated>/.test(text);
  const next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1];
  // Otherwise an answer of another server would be taken for a store without backups.
  if (!/<ListBucketResult[\s>]/.test(text) || (isCut && next === undefined)) {
    throw new StartFailure(`What answers at ${endpointSetting} gives no list of objects as S3 does.`);
  }
  const names = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)]
    .map(([, name]) => unescaped(name!))
    // Consoles of stores make an empty object for a folder.
    .filter((name) => !name.endsWith('/'));
  return { names, next: isCut ? unescaped(next!) : undefined };
}

function unescaped(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return characters[name] ?? whole;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });
}
