import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { unboundValue } from '../../test/unbound-value.ts';
import { createSealing, maskMobile, type NumberedKey, type SealingKeys } from './sealing.ts';

const newKey = (number: number): NumberedKey => ({ number, key: randomBytes(32) });
const keys: SealingKeys = { data: [newKey(1)], lookup: [newKey(1)] };
const sealing = createSealing(keys);
const ROW = { borrower_id: 12, account_id: 34 };
const seal = (text: string) => sealing.seal('repay_account.mobile_sealed', ROW, text);
const open = (sealed: Buffer) => sealing.open('repay_account.mobile_sealed', ROW, sealed);

describe('what is sealed', () => {
  test.each(['0977123456', '', 'Mwansabombwe ŋ 💶', 'x'.repeat(100_000)])('opens to itself', (text) => {
    expect(open(seal(text))).toBe(text);
    const picture = { file_id: 'abc' };
    const bytes = sealing.sealBytes('stored_file.picture', picture, Buffer.from(text));
    expect(sealing.openBytes('stored_file.picture', picture, bytes)).toEqual(Buffer.from(text));
  });

  test('looks different each time and never like what is in it', () => {
    const seals = Array.from({ length: 100 }, () => seal('0977123456'));
    expect(new Set(seals.map((sealed) => sealed.toString('hex'))).size).toBe(100);
    for (const sealed of seals) expect(sealed.includes('0977123456')).toBe(false);
  });

  test('does not open once a single bit of it was changed', () => {
    const sealed = seal('0977123456');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 1;
      expect(() => open(changed), `byte ${at}`).toThrow();
    }
  });

  test('does not open once a part of it is missing', () => {
    const sealed = seal('0977123456');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => open(sealed.subarray(0, length)), `${length} bytes`).toThrow();
    }
  });

  test('does not open with a part of its tag, which would be quick to guess', () => {
    const empty = seal('');
    for (let length = 14; length < empty.length; length += 1) {
      expect(() => open(empty.subarray(0, length)), `${length} bytes`).toThrow();
    }
  });

  test('does not open with another key, also not with one of the same number', () => {
    const other = createSealing({ ...keys, data: [newKey(1)] });
    expect(() => other.open('repay_account.mobile_sealed', ROW, seal('0977123456'))).toThrow();
    const newer = createSealing({ ...keys, data: [newKey(2), ...keys.data] });
    expect(() => open(newer.seal('repay_account.mobile_sealed', ROW, '0977123456'))).toThrow(
      'sealed under key 2, which is not among DATA_KEYS',
    );
  });

  test('opens in its row only: not with another borrower, row, column or table', () => {
    const sealed = seal('0977123456');
    const elsewhere = [
      () => sealing.open('repay_account.mobile_sealed', { ...ROW, borrower_id: 13 }, sealed),
      () => sealing.open('repay_account.mobile_sealed', { ...ROW, account_id: 35 }, sealed),
      () => sealing.open('borrower.mobile_sealed', ROW, sealed),
      () => sealing.open('payment_attempt.msisdn_sealed', { borrower_id: 12, attempt_id: '34' }, sealed),
      () => sealing.open('repay_account.mobile_sealed', { borrower_id: 1, account_id: 234 }, sealed),
    ];
    for (const copied of elsewhere) expect(copied).toThrow();
    expect(sealing.open('repay_account.mobile_sealed', { borrower_id: '12', account_id: '34' }, sealed)).toBe(
      '0977123456',
    );
  });

  test('is not sealed for a row whose key is not known', () => {
    const noAccount = { borrower_id: 12 } as typeof ROW;
    expect(() => sealing.seal('repay_account.mobile_sealed', noAccount, 'x')).toThrow('account_id');
  });

  test('opens under each key, and is sealed under the first', () => {
    const [first, second] = [newKey(1), newKey(2)];
    const before = createSealing({ ...keys, data: [first, second] });
    const after = createSealing({ ...keys, data: [second, first] });
    const sealed = [before, after].map((one) => one.seal('borrower.mobile_sealed', { borrower_id: 1 }, 'x'));
    for (const one of [before, after]) {
      for (const value of sealed) {
        expect(one.open('borrower.mobile_sealed', { borrower_id: 1 }, value)).toBe('x');
      }
    }
    expect(sealed.map(after.isCurrent)).toEqual([false, true]);
    expect(sealed.map(before.isCurrent)).toEqual([true, false]);
  });
});

describe('what things are looked up by', () => {
  test('is the same for the same value, and another for another value, kind or key', () => {
    const hash = sealing.lookupHash('mobile', '0977123456');
    expect(hash).toHaveLength(32);
    expect(sealing.lookupHash('mobile', '0977123456')).toEqual(hash);
    expect(sealing.lookupHash('mobile', '0977123457')).not.toEqual(hash);
    expect(sealing.lookupHash('token', '0977123456')).not.toEqual(hash);
    const other = createSealing({ ...keys, lookup: [newKey(1)] });
    expect(other.lookupHash('mobile', '0977123456')).not.toEqual(hash);
  });

  test('carries the number of its key, but for the first key that there was', () => {
    const [first, second] = [newKey(1), newKey(2)];
    const before = createSealing({ ...keys, lookup: [first, second] });
    const after = createSealing({ ...keys, lookup: [second, first] });
    const [under1, under2] = before.lookupHashes('mobile', '0977123456') as [Buffer, Buffer];
    expect([under1.length, under2.length, under2[0]]).toEqual([32, 33, 2]);
    expect(after.lookupHashes('mobile', '0977123456')).toEqual([under2, under1]);
    expect([before, after].map((one) => one.lookupHash('mobile', '0977123456'))).toEqual([under1, under1]);
  });
});

describe('a value of an earlier version, which is sealed for no row', () => {
  const unbound = unboundValue(keys.data[0]!.key, '0977123456');
  const upgraded = createSealing({ ...keys, data: [newKey(2), ...keys.data] }, { acceptsUnbound: true });
  const openUpgraded = (sealed: Buffer) => upgraded.open('repay_account.mobile_sealed', ROW, sealed);

  test('opens while such values are accepted, and not once a bit of it was changed', () => {
    expect(openUpgraded(unbound)).toBe('0977123456');
    for (let at = 0; at < unbound.length; at += 1) {
      const changed = Buffer.from(unbound);
      changed[at] = changed[at]! ^ 1;
      expect(() => openUpgraded(changed), `byte ${at}`).toThrow();
    }
  });

  test('is refused by a program that accepts none', () => {
    expect(() => open(unbound)).toThrow('of a format that is not accepted');
  });

  test('needs key number 1', () => {
    const without = createSealing({ ...keys, data: [newKey(2)] }, { acceptsUnbound: true });
    expect(() => without.open('repay_account.mobile_sealed', ROW, unbound)).toThrow('is not accepted');
  });

  test('lets no bound value open in another row', () => {
    const sealed = seal('0977123456');
    expect(openUpgraded(sealed)).toBe('0977123456');
    const other = { ...ROW, account_id: ROW.account_id + 1 };
    expect(() => upgraded.open('repay_account.mobile_sealed', other, sealed)).toThrow();
  });
});

test('keys of another length are refused', () => {
  const short = { number: 1, key: randomBytes(16) };
  expect(() => createSealing({ ...keys, data: [short] })).toThrow('32 bytes');
  expect(() => createSealing({ ...keys, lookup: [short] })).toThrow('32 bytes');
});

test('a number is shown with its characters 4 to 7 hidden', () => {
  expect(maskMobile('0977123456')).toBe('097 **** 456');
});
