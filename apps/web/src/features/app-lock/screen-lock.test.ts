import { expect, test } from 'vitest';
import { bytesOf, isUserVerified } from './screen-lock.ts';

/** What an authenticator signs: the hash of the site, the flags, a counter. */
function authenticatorData(flags: number): ArrayBuffer {
  const bytes = new Uint8Array(37);
  bytes[32] = flags;
  return bytes.buffer;
}

test('only an answer that says that the person was verified counts', () => {
  expect(isUserVerified(authenticatorData(0b101))).toBe(true);
  expect(isUserVerified(authenticatorData(0b001))).toBe(false);
  expect(isUserVerified(new ArrayBuffer(0))).toBe(false);
});

test('the id of a key is read from base64url without padding', () => {
  expect([...bytesOf('-_8B')]).toEqual([0xfb, 0xff, 0x01]);
  expect([...bytesOf('AQ')]).toEqual([1]);
});
