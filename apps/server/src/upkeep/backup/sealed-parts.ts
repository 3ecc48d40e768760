import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { StartFailure } from '../../platform/start-failure.ts';
import type { Storage } from '../../platform/storage.ts';

const PART_BYTES = 8 * 1024 * 1024;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Part = { name: string; bytes: number; sha256: string };

export function backupKeyOf(text: string | undefined): Buffer {
  if (text === undefined || !/^[0-9a-f]{64}$/i.test(text)) {
    throw new StartFailure('BACKUP_KEY is missing or is not 64 hexadecimal digits (docs/running/backup.md).');
  }
  return Buffer.from(text, 'hex');
}

/** Seals bytes for one name. They do not open under another name, in another backup or with another key. */
export async function seal(key: Buffer, name: string, bytes: Buffer): Promise<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, name), nonce).setAAD(Buffer.from(name));
  const packed = await promisify(gzip)(bytes, { level: 1 });
  const sealed = [cipher.update(packed), cipher.final()];
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]);
}

/** Undefined where the bytes do not open. */
export async function unseal(key: Buffer, name: string, sealed: Buffer): Promise<Buffer | undefined> {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyFor(key, name), sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const packed = [decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return await promisify(gunzip)(Buffer.concat(packed));
  } catch {
    return undefined;
  }
}

/** A key of its own for each name, so that a random nonce is not used twice under one key, however many parts there are. */
function keyFor(key: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `thumba backup 1 ${name}`, 32));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Stores a stream as sealed parts of bounded size. */
export async function storeParts(
  { storage, key, folder }: { storage: Storage; key: Buffer; folder: string },
  stream: AsyncIterable<Buffer>,
): Promise<Part[]> {
  const parts: Part[] = [];
  let waiting: Buffer[] = [];
  let size = 0;
  const store = async () => {
    const name = `${folder}/${String(parts.length).padStart(6, '0')}`;
    const sealed = await seal(key, name, Buffer.concat(waiting));
    await storage.put(name, sealed);
    parts.push({ name, bytes: sealed.length, sha256: sha256(sealed) });
    waiting = [];
    size = 0;
  };
  for await (const bytes of stream) {
    waiting.push(bytes);
    size += bytes.length;
    if (size >= PART_BYTES) await store();
  }
  if (size > 0) await store();
  return parts;
}

/** Refuses a backup with a part that is missing or changed. */
export async function checkParts(storage: Storage, parts: readonly Part[]): Promise<void> {
  for (const part of parts) await readPart(storage, part);
}

export async function* openParts(
  storage: Storage,
  key: Buffer,
  parts: readonly Part[],
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const bytes = await unseal(key, part.name, await readPart(storage, part));
    if (!bytes) throw new StartFailure(`The part ${part.name} of the backup does not open with BACKUP_KEY.`);
    yield bytes;
  }
}

async function readPart(storage: Storage, part: Part): Promise<Buffer> {
  const sealed = await storage.get(part.name);
  if (!sealed) throw new StartFailure(`The part ${part.name} of the backup is missing.`);
  if (sha256(sealed) !== part.sha256)
    throw new StartFailure(`The part ${part.name} of the backup was changed.`);
  return sealed;
}
