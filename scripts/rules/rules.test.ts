import { expect, test } from 'vitest';
import { findForbiddenCode } from './code-rules.ts';
import { findCircles, findForbiddenImports } from './import-rules.ts';
import { findContractions } from './migration-rules.ts';
import { findUncatalogued } from './server-words.ts';
import { findLongPieces } from './size-rules.ts';
import { readSource, type SourceFile } from './source-files.ts';
import { findForeignWrites, findTablesInPlatform, tablesIn } from './sql-rules.ts';
import { findUnknownParameters } from './statement-rules.ts';

/* Each rule finds the violation that a test gives it, and accepts similar code that is allowed. */

const SERVER = 'apps/server/src';
const source = (path: string, text = ''): SourceFile => readSource(path, text);
const importing = (path: string, ...targets: string[]) =>
  source(path, targets.map((target) => `import '${target}';`).join('\n'));
const statementIn = (path: string, sql: string) => source(path, `export const text = \`${sql}\`;`);

const allowedImports: [from: string, target: string][] = [
  [`${SERVER}/staff/terminal/commands/decide.ts`, '../../../credit/application/review.ts'],
  [`${SERVER}/credit/bill/routes.ts`, '../../money/payment/held-payout.ts'],
  [`${SERVER}/money/repayment/routes.ts`, '../payment/submit-collection.ts'],
  [`${SERVER}/people/session/commands.ts`, '../borrower/admission.ts'],
  [`${SERVER}/people/borrower/admission.ts`, '../../book/coupon/coupon-gifts.ts'],
  [`${SERVER}/book/posting-line/posting-line.ts`, '../ledger/transfers.ts'],
  [`${SERVER}/upkeep/work/work.ts`, '../personal-data/downloads.ts'],
  [`${SERVER}/credit/bill/bills.test.ts`, '../paper/commands.ts'],
  ['apps/web/src/features/home/home-page.tsx', '../../ui/button.tsx'],
  ['apps/web/src/features/claim/claim-page.tsx', '../payment/payment-facts.ts'],
  ['apps/web/src/features/turntable/my-prizes.tsx', '../coupon/use-coupon-link.tsx'],
  ['packages/contract/src/fields.ts', '@thumba/lending/money'],
];

test.each(allowedImports)('%s may import %s', (from, target) => {
  expect(findForbiddenImports([importing(from, target)])).toEqual([]);
});

