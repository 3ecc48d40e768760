import { constants, createCipheriv, type KeyObject, publicEncrypt } from 'node:crypto';

export type RandomBytes = (size: number) => Buffer;

/** Airtel's portal says which one it expects. They are told apart by nothing but the refusal of the wrong one. */
export type Padding = 'pkcs1' | 'oaep_sha256';

export function encryptForOperator(text: string, publicKey: KeyObject, padding: Padding): string {
  const scheme =
    padding === 'pkcs1'
      ? { padding: constants.RSA_PKCS1_PADDING }
      : { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return publicEncrypt({ key: publicKey, ...scheme }, Buffer.from(text)).toString('base64');
}

/** The key and the vector of a signature are 69 characters, and OAEP with SHA-256 takes 66 bytes of the key itself. */
const LEAST_OAEP_KEY_BITS = (69 + 66) * 8;

export function canSign(publicKey: KeyObject, padding: Padding): boolean {
  return padding === 'pkcs1' || (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_OAEP_KEY_BITS;
}

/** The request must send exactly this text, byte for byte. */
export function signMessage(
  bodyText: string,
  publicKey: KeyObject,
  padding: Padding,
  randomBytes: RandomBytes,
): { 'x-signature': string; 'x-key': string } {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return {
    'x-signature': cipher.update(bodyText, 'utf8', 'base64') + cipher.final('base64'),
    'x-key': encryptForOperator(`${key.toString('base64')}:${iv.toString('base64')}`, publicKey, padding),
  };
}
