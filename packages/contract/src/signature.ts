import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The `sign` header: MD5 in hex of `uid + nonce + timestamp` (`timestamp` in milliseconds, as text). It is made of
 * public values, so it is no secret. Only the token authenticates.
 */
export function signature(uid: string, nonce: string, timestamp: string): string {
  return bytesToHex(md5(utf8ToBytes(uid + nonce + timestamp)));
}
