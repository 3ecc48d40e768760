import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls } from './calls.ts';
import { openApiDocument } from './openapi.ts';
import { schemas } from './schemas.ts';
import { signature } from './signature.ts';

const snapshotFile = path.join(import.meta.dirname, '../openapi.json');

describe('the contract', () => {
  test('has shapes for every call and a call for every shape', () => {
    expect(Object.keys(schemas).sort()).toEqual(Object.keys(calls).sort());
  });

  test('puts no two calls in one place', () => {
    const places = Object.values(calls).map(
      (call) => `${call.method} ${call.path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(places).size).toBe(places.length);
  });

  test('names the parameters of a path in its shapes', () => {
    for (const [name, call] of Object.entries(calls)) {
      const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const shapes = schemas[name as keyof typeof schemas] as { params?: { shape: object } };
      expect(Object.keys(shapes.params?.shape ?? {}), name).toEqual(inPath);
    }
  });

  // `UPDATE_CONTRACT=true` writes the file anew: whoever does so shows the change in their commit.
  test('is the one kept in openapi.json', async () => {
    const current = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
    if (process.env.UPDATE_CONTRACT === 'true') await writeFile(snapshotFile, current);
    expect(await readFile(snapshotFile, 'utf8')).toBe(current);
  });

  test('signs with the MD5 of uid, nonce and timestamp', () => {
    expect(signature('uid-1', 'abc123', '1700000000000')).toBe('ab7998ccabf9cdf735f39853519177c2');
  });
});
