import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSealing, maskMobile } from './sealing.ts';

const keys = () => ({ dataKey: randomBytes(32), lookupKey: randomBytes(32) });
const sealing = createSealing(keys());

describe('what is sealed', () => {
  test.each(['0977123456', '', 'Mwansabombwe ŋ 💶', 'x'.repeat(100_000)])('opens to itself', (text) => {
    expect(sealing.open(sealing.seal(text))).toBe(text);
    expect(sealing.openBytes(sealing.sealBytes(Buffer.from(text)))).toEqual(Buffer.from(text));
  });

  test('looks different each time and never like what is in it', () => {
    const seals = Array.from({ length: 100 }, () => sealing.seal('0977123456'));
    expect(new Set(seals.map((sealed) => sealed.toString('hex'))).size).toBe(100);
    for (const sealed of seals) expect(sealed.includes('0977123456')).toBe(false);
  });

  test('does not open once a single bit of it was changed', () => {
    const sealed = sealing.seal('0977123456');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 1;
      expect(() => sealing.open(changed), `byte ${at}`).toThrow();
    }
  });

  test('does not open once a part of it is missing', () => {
    const sealed = sealing.seal('0977123456');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => sealing.open(sealed.subarray(0, length)), `${length} bytes`).toThrow();
    }
  });

  test('does not open with a part of its tag, which would be quick to guess', () => {
    const empty = sealing.seal('');
    for (let length = 13; length < empty.length; length += 1) {
      expect(() => sealing.open(empty.subarray(0, length)), `${length} bytes`).toThrow();
    }
  });

  test('does not open with another key', () => {
    expect(() => createSealing(keys()).open(sealing.seal('0977123456'))).toThrow();
  });
});

describe('what things are looked up by', () => {
  test('is the same for the same value, and another for another value, kind or key', () => {
    const hash = sealing.lookupHash('mobile', '0977123456');
    expect(hash).toHaveLength(32);
    expect(sealing.lookupHash('mobile', '0977123456')).toEqual(hash);
    expect(sealing.lookupHash('mobile', '0977123457')).not.toEqual(hash);
    expect(sealing.lookupHash('token', '0977123456')).not.toEqual(hash);
    expect(createSealing(keys()).lookupHash('mobile', '0977123456')).not.toEqual(hash);
  });
});

test('keys of another length are refused', () => {
  expect(() => createSealing({ dataKey: randomBytes(16), lookupKey: randomBytes(32) })).toThrow('32 bytes');
  expect(() => createSealing({ dataKey: randomBytes(32), lookupKey: randomBytes(31) })).toThrow('32 bytes');
});

test('a number is shown with its characters 4 to 7 hidden', () => {
  expect(maskMobile('0977123456')).toBe('097 **** 456');
});
