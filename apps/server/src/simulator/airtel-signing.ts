import {
  constants,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto';
import type { Statements } from './store.ts';

export type SigningKey = { privateKey: KeyObject; publicKeyBase64: string };

export async function loadSigningKey(db: Statements): Promise<SigningKey> {
  const stored = await db.query<{ privateKey: string }>(
    'select private_key as "privateKey" from signing_key',
  );
  const pem = stored.rows[0]?.privateKey ?? (await createSigningKey(db));
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicKeyBase64: publicKey.toString('base64') };
}

async function createSigningKey(db: Statements): Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const { rows } = await db.query<{ privateKey: string }>(
    `insert into signing_key (id, private_key) values (1, $1)
     on conflict (id) do update set private_key = signing_key.private_key
     returning private_key as "privateKey"`,
    [pem],
  );
  return rows[0]!.privateKey;
}

const schemes = {
  pkcs1: { padding: constants.RSA_PKCS1_PADDING },
  oaep_sha256: { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
};

export type Padding = keyof typeof schemes;

export function isSignedBody(
  { privateKey }: SigningKey,
  padding: Padding,
  body: unknown,
  { signature, encryptedKey }: { signature: string | undefined; encryptedKey: string | undefined },
): boolean {
  if (!Buffer.isBuffer(body) || !signature || !encryptedKey) return false;
  try {
    const keyAndIv = privateDecrypt(
      { key: privateKey, ...schemes[padding] },
      Buffer.from(encryptedKey, 'base64'),
    ).toString('utf8');
    const [key = '', iv = ''] = keyAndIv.split(':');
    const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'));
    const signed = Buffer.concat([decipher.update(Buffer.from(signature, 'base64')), decipher.final()]);
    return signed.equals(body);
  } catch {
    return false;
  }
}

export function decryptPin(
  { privateKey }: SigningKey,
  padding: Padding,
  encryptedPin: string,
): string | undefined {
  try {
    const bytes = Buffer.from(encryptedPin, 'base64');
    const pin = privateDecrypt({ key: privateKey, ...schemes[padding] }, bytes).toString('utf8');
    return /^\d{4}$/.test(pin) ? pin : undefined;
  } catch {
    return undefined;
  }
}
