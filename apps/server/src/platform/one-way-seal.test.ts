import { expect, test } from 'vitest';
import { keyNameIn, nameOfKey, newPair, openWith, publicKeyOf, sealFor } from './one-way-seal.ts';

const pair = newPair();
const [publicKey, privateKey] = [Buffer.from(pair.publicKey, 'hex'), Buffer.from(pair.privateKey, 'hex')];
const seal = (text: string) => sealFor(publicKey, 'archive 5', Buffer.from(text));

test('what is sealed with a public key opens with its private key', () => {
  expect(publicKeyOf(privateKey)).toEqual(publicKey);
  for (const text of ['', 'Chipo Lungu', 'x'.repeat(100_000)])
    expect(openWith(privateKey, 'archive 5', seal(text)).toString()).toBe(text);
  expect(keyNameIn(seal('Chipo'))).toBe(nameOfKey(publicKey));
});

test('it looks different each time, and shows nothing of what is in it', () => {
  expect(seal('Chipo Lungu').equals(seal('Chipo Lungu'))).toBe(false);
  expect(seal('Chipo Lungu').includes('Chipo')).toBe(false);
});

test('it opens for no other place and with no other key, the public one among them', () => {
  expect(() => openWith(privateKey, 'archive 6', seal('Chipo'))).toThrow();
  const other = Buffer.from(newPair().privateKey, 'hex');
  for (const key of [other, publicKey])
    expect(() => openWith(key, 'archive 5', seal('Chipo'))).toThrow('sealed for another key');
});

test('it does not open once a single bit of it was changed', () => {
  const sealed = seal('Chipo');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = changed[at]! ^ 1;
    expect(() => openWith(privateKey, 'archive 5', changed), `byte ${at}`).toThrow();
  }
});
