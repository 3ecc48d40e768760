import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/*
 * Seals for the holder of a private key: X25519 with a new pair for each value, HKDF-SHA-256, and AES-256-GCM. Who seals
 * cannot open.
 */

const FORMAT = 1;
const KEY_BYTES = 32;
const NAME_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NAME_BYTES + KEY_BYTES;
/** What stands before the 32 bytes of a private X25519 key in PKCS #8, and before a public one in SPKI. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');

/** Both keys of a new pair, each as 64 hexadecimal digits. */
export function newPair(): { publicKey: string; privateKey: string } {
  const pair = generateKeyPairSync('x25519');
  return {
    publicKey: bytesOfPublic(pair.publicKey).toString('hex'),
    privateKey: pair.privateKey
      .export({ format: 'der', type: 'pkcs8' })
      .subarray(PRIVATE_PREFIX.length)
      .toString('hex'),
  };
}

export function publicKeyOf(privateKey: Buffer): Buffer {
  return bytesOfPublic(createPublicKey(privateKeyFrom(privateKey)));
}

/** What names a public key, for a person who looks for the private one. */
export function nameOfKey(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest().toString('hex', 0, NAME_BYTES);
}

/** `place` says what the value belongs to. It does not open for another place. */
export function sealFor(publicKey: Buffer, place: string, bytes: Buffer): Buffer {
  const fresh = generateKeyPairSync('x25519');
  const freshPublic = bytesOfPublic(fresh.publicKey);
  const header = Buffer.concat([Buffer.of(FORMAT), Buffer.from(nameOfKey(publicKey), 'hex'), freshPublic]);
  const shared = diffieHellman({ privateKey: fresh.privateKey, publicKey: publicKeyFrom(publicKey) });
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(shared, header, publicKey), iv);
  cipher.setAAD(Buffer.concat([header, Buffer.from(place)]));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), body]);
}

/** The name of the key for which a value is sealed. */
export function keyNameIn(sealed: Buffer): string {
  return sealed.toString('hex', 1, 1 + NAME_BYTES);
}

/** Throws where the value was changed, belongs to another place, or is sealed for another key. */
export function openWith(privateKey: Buffer, place: string, sealed: Buffer): Buffer {
  const header = sealed.subarray(0, HEADER_BYTES);
  const publicKey = publicKeyOf(privateKey);
  if (header[0] !== FORMAT || keyNameIn(sealed) !== nameOfKey(publicKey))
    throw new Error('the value is sealed for another key');
  const freshPublic = publicKeyFrom(header.subarray(1 + NAME_BYTES));
  const shared = diffieHellman({ privateKey: privateKeyFrom(privateKey), publicKey: freshPublic });
  const [iv, tag, body] = [
    sealed.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES),
    sealed.subarray(HEADER_BYTES + IV_BYTES, HEADER_BYTES + IV_BYTES + TAG_BYTES),
    sealed.subarray(HEADER_BYTES + IV_BYTES + TAG_BYTES),
  ];
  const key = keyFrom(shared, header, publicKey);
  const opening = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  opening.setAAD(Buffer.concat([header, Buffer.from(place)])).setAuthTag(tag);
  return Buffer.concat([opening.update(body), opening.final()]);
}

function keyFrom(shared: Buffer, header: Buffer, publicKey: Buffer): Buffer {
  const salt = Buffer.concat([header, publicKey]);
  return Buffer.from(hkdfSync('sha256', shared, salt, 'thumba one-way seal 1', KEY_BYTES));
}

function privateKeyFrom(bytes: Buffer): KeyObject {
  const key = Buffer.concat([PRIVATE_PREFIX, bytes]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function publicKeyFrom(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' });
}

function bytesOfPublic(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
}
