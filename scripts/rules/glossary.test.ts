import { expect, test } from 'vitest';
import { findBannedWords, findBannedWordsOnPages, type Page, WORD_RULES } from './glossary.ts';
import { readSource } from './source-files.ts';

const SERVER_FILE = 'apps/server/src/money/payment/payments.ts';
const file = (text: string, path = SERVER_FILE) => readSource(path, text);
const page = (text: string): Page => ({ path: 'docs/rules/page.md', text });

/** A violation for each rule, and what the rule has to find in it. */
const VIOLATIONS: Record<string, { files?: ReturnType<typeof file>[]; pages?: Page[]; found: string }> = {
  'operator in a file name': {
    files: [file('export {};', 'apps/server/src/staff/terminal/operator-commands.ts')],
    found: 'operator-commands.ts',
  },
  'operator in a name': {
    files: [file('export function runOperatorCommand() {}')],
    found: 'runOperatorCommand',
  },
  'operator at the terminal': {
    files: [file('/**\n * For the operator at\n * the terminal.\n */\nexport {};')],
    found: 'operator at the terminal',
  },
  'operator at the terminal on a page': {
    pages: [page('The operator at the terminal decides.')],
    found: 'operator at the terminal',
  },
  'settle in a file name': {
    files: [file('export {};', 'apps/server/src/people/mobile-change/settle-request.ts')],
    found: 'settle-request.ts',
  },
  'settle in a name': { files: [file('export function settleClaim() {}')], found: 'settleClaim' },
  'settled of a ticket': {
    files: [file('declare const ticket: { settled: boolean };\nexport const isDone = ticket.settled;')],
    found: 'ticket.settled',
  },
  'settle in a comment': {
    files: [file('// Its posting settles the ticket.\nexport {};')],
    found: 'settles the ticket',
  },
  'settle on a page': { pages: [page('A claim is settled by its payment.')], found: 'claim is settled' },
  'vague person in a comment': { files: [file('// Whoever calls it waits.\nexport {};')], found: 'Whoever' },
  'vague person on a page': { pages: [page('It belongs to nobody.')], found: 'nobody' },
  deferral: { files: [file('export const deferralFeeNgwee = 1;')], found: 'deferralFeeNgwee' },
  turntable: { files: [file('export type TurntableDeps = { db: unknown };')], found: 'TurntableDeps' },
  linkman: { files: [file('export const linkmanName = null;')], found: 'linkmanName' },
  'buried point': { files: [file('export const buriedPointRows = [];')], found: 'buriedPointRows' },
  'vague name of a CTE': {
    files: [
      file(`export const sql = \`with \${''} words as (
        insert into message default values)\`;`),
    ],
    found: 'words as (',
  },
};

test('every rule has a violation here', () => {
  expect(Object.keys(VIOLATIONS).sort()).toEqual(WORD_RULES.map(({ name }) => name).sort());
});

test.each(Object.entries(VIOLATIONS))('finds the violation of the rule %s', (name, violation) => {
  const { write } = WORD_RULES.find((rule) => rule.name === name)!;
  const { files = [], pages = [], found } = violation;
  const findings = [...findBannedWords(files), ...findBannedWordsOnPages(pages)];
  expect(findings).toEqual([expect.stringMatching(/^\S+:\d+ writes “/)]);
  expect(findings[0]).toContain(`writes “${found}”: write ${write}.`);
});

test('names the line', () => {
  expect(findBannedWords([file('export const a = 1;\n\n// nobody\nexport const b = 2;')])).toEqual([
    expect.stringContaining(`${SERVER_FILE}:3 writes “nobody”`),
  ]);
});

test('accepts the words in their own meaning', () => {
  const clean = file(`
    // The operator of a collection answers. The loan is settled by its last payment.
    export const operatorName = 'mtn';
    export function settleLoan() {}
    export const settlementQuote = { settled: true };
    export const states = ['settled', 'nobody', 'turntable'];
    export const rows = await Promise.allSettled([]);
    export type Row = { settled_on: string };
    export const onDay = (ticket: Row) => ticket.settled_on;
    export const sql = \`update claim_ticket set state = 'settled' where ticket.settled_on is null\`;
  `);
  expect(findBannedWords([clean])).toEqual([]);
});

test('accepts the words of the wire and of the screens', () => {
  const spin = "export const call = 'spinTurntable'; export type SpinTurntable = typeof call;";
  expect(
    findBannedWords([
      file(spin, 'apps/server/src/contact/wheel/routes.ts'),
      file(spin, 'packages/contract/src/borrower/turntable.ts'),
      file('export const deferralText = "";', 'apps/web/src/words/quotes.ts'),
    ]),
  ).toEqual([]);
});

test('leaves out code on a page, and the names of tests that a table cites', () => {
  expect(findBannedWordsOnPages([page('Run `nobody`:\n\n```sh\nsomebody\n```\n')])).toEqual([]);
  const cited = '`e2e/one.test.ts` is read by nobody';
  expect(findBannedWordsOnPages([page(`| one | ${cited}<br>${cited} |\n`)])).toEqual([]);
  expect(findBannedWordsOnPages([page(`| one | ${cited} | nobody reads it |\n`)])).toHaveLength(1);
  expect(findBannedWordsOnPages([page(`${cited}\n`)])).toHaveLength(1);
});
