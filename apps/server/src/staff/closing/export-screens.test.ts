import { STAFF_API_BASE, STAFF_HEADER } from '@thumba/contract/staff/calls';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import {
  consoleOriginOf,
  cookieHeader,
  hire,
  openOffice,
  type StaffMember,
} from '../../../test/staff-client.ts';

let server: AppServer;
let mary: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  await borrow(await signUp(server), { amount: 800, termId: 2 });
  await server.passDays(3);
  const { first: maker, second: checker } = await openOffice(server);
  mary = await hire(server, { maker, checker }, { userName: 'mary', roles: ['finance'] });
  auditor = await hire(server, { maker, checker }, { userName: 'kasonde', roles: ['auditor'] });
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

async function download(body: object): Promise<Response> {
  return fetch(`${consoleOriginOf(server)}${STAFF_API_BASE}/books/export/file`, {
    method: 'POST',
    headers: {
      [STAFF_HEADER]: 'person',
      'content-type': 'application/json',
      cookie: cookieHeader(auditor.client.cookies),
    },
    body: JSON.stringify(body),
  });
}

const ngweeOf = (kwacha: unknown) => Math.round(Number(kwacha ?? 0) * 100);

async function debitsOfLedger(): Promise<number> {
  const [row] = await server.query(
    'select coalesce(sum(amount_ngwee), 0)::integer as ngwee from ledger_transfer',
  );
  return row.ngwee;
}

test.each(['day', 'month'] as const)(
  'the journals by %s are all that the ledger has, and tie',
  async (by) => {
    const { code, data, msg } = await auditor.client.call('readLedgerExport', {
      query: { from: '2026-11-21', by },
    });
    expect(code, msg).toBe(200);
    expect(data.problem).toBe(null);
    expect(data.ties.length).toBeGreaterThan(0);
    expect(data.ties.every(({ isTied }) => isTied)).toBe(true);
    const sum = data.journals.reduce((total, { amount }) => total + ngweeOf(amount), 0);
    expect(sum).toBe(await debitsOfLedger());
  },
);

test('the file has the same sum, and stands in the audit', async () => {
  const response = await download({ from: '2026-11-21', target: 'generic' });
  const rows = parse(await response.text(), { columns: true }) as Record<string, string>[];
  const sum = (side: string) => rows.reduce((total, row) => total + ngweeOf(row[side]), 0);
  expect([sum('debit'), sum('credit')]).toEqual([await debitsOfLedger(), await debitsOfLedger()]);
  const [entry] = await server.query(
    `select outcome, detail from staff_audit where call = 'downloadLedgerExport' order by entry_id desc limit 1`,
  );
  expect(entry).toEqual({ outcome: 'shown', detail: { from: '2026-11-21', target: 'generic' } });
});

test('a mapping that is saved counts from then on, here and at the terminal', async () => {
  const before = await mary.client.call('getMapping');
  expect(before.data.version).toBe(0);
  const [first] = before.data.lines;
  expect(first).toMatchObject({ target: first!.code, isOfChart: true });
  expect(await auditor.client.call('saveMapping', { body: { after: 0, lines: [] } })).toMatchObject({
    code: 403,
  });
  const lines = before.data.lines.map(({ code }) => ({ code, target: `X${code}`, taxRate: 'Tax Exempt' }));
  const saved = await mary.client.call('saveMapping', { body: { after: 0, lines } });
  expect(saved.data).toEqual({ version: 1 });
  const stale = await mary.client.call('saveMapping', { body: { after: 0, lines: [] } });
  expect(stale).toMatchObject({ code: 409, reason: 'other_version' });
  const { data } = await mary.client.call('getMapping');
  expect(data).toMatchObject({ version: 1, savedBy: 'Person mary' });
  expect(data.lines[0]).toMatchObject({ target: `X${first!.code}`, taxRate: 'Tax Exempt', isOfChart: false });
  const response = await download({ from: '2026-11-21', target: 'xero' });
  const rows = parse(await response.text(), { columns: true }) as Record<string, string>[];
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.every((row) => row['*AccountCode']!.startsWith('X'))).toBe(true);
  expect(rows.reduce((total, row) => total + ngweeOf(row['*Amount']), 0)).toBe(0);
});

test.each([
  [[{ code: '9999', target: '1', taxRate: '' }], 400],
  [
    [
      { code: '1000', target: '1', taxRate: '' },
      { code: '1000', target: '2', taxRate: '' },
    ],
    400,
  ],
])('a mapping with wrong accounts is refused', async (lines, code) => {
  expect(await mary.client.call('saveMapping', { body: { after: 1, lines } })).toMatchObject({
    ...{ code, reason: 'wrong_account' },
  });
});
