import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Randomness } from '../../platform/randomness.ts';

/** OWASP's second choice for Argon2id: 19 MiB, two passes, one lane. About 30 ms on one core. */
const COST = { memoryKib: 19_456, passes: 2, parallelism: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Each hash takes 19 MiB and a thread, so no more than this are made at once. */
const AT_ONCE = 2;
const MOST_WAITING = 40;

const derive = promisify(argon2);

type Parameters = { password: string; salt: Buffer; memoryKib: number; passes: number; parallelism: number };

/** Argon2id in the usual form, with its parameters and salt. */
export async function hashPassword({ randomBytes }: Randomness, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await inTurn(() => hashOf({ password, salt, ...COST }));
  const { memoryKib, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

/** What is hashed where there is no such person, so that the answer takes as long. */
const HASH_OF_NO_PASSWORD = `$argon2id$v=19$m=${COST.memoryKib},t=${COST.passes},p=${COST.parallelism}$${base64(Buffer.alloc(SALT_BYTES, 7))}$${base64(Buffer.alloc(HASH_BYTES))}`;

/** Whether this is the password. A person without one takes as long as a wrong password. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const [, memoryKib, passes, parallelism, salt, hash] = STORED.exec(stored ?? HASH_OF_NO_PASSWORD) ?? [];
  if (!salt || !hash) throw new Error('a stored password is not in the form of Argon2id');
  const given = await inTurn(() =>
    hashOf({
      password,
      salt: Buffer.from(salt, 'base64'),
      memoryKib: Number(memoryKib),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  );
  const isSame = timingSafeEqual(given, Buffer.from(hash, 'base64'));
  return isSame && stored !== undefined;
}

async function hashOf({ password, salt, memoryKib, passes, parallelism }: Parameters): Promise<Buffer> {
  return derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    parallelism,
    tagLength: HASH_BYTES,
    memory: memoryKib,
    passes,
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw busy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** More hashes wait than are made in a few seconds. The server answers 503: try again in a moment. */
function busy(): Error {
  return Object.assign(new Error('too many passwords are being looked at'), { statusCode: 503 });
}