const forbiddenImports: [from: string, target: string, why: RegExp][] = [
  [
    `${SERVER}/people/session/commands.ts`,
    '../../money/payment/queries.ts',
    /money is a district above people/,
  ],
  [`${SERVER}/book/loan/queries.ts`, '../../people/borrower/accounts.ts', /people is a district above book/],
  [`${SERVER}/platform/http.ts`, '../book/lender.ts', /book is a district above platform/],
  [`${SERVER}/credit/bill/routes.ts`, '../paper/queries.ts', /another room of credit/],
  [`${SERVER}/money/repayment/routes.ts`, '../wallet/queries.ts', /another room of money/],
  [`${SERVER}/contact/notice/routes.ts`, '../../app.ts', /no district imports them/],
  [
    `${SERVER}/money/payment/callback-routes.ts`,
    '../../simulator/money.ts',
    /reaches the simulator only over HTTP/,
  ],
  [`${SERVER}/staff/terminal/decide.ts`, '../../simulator/store.ts', /only the settings of the simulator/],
  [`${SERVER}/simulator/store.ts`, '../book/lender.ts', /another party/],
  [`${SERVER}/demo/demo-borrowers.ts`, '../money/payment/queries.ts', /the demo calls the server over HTTP/],
  [`${SERVER}/book/lender.ts`, '../../../web/src/app/routes.tsx', /serves the front ends as files/],
  ['packages/lending/src/day.ts', 'node:fs', /lending is pure/],
  ['packages/contract/src/fields.ts', 'fastify', /imports only itself, identity, lending/],
  ['apps/web/src/ui/button.tsx', '../features/home/home-page.tsx', /import no feature/],
  ['apps/web/src/features/home/home-page.tsx', '../../app/app.tsx', /does not import the folder app/],
  ['apps/web/src/features/help/help-page.tsx', '../coupon/use-coupon-link.tsx', /coupon is another feature/],
  ['apps/web/src/words/home.ts', '../ui/button.tsx', /import nothing else of it/],
  ['apps/web/src/platform/call.ts', '../../../server/src/app.ts', /only over HTTP/],
  ['apps/console/src/app/app.tsx', '../../../web/src/app/app.tsx', /the console imports only itself/],
  ['apps/console/src/app/app.tsx', '@thumba/identity/names', /the console imports only itself/],
  ['apps/console/src/ui/table.tsx', '../features/staff/staff-page.tsx', /console import no feature/],
  [
    'apps/console/src/features/staff/staff-page.tsx',
    '../../app/app.tsx',
    /console does not import the folder/,
  ],
  ['apps/handset/src/main.ts', '@thumba/lending/money', /another party's phone/],
];

test.each(forbiddenImports)('%s may not import %s', (from, target, why) => {
  const found = findForbiddenImports([importing(from, target)]);
  expect(found.join('\n')).toMatch(why);
});

test('finds a circle of features of the borrower app', () => {
  const features = 'apps/web/src/features';
  const found = findForbiddenImports([
    importing(`${features}/bill/bill-history.tsx`, '../payment/payment-facts.ts'),
    importing(`${features}/payment/accounts.ts`, '../bill/bill-status.ts'),
  ]);
  expect(found.join('\n')).toMatch(/Circle of imports: bill → payment → bill/);
});

test('finds a circle of imports', () => {
  const files = [
    importing('packages/lending/src/one.ts', './two.ts'),
    importing('packages/lending/src/two.ts', './one.ts'),
  ];
  expect(findCircles(files)).toHaveLength(1);
  expect(findCircles(files.slice(0, 1))).toEqual([]);
});

const forbiddenCode: [path: string, text: string][] = [
  ['packages/lending/src/day.ts', 'export const now = Date.now();'],
  ['packages/lending/src/day.ts', 'export const chance = Math.random();'],
  ['packages/lending/src/money.ts', 'export const text = (1).toFixed(2);'],
  [`${SERVER}/book/loan/queries.ts`, 'export const now = new Date();'],
];

test.each(forbiddenCode)('%s may not write: %s', (path, text) => {
  expect(findForbiddenCode([source(path, text)])).toHaveLength(1);
  expect(findForbiddenCode([source(path, `// ${text}`)])).toEqual([]);
  expect(findForbiddenCode([source(`${SERVER}/platform/clock.ts`, text)])).toEqual([]);
});

const tables = tablesIn([
  `create table message (borrower_id bigint);
   create table ledger_transfer (borrower_id bigint);
   create table payment_attempt (borrower_id bigint);
   create table idempotency_key (borrower_id bigint);
   create unlogged table request_seen (seen_at timestamptz);
   create table notice (title text);`,
]);

test('the tables are those that migrations create', () => {
  expect([...tables]).toEqual([
    'message',
    'ledger_transfer',
    'payment_attempt',
    'idempotency_key',
    'request_seen',
    'notice',
  ]);
});

const foreignWrites = [
  'insert into message (borrower_id) values (1)',
  'insert into ledger_transfer (borrower_id) values (1)',
  'update payment_attempt p set state = null',
  'delete from idempotency_key where borrower_id = 1',
];

test.each(foreignWrites)('only the book may write: %s', (sql) => {
  const found = findForeignWrites([statementIn(`${SERVER}/contact/complaint/commands.ts`, sql)], tables);
  expect(found.join('\n')).toMatch(/only the book writes it/);
  expect(findForeignWrites([statementIn(`${SERVER}/book/message/messages.ts`, sql)], tables)).toEqual([]);
});

test('a room may read a table of the book', () => {
  const read = statementIn(`${SERVER}/contact/message/queries.ts`, 'select * from message for update of m');
  expect(findForeignWrites([read], tables)).toEqual([]);
});

test('finds the second of two rooms that write one table', () => {
  const sql = 'insert into notice (title) values (null)';
  const rooms = ['contact/notice/notices.ts', 'contact/channel/channels.ts'];
  const files = rooms.map((room) => statementIn(`${SERVER}/${room}`, sql));
  expect(findForeignWrites(files, tables).join('\n')).toMatch(/only one room writes a table/);
  expect(findForeignWrites(files.slice(0, 1), tables)).toEqual([]);
});

test('the platform names no table of a room', () => {
  const sql = 'select count(*) from payment_attempt';
  const inPlatform = statementIn(`${SERVER}/platform/metrics.ts`, sql);
  const inUpkeep = statementIn(`${SERVER}/upkeep/metrics/metrics.ts`, sql);
  expect(findTablesInPlatform([inPlatform], tables)).toHaveLength(1);
  expect(findTablesInPlatform([inUpkeep], tables)).toEqual([]);
});

test('the platform may name a table of its own', () => {
  const purge = statementIn(`${SERVER}/platform/limit.ts`, 'delete from counted_use');
  expect(findTablesInPlatform([purge], new Set(['counted_use']))).toEqual([]);
});

test('finds a function of more than 70 lines, but no list of tests', () => {
  const lines = (count: number) => Array.from({ length: count }, () => '  1;').join('\n');
  const long = source('bench/one.ts', `function one() {\n${lines(69)}\n}`);
  expect(findLongPieces([long])).toHaveLength(1);
  expect(findLongPieces([source('bench/one.ts', `function one() {\n${lines(68)}\n}`)])).toEqual([]);
  expect(findLongPieces([source('e2e/one.test.ts', `test('one', () => {\n${lines(69)}\n});`)])).toHaveLength(
    1,
  );
  const list = source('e2e/one.test.ts', `describe.each([1])('one', () => {\n${lines(69)}\n});`);
  expect(findLongPieces([list])).toEqual([]);
});

test('finds a file of more than 400 lines', () => {
  const file = (lines: number) => source('e2e/one.ts', '1;\n'.repeat(lines));
  expect(findLongPieces([file(401)])).toHaveLength(1);
  expect(findLongPieces([file(400)])).toEqual([]);
});

test('a parameter that the values of a statement do not have is found', () => {
  const statement = (values: string, sql: string) =>
    source(
      `${SERVER}/book/loan/queries.ts`,
      `type Key = { loanId: number }; export const one = statement<never, ${values}>('one', \`${sql}\`);`,
    );
  const sql = 'select from loan where loan_id = $loanId and version = $version';
  expect(findUnknownParameters([statement('{ loanId: number }', sql)]).join()).toMatch(/uses \$version/);
  expect(findUnknownParameters([statement('Key & { number: number }', sql)])).toHaveLength(1);
  expect(findUnknownParameters([statement('Key & { version: number }', sql)])).toEqual([]);
  expect(findUnknownParameters([statement('ElsewhereValues', sql)])).toEqual([]);
});

test.each([
  ['drop table loan_note;', 'drops'],
  ['alter table loan drop column note;', 'drops'],
  ['alter table loan rename column note to remark;', 'renames'],
  ['alter table loan alter column note type bigint;', 'changes a type'],
  ['alter table loan alter note set not null;', 'refuses rows without a value'],
])('a new migration that contracts is found: %s', (text, what) => {
  expect(findContractions([{ name: '0042-note.sql', text: `-- A note.\n${text}` }])).toEqual([
    expect.stringMatching(new RegExp(`^apps/server/migrations/0042-note.sql:2 ${what}: `)),
  ]);
});

test('a migration may expand, and may contract if it says why no running version needs what it takes away', () => {
  const drop = 'alter table loan drop column note;';
  const said = `-- Contracts: no version since 0.2 reads the note of a loan.\n${drop}`;
  expect(
    findContractions([
      { name: '0041-before-the-rule.sql', text: drop },
      {
        name: '0042-note.sql',
        text: "-- Later: drop table.\nalter table loan add note text not null default '';",
      },
      { name: '0043-no-note.sql', text: said },
    ]),
  ).toEqual([]);
});

const room = `${SERVER}/people/session/routes.ts`;

test.each([
  ["refused(400, 'Please log in again')"],
  ['const say = (wait: string) => "Please wait " + wait'],
  ["const place = { label: 'Home address' }"],
])('a sentence for borrowers outside of a catalogue is found: %s', (code) => {
  expect(findUncatalogued([source(room, code)])).toHaveLength(1);
});

test.each([
  ['a catalogue', room, "const said = words('session', { again: 'Please log in again' })"],
  ['an error', room, "throw new Error('There is no session')"],
  ['a log', room, "log.error({ err }, 'Google did not answer')"],
  ['what describes a field', room, "meta({ description: 'The masked number' })"],
  ['SQL', room, "statement('session: end', 'delete from session where borrower_id = 1')"],
  ['a file of sentences', `${SERVER}/people/session/session-words.ts`, "const again = 'Please log in again'"],
  ['a room for staff', `${SERVER}/staff/terminal/run.ts`, "print('There is no order')"],
])('%s may have its sentences', (_what, path, code) => {
  expect(findUncatalogued([source(path, code)])).toEqual([]);
});
