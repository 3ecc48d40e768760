import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Citation, citationsIn, testNamesIn } from './cited-tests.ts';

/* What SECURITY.md and the pages of docs/security name exists, and the ASVS table is whole and rightly counted. */

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pages = [
  'SECURITY.md',
  ...readdirSync(path.join(root, 'docs/security')).map((name) => `docs/security/${name}`),
];

/** The rows of the tables of a page without their heads, as cells. */
function rowsOf(page: string): string[][] {
  const lines = read(page).split('\n');
  return lines
    .filter((line, index) => line.startsWith('| ') && !lines[index + 1]?.startsWith('|---'))
    .map((line) =>
      line
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim()),
    );
}

const requirements = rowsOf('docs/security/asvs.md')
  .filter((cells) => cells.length === 4)
  .map(([number = '', level = '', asks = '', answer = '']) => ({ number, level, asks, answer }));

const NOT_YET = /^not yet: \S.{10,}/;
const NOT_APPLICABLE = /^not applicable: \S.{10,}/;

function kindOf(answer: string): 'proof' | 'not yet' | 'not applicable' | undefined {
  if (NOT_YET.test(answer)) return 'not yet';
  if (NOT_APPLICABLE.test(answer)) return 'not applicable';
  return citationsIn(answer) ? 'proof' : undefined;
}

/** The rows of the threat model that say what stops an attack. */
const threats = rowsOf('docs/security/threat-model.md')
  .filter(
    ([, stops = '', test]) => test !== undefined && (test === '' || citationsIn(test) || NOT_YET.test(stops)),
  )
  .filter(
    ([, stops = '', test = '']) => test === '' || citationsIn(test)?.some(({ name }) => name) || !stops,
  );

function faultOf({ file, name }: Citation): string | undefined {
  if (!existsSync(path.join(root, file))) return `${file} does not exist`;
  if (name === undefined || testNamesIn(read(file)).has(name)) return undefined;
  return `${file} has no test "${name}"`;
}

test('the threat model says for each attack which test tries it, or that nothing stops it yet', () => {
  expect(threats.length).toBeGreaterThan(40);
  for (const [wants, stops = '', tests = ''] of threats) {
    expect(tests === '', `${wants}: ${stops}`).toBe(NOT_YET.test(stops));
  }
});

test('every test and file that the threat model and the ASVS table name exists', () => {
  const cited = [...threats.map(([, , tests = '']) => tests), ...requirements.map(({ answer }) => answer)];
  const citations = cited.flatMap((cell) => citationsIn(cell) ?? []);
  expect(citations.length).toBeGreaterThan(150);
  expect(citations.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
});

test.each(pages)('every file to which %s leads exists', (page) => {
  const text = read(page);
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) =>
    path.join(path.dirname(page), link!),
  );
  const named = [...text.matchAll(/`((?:apps|docs|e2e|packages|scripts)\/[^`*<>\s]+\.\w+)`/g)].map(
    ([, file]) => file!,
  );
  expect([...links, ...named].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the ASVS table has each requirement of levels 1 and 2 once, in order, with an answer', () => {
  const numbers = requirements.map(({ number }) => number);
  const inOrder = [...new Set(numbers)].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  expect(numbers).toEqual(inOrder);
  const countOf = (wanted: string) => requirements.filter(({ level }) => level === wanted).length;
  // As many as ASVS 5.0.0 has.
  expect({ first: countOf('1'), second: countOf('2'), all: numbers.length }).toEqual({
    first: 70,
    second: 183,
    all: 253,
  });
  expect(requirements.filter(({ answer, asks }) => asks === '' || kindOf(answer) === undefined)).toEqual([]);
});

test('the count at the end of the ASVS table is right', () => {
  const counted = Object.fromEntries(
    rowsOf('docs/security/asvs.md')
      .filter((cells) => cells.length === 2)
      .map(([answer, count]) => [answer, Number(count)]),
  );
  const countOf = (kind: string) => requirements.filter(({ answer }) => kindOf(answer) === kind).length;
  expect(counted).toEqual({
    proof: countOf('proof'),
    'not yet': countOf('not yet'),
    'not applicable': countOf('not applicable'),
    all: requirements.length,
  });
});

test('a page that names what does not exist is found out', () => {
  const self = 'scripts/rules/security-papers.test.ts';
  const [known, unknown] = citationsIn(
    `\`${self}\` the count at the end of the ASVS table is right<br>\`${self}\` no test`,
  )!;
  expect(faultOf(known!)).toBeUndefined();
  expect(faultOf(unknown!)).toBe(`${self} has no test "no test"`);
  expect(faultOf({ file: 'no/file.ts', name: undefined })).toBe('no/file.ts does not exist');
  expect(citationsIn('we believe so')).toBeUndefined();
  expect(kindOf('not yet')).toBeUndefined();
});
