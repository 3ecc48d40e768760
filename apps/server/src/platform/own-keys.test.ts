import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownKeys } from './own-keys.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'thumba-own-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const neverMade = () => {
  throw new Error('the keys exist');
};

test('keys are made once, for the owner of the data folder alone', () => {
  const dataDir = path.join(folder, 'data');
  expect(ownKeys(dataDir, 'keys.json', () => ({ KEY: 'first' }))).toEqual({ KEY: 'first' });
  expect(ownKeys(dataDir, 'keys.json', neverMade)).toEqual({ KEY: 'first' });
  expect(readdirSync(dataDir)).toEqual(['keys.json']);
  expect(statSync(path.join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
});

test('two programs that start at the same time use the same keys', () => {
  const other = () => ownKeys(folder, 'keys.json', () => ({ KEY: 'of the first' }));
  const keys = ownKeys(folder, 'keys.json', () => {
    other();
    return { KEY: 'of the second' };
  });
  expect(keys).toEqual({ KEY: 'of the first' });
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('no program finds a file whose keys are not written yet', () => {
  ownKeys(folder, 'keys.json', () => {
    expect(readdirSync(folder)).not.toContain('keys.json');
    return { KEY: 'made' };
  });
});
