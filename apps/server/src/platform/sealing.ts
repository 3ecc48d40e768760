import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { placeOf, type RowOf, type SealedColumn } from './sealed-columns.ts';

/** A key of 32 bytes and its number, 1 to 255. Sealed values and look-up hashes carry the number. */
export type NumberedKey = { number: number; key: Buffer };

export type SealingKeys = {
  /** The first seals. All open. */
  data: readonly NumberedKey[];
  /** The first makes lasting look-up hashes. All are tried to find one. */
  lookup: readonly NumberedKey[];
};

export type SealingOptions = {
  /** Whether values of earlier versions open, which are sealed under key number 1 and bound to no row. */
  acceptsUnbound: boolean;
};

/**
 * Protects stored personal data: sealed with AES-256-GCM for one row of one column, and found by an HMAC under another
 * key. A copy of the database alone shows no phone number and does not let one be guessed, and a value that was copied to
 * another row does not open there.
 */
export type Sealing = {
  seal<Column extends SealedColumn>(column: Column, row: RowOf<Column>, text: string): Buffer;
  /** Throws if the value was changed, belongs to another row or column, or its key is not among the keys. */
  open<Column extends SealedColumn>(column: Column, row: RowOf<Column>, sealed: Buffer): string;
  sealBytes<Column extends SealedColumn>(column: Column, row: RowOf<Column>, bytes: Buffer): Buffer;
  openBytes<Column extends SealedColumn>(column: Column, row: RowOf<Column>, sealed: Buffer): Buffer;
  /** Whether a value is sealed under the first key and bound to its row. */
  isCurrent(sealed: Buffer): boolean;
  /**
   * The hash of a value that is kept for a day at most: codes and limits. It is under the live key with the lowest
   * number, so that all processes agree while keys change. 32 bytes, equal for equal values of the same kind.
   */
  lookupHash(kind: LookupKind, value: string): Buffer;
  /**
   * The hashes of a value that is kept longer, one under each live key. A writer stores the first, unless one of them
   * is stored already. A reader looks for all of them.
   */
  lookupHashes(kind: LookupKind, value: string): Buffer[];
  /** The same of a value that is too long to be hashed at once. No part ends within a character. */
  lookupHashesOfParts(kind: LookupKind, parts: AsyncIterable<string>): Promise<Buffer[]>;
  /** The numbers of the keys, the first of each first. */
  keyNumbers: { data: readonly number[]; lookup: readonly number[] };
};

export type LookupKind =
  | 'mobile'
  | 'national_id'
  | 'identity'
  | 'signin_code'
  | 'code_lane'
  | 'token'
  | 'device_secret'
  | 'step_up_code'
  | 'step_up_sends'
  | 'google_subject'
  | 'google_token'
  | 'address'
  | 'idempotency_key'
  | 'callback_url'
  | 'paper_ticket'
  | 'data_ticket'
  | 'push_endpoint'
  | 'quote'
  | 'repay_code'
  | 'repay_link'
  | 'statement'
  | 'payment_reference'
  | 'complaint'
  | 'phone'
  | 'network'
  | 'contact'
  | 'card_reading'
  | 'face_frame'
  | 'name_part'
  | 'name_prefix';

const EARLIER_FORMAT = 1;
const FORMAT = 2;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The key of earlier versions. Hashes under it have no number in front. */
const UNNUMBERED = 1;

type PreparedKey = { number: number; key: KeyObject };

