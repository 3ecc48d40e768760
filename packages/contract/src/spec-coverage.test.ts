import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testNamesIn } from '../../../scripts/rules/cited-tests.ts';

/* Every test that docs/spec-coverage.md names exists. */

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Check = { file: string; name: string };

const rows = read('docs/spec-coverage.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.endsWith(' |') && !line.startsWith('| said'))
  .map((line) => {
    const cells = line.slice(2, -2).split(' | ');
    return { said: cells.slice(0, -1).join(' | '), checkedBy: cells.at(-1)!.split('<br>') };
  });

const NOT_YET = /^not yet: \S.+/;
const NAMED = /^`(?<file>[^`]+)` (?<name>\S.*)$/;

const checks: Check[] = rows
  .flatMap(({ checkedBy }) => checkedBy)
  .flatMap((words) => {
    const { file, name } = NAMED.exec(words)?.groups ?? {};
    return file === undefined || name === undefined ? [] : [{ file, name }];
  });

test('every sentence names the tests that check it, or what it waits for', () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const { said, checkedBy } of rows) {
    expect(said.trim()).not.toBe('');
    for (const words of checkedBy)
      expect(NOT_YET.test(words) || NAMED.test(words), `${said}: ${words}`).toBe(true);
  }
});

test.each([...new Set(checks.map(({ file }) => file))])('%s has the tests that the page names', (file) => {
  expect(existsSync(path.join(root, file)), `${file} is there`).toBe(true);
  const names = testNamesIn(read(file));
  for (const check of checks) if (check.file === file) expect([...names]).toContain(check.name);
});

test('a name that no test has is found out', () => {
  const names = testNamesIn(`
    test('one', () => {});
    test.each([1, 2])('of %i', async (count) => {});
    test.skip('left out', () => {});
    page.getByRole('button', { name: 'no test' });
  `);
  expect([...names]).toEqual(['one', 'of %i']);
});
