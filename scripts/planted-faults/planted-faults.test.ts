import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../project.mjs';
import { PLANTED_FAULTS } from './planted-faults.ts';

/* The faults are planted at will (`npm run mutate`). Between two such runs the code and the tests change. */

const read = (file: string) => readFile(join(root, file), 'utf8');

describe.each(PLANTED_FAULTS)('the planted fault that $fault', ({ file, from, foundBy }) => {
  test('fits the code once', async () => {
    expect((await read(file)).split(from)).toHaveLength(2);
  });

  test('names a test that exists', async () => {
    expect((await read(foundBy.file)).replaceAll("\\'", "'")).toContain(foundBy.test);
  });
});
