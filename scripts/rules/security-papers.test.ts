import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { asvsLevels } from './asvs-numbers.ts';
import { type Citation, citationsIn, testNamesIn } from './cited-tests.ts';

/* What SECURITY.md and the pages of docs/security name exists, and the ASVS table is whole and rightly counted. */

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pages = [
  'SECURITY.md',
  ...readdirSync(path.join(root, 'docs/security')).map((name) => `docs/security/${name}`),
];

type Table = { head: string[]; rows: string[][] };

function tablesOf(text: string): Table[] {
  const cellsOf = (line: string) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim());
  return [...text.matchAll(/^\|.*\n\|---.*\n(?:\|.*\n)*/gm)].map(([table]) => {
    const [head = [], , ...rows] = table.trimEnd().split('\n').map(cellsOf);
    return { head, rows };
  });
}

const requirements = tablesOf(read('docs/security/asvs.md'))
  .filter(({ head }) => head[0] === 'number')
  .flatMap(({ rows }) => rows)
  .map(([number = '', level = '', asks = '', answer = '']) => ({ number, level, asks, answer }));

/** What an attacker wants, what stops them, and the tests that try it. */
const threats = tablesOf(read('docs/security/threat-model.md'))
  .filter(({ head }) => head.at(-1) === 'test')
  .flatMap(({ rows }) => rows)
  .map(([wants = '', stops = '', tests = '']) => ({ wants, stops, tests }));

const NOT_YET = /^not yet: \S.{10,}/;
const NOT_APPLICABLE = /^not applicable: \S.{10,}/;

function kindOf(answer: string): 'proof' | 'not yet' | 'not applicable' | undefined {
  if (NOT_YET.test(answer)) return 'not yet';
  if (NOT_APPLICABLE.test(answer)) return 'not applicable';
  return citationsIn(answer) ? 'proof' : undefined;
}

function faultOf({ file, name }: Citation): string | undefined {
  if (!existsSync(path.join(root, file))) return `${file} does not exist`;
  if (name === undefined || testNamesIn(read(file)).has(name)) return undefined;
  return `${file} has no test "${name}"`;
}

test('the threat model names for each attack the tests that try it, or says that nothing stops it yet', () => {
  expect(threats.length).toBeGreaterThan(70);
  for (const { wants, stops, tests } of threats) {
    const names = citationsIn(tests)?.map(({ name }) => name);
    if (NOT_YET.test(stops)) expect(tests, wants).toBe('');
    else expect(names, wants).not.toContain(undefined);
    if (!NOT_YET.test(stops)) expect(names, wants).toBeDefined();
  }
});

test('each attacker of the threat model has a table and a line about what is still open', () => {
  const page = read('docs/security/threat-model.md');
  const [, attackers = ''] = /^## Who attacks\n([\s\S]*?)^## /m.exec(page) ?? [];
  const sections = attackers.split(/^### /m).slice(1);
  expect(sections.length).toBeGreaterThan(12);
  for (const section of sections) {
    expect(tablesOf(section), section).toHaveLength(1);
    expect(section).toMatch(/^\*\*Still open\.\*\* \S/m);
  }
});

test('every test and file that the threat model and the ASVS table name exists', () => {
  const cited = [...threats.map(({ tests }) => tests), ...requirements.map(({ answer }) => answer)];
  const citations = cited.flatMap((cell) => citationsIn(cell) ?? []);
  expect(citations.length).toBeGreaterThan(200);
  expect(citations.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
});

test('the list of docs/security has every page of the folder', () => {
  const list = read('docs/security/README.md');
  const names = readdirSync(path.join(root, 'docs/security')).filter((name) => name !== 'README.md');
  expect(names.filter((name) => !list.includes(`](${name})`))).toEqual([]);
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

test('the ASVS table has each requirement of levels 1 and 2 once, at its level, in order, with an answer', () => {
  expect(requirements.map(({ number }) => number)).toEqual(
    [...asvsLevels.keys()].sort((one, other) => one.localeCompare(other, 'en', { numeric: true })),
  );
  expect(requirements.filter(({ number, level }) => asvsLevels.get(number) !== level)).toEqual([]);
  expect(requirements.filter(({ answer, asks }) => asks === '' || kindOf(answer) === undefined)).toEqual([]);
});

test('the list of ASVS numbers has as many as the release 5.0.0', () => {
  const levels = [...asvsLevels.values()];
  expect(levels.filter((level) => level === '1')).toHaveLength(70);
  expect(levels.filter((level) => level === '2')).toHaveLength(183);
});

test('the count at the end of the ASVS table is right', () => {
  const counted = Object.fromEntries(
    tablesOf(read('docs/security/asvs.md'))
      .filter(({ head }) => head[0] === 'answer')
      .flatMap(({ rows }) => rows)
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
