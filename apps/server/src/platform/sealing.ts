import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';

/**
 * Protects stored personal data: sealed with AES-256-GCM under one key, and found by an HMAC under another. A copy of
 * the database alone shows no phone number and does not let one be guessed.
 */
export type Sealing = {
  seal(text: string): Buffer;
  open(sealed: Buffer): string;
  sealBytes(bytes: Buffer): Buffer;
  openBytes(sealed: Buffer): Buffer;
  /** 32 bytes, equal for equal values of the same kind. */
  lookupHash(kind: LookupKind, value: string): Buffer;
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
  | 'contact';

const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSealing(keys: { dataKey: Buffer; lookupKey: Buffer }): Sealing {
  if (keys.dataKey.length !== 32 || keys.lookupKey.length !== 32) {
    throw new Error('DATA_KEY and LOOKUP_KEY must each be 32 bytes');
  }
  // Node prepares a key object once. Plain bytes would be prepared again for every look-up.
  const dataKey = createSecretKey(keys.dataKey);
  const lookupKey = createSecretKey(keys.lookupKey);

  function sealBytes(bytes: Buffer): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', dataKey, iv);
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), body]);
  }

  function openBytes(sealed: Buffer): Buffer {
    if (sealed[0] !== FORMAT) throw new Error('sealed data of an unknown format');
    const iv = sealed.subarray(1, 1 + IV_BYTES);
    const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', dataKey, iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()]);
  }

  return {
    sealBytes,
    openBytes,
    seal: (text) => sealBytes(Buffer.from(text, 'utf8')),
    open: (sealed) => openBytes(sealed).toString('utf8'),
    lookupHash: (kind, value) => createHmac('sha256', lookupKey).update(`${kind}:${value}`).digest(),
  };
}

/** `0977123456` → `097 **** 456`: characters 4 to 7 are hidden. */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 3)} **** ${mobile.slice(7)}`;
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