export function createSealing(
  keys: SealingKeys,
  { acceptsUnbound }: SealingOptions = { acceptsUnbound: false },
): Sealing {
  for (const { key } of [...keys.data, ...keys.lookup]) {
    if (key.length !== 32) throw new Error('a key must be 32 bytes');
  }
  // Node prepares a key object once. Plain bytes would be prepared again for every look-up.
  const prepare = ({ number, key }: NumberedKey): PreparedKey => ({ number, key: createSecretKey(key) });
  const data = keys.data.map(prepare);
  const lookup = keys.lookup.map(prepare);
  const earlier = acceptsUnbound ? data.find(({ number }) => number === UNNUMBERED)?.key : undefined;
  const lowest = lookup.reduce((low, key) => (key.number < low.number ? key : low));

  function sealBytes<Column extends SealedColumn>(column: Column, row: RowOf<Column>, bytes: Buffer): Buffer {
    const [{ number, key }] = data as [PreparedKey];
    const header = Buffer.of(FORMAT, number);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    cipher.setAAD(Buffer.concat([header, placeOf(column, row)]));
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([header, iv, cipher.getAuthTag(), body]);
  }

  function openBytes<Column extends SealedColumn>(
    column: Column,
    row: RowOf<Column>,
    sealed: Buffer,
  ): Buffer {
    if (sealed[0] === EARLIER_FORMAT && earlier) return decipher(earlier, sealed.subarray(1));
    if (sealed[0] !== FORMAT) throw new Error(`${column}: sealed data of a format that is not accepted`);
    const found = data.find(({ number }) => number === sealed[1]);
    if (!found) throw new Error(`${column}: sealed under key ${sealed[1]}, which is not among DATA_KEYS`);
    return decipher(
      found.key,
      sealed.subarray(2),
      Buffer.concat([sealed.subarray(0, 2), placeOf(column, row)]),
    );
  }

  const open: Sealing['open'] = (column, row, sealed) => openBytes(column, row, sealed).toString('utf8');

  return {
    sealBytes,
    openBytes,
    seal: (column, row, text) => sealBytes(column, row, Buffer.from(text, 'utf8')),
    open,
    isCurrent: (sealed) => sealed[0] === FORMAT && sealed[1] === data[0]!.number,
    lookupHash: (kind, value) => hashUnder(lowest, kind, value),
    lookupHashes: (kind, value) => lookup.map((key) => hashUnder(key, kind, value)),
    async lookupHashesOfParts(kind, parts) {
      const hashes = lookup.map(({ key }) => createHmac('sha256', key).update(`${kind}:`));
      for await (const part of parts) for (const hash of hashes) hash.update(part);
      return hashes.map((hash, index) => numbered(lookup[index]!, hash.digest()));
    },
    keyNumbers: {
      data: data.map(({ number }) => number),
      lookup: lookup.map(({ number }) => number),
    },
  };
}

function decipher(key: KeyObject, sealed: Buffer, additionalData?: Buffer): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const opening = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  if (additionalData) opening.setAAD(additionalData);
  opening.setAuthTag(tag);
  return Buffer.concat([opening.update(sealed.subarray(IV_BYTES + TAG_BYTES)), opening.final()]);
}

function hashUnder(prepared: PreparedKey, kind: LookupKind, value: string): Buffer {
  const hash = createHmac('sha256', prepared.key).update(`${kind}:${value}`);
  // As text it gets no memory of its own, which takes part of the time of each request.
  return numbered(prepared, Buffer.from(hash.digest('hex'), 'hex'));
}

function numbered({ number }: PreparedKey, hash: Buffer): Buffer {
  return number === UNNUMBERED ? hash : Buffer.concat([Buffer.of(number), hash]);
}

/** `0977123456` → `097 **** 456`: characters 4 to 7 are hidden. */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 3)} **** ${mobile.slice(7)}`;
}

/** Of the six digits of the person the first two stay. */
export function maskIdNumber(idNumber: string): string {
  return `${idNumber.slice(0, 2)}****${idNumber.slice(6)}`;
}

/** `Chipo Lungu` → `C**** L****`: every masked name has the same length. */
export function maskName(name: string): string {
  const parts = name.split(/\s+/).filter((part) => part !== '');
  return parts.map((part) => `${[...part][0]}****`).join(' ');
}

/** `chipo@example.com` → `c****@****`. */
export function maskEmail(email: string): string {
  return `${[...email][0] ?? ''}****@****`;
}
