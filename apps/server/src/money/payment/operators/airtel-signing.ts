import { constants, createCipheriv, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto';

export type RandomBytes = (size: number) => Buffer;

/** Airtel sends its key as base64 without the PEM lines. A key with them is read too. */
export function readPublicKey(text: string): KeyObject | undefined {
  const der = Buffer.from(text.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

export function encryptForOperator(text: string, publicKey: KeyObject): string {
  const encrypted = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(text),
  );
  return encrypted.toString('base64');
}

/** The request must send exactly this text, byte for byte. */
export function signMessage(
  bodyText: string,
  publicKey: KeyObject,
  randomBytes: RandomBytes,
): { 'x-signature': string; 'x-key': string } {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return {
    'x-signature': cipher.update(bodyText, 'utf8', 'base64') + cipher.final('base64'),
    'x-key': encryptForOperator(`${key.toString('base64')}:${iv.toString('base64')}`, publicKey),
  };
}
