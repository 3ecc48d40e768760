import { createHash } from 'node:crypto';
import { STAFF_API_BASE, STAFF_HEADER, staffCalls } from '@thumba/contract/staff/calls';
import { EXPORTED_LISTS, exportedLists } from '@thumba/contract/staff/list-export-words';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import {
  consoleOriginOf,
  cookieHeader,
  hire,
  openOffice,
  type StaffMember,
} from '../../../test/staff-client.ts';
import type { Database } from '../../platform/database.ts';
import { deleteAccount, settledBorrower } from '../../upkeep/personal-data/personal-data.test-support.ts';

const FORMULA = '=HYPERLINK Banda';
const OTHER_FORMULA = '+260 977 of a neighbour';

let server: AppServer;
let borrower: AppBorrower;
/** The numbers of two borrowers who deleted their accounts, of whom one was erased. */
let deleted: number[];
let chipo: StaffMember;
let mutale: StaffMember;
let auditor: StaffMember;
let mulenga: StaffMember;
let natasha: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  borrower = await signUp(server);
  await borrow(borrower, { amount: 800 });
  await signUp(server);
  deleted = await deletedAccounts();
  ({ first: chipo, second: mutale } = await openOffice(server));
  const hireAs = (userName: string, role: 'auditor' | 'compliance') =>
    hire(server, { maker: chipo, checker: mutale }, { userName, roles: [role] });
  auditor = await hireAs('kasonde', 'auditor');
  mulenga = await hireAs('mulenga', 'compliance');
  natasha = await hireAs('natasha', 'compliance');
  const added = await mulenga.client.call('addBlocked', {
    body: {
      subject: { kind: 'person', name: FORMULA, birthDate: '1980-01-02' },
      reason: OTHER_FORMULA,
    },
  });
  expect(added.code, added.msg).toBe(200);
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

async function deletedAccounts(): Promise<number[]> {
  const [gone, erased] = [await settledBorrower(server), await signUp(server)];
  for (const one of [gone, erased]) expect(await deleteAccount(server, one)).toMatchObject({ code: 200 });
  await server.query(`update borrower set mobile_sealed = '' where borrower_id = $1`, [erased.borrowerId]);
  return [gone.borrowerId, erased.borrowerId];
}

function ask(member: StaffMember, path: string, body: object): Promise<Response> {
  return fetch(`${consoleOriginOf(server)}${STAFF_API_BASE}${path}`, {
    method: 'POST',
    headers: {
      [STAFF_HEADER]: 'person',
      'content-type': 'application/json',
      cookie: cookieHeader(member.client.cookies),
    },
    body: JSON.stringify(body),
  });
}

const exportList = (member: StaffMember, body: object) => ask(member, '/exports/lists', body);
const exportNamed = (member: StaffMember, requestId: number) =>
  ask(member, `/exports/named-lists/${requestId}`, {});

type CsvRow = Record<string, string>;
const rowsIn = (text: string): CsvRow[] =>
  (parse(text, { columns: true }) as CsvRow[]).filter(({ line }) => line === 'row');

async function auditOf(call: string) {
  return server.query(
    `select actor, outcome, detail from staff_audit where call = $1 order by entry_id desc limit 2`,
    [call],
  );
}

describe('a list as a file', () => {
  test('has the rows of its screen, with the filter, and the audit has who took it and how many rows it had', async () => {
    const filter = { userName: 'mulenga' };
    const response = await exportList(auditor, { list: 'searchAudit', filter, format: 'csv' });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
    const text = await response.text();
    const shown = await auditor.client.call('searchAudit', { query: { ...filter, pageSize: 100 } });
    const rows = rowsIn(text);
    expect(rows.map(({ entry }) => Number(entry))).toEqual(shown.data.items.map(({ entryId }) => entryId));
    const [counted] = await server.query(
      `select count(*)::integer as rows from staff_audit where actor = 'staff:mulenga' and call <> all ($1)`,
      [
        Object.entries(staffCalls)
          .filter(([, { access }]) => /Cases$/.test(access))
          .map(([name]) => name),
      ],
    );
    expect(rows.length).toBe(counted.rows);
    const asked = { list: 'searchAudit', userName: 'mulenga', format: 'csv' };
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(await auditOf('exportList')).toEqual([
      { actor: 'staff:kasonde', outcome: 'done', detail: { ...asked, rows: rows.length, sha256 } },
      { actor: 'staff:kasonde', outcome: 'shown', detail: asked },
    ]);
  });

  test('reads page after page, each row once, and counts none of them', async () => {
    await server.query(
      `insert into loan_state_span (borrower_id, loan_id, from_on, product_id, bucket, original_bucket, principal_ngwee)
       select 1000000 + number, 1000000 + number, '2026-01-01', 1, 6, 6, number
       from generate_series(1, 12003) number`,
    );
    const asked = { list: 'listLoansOfFigure', filter: { figure: 'out', on: '2026-02-01' }, format: 'csv' };
    const statements = noteStatements(server.db);
    const rows = rowsIn(await (await exportList(auditor, asked)).text());
    const countOf = (name: string) => statements.names.filter((one) => one === name).length;
    statements.stop();
    expect(countOf('insight: list loans by bucket')).toBeGreaterThanOrEqual(13);
    expect(countOf('insight: sum loans by bucket')).toBe(0);
    const sum = await server.query(
      `select sum(principal_ngwee)::bigint as ngwee, count(*)::integer as loans from loan_state_span
       where from_on <= '2026-02-01' and through_on >= '2026-02-01'`,
    );
    expect(new Set(rows.map(({ loan }) => loan)).size).toBe(sum[0].loans);
    expect(rows.length).toBe(sum[0].loans);
    expect(rows.reduce((ngwee, { amount }) => ngwee + Math.round(Number(amount) * 100), 0)).toBe(
      Number(sum[0].ngwee),
    );
    await server.query('delete from loan_state_span where loan_id > 1000000');
  });

  test('as a workbook has at most 100,000 rows, and says so above', async () => {
    const make = (first: number, last: number) =>
      server.query(
        `insert into loan_state_span (borrower_id, loan_id, from_on, product_id, bucket, original_bucket, principal_ngwee)
         select 1000000 + number, 1000000 + number, '2026-01-01', 1, 6, 6, 100 from generate_series($1::int, $2::int) number`,
        [first, last],
      );
    await make(1, 100_000);
    const asked = { list: 'listLoansOfFigure', filter: { figure: 'out', on: '2026-02-01' }, format: 'xlsx' };
    const full = await exportList(auditor, asked);
    const [sheet] = (await readXlsx(new Uint8Array(await full.arrayBuffer()))).sheets;
    expect(sheet!.rows.filter(([kind]) => kind === 'row').length).toBe(100_000);
    await make(100_001, 100_001);
    expect(await (await exportList(auditor, asked)).json()).toMatchObject({
      code: 409,
      data: { reason: 'too_many_rows' },
      msg: 'A spreadsheet takes at most 100,000 rows. Choose a narrower filter, or CSV.',
    });
    expect((await auditOf('exportList'))[0]).toMatchObject({ outcome: 'failed' });
    await server.query('delete from loan_state_span where loan_id > 1000000');
  }, 60_000);

  test.each(EXPORTED_LISTS)(
    '%s is refused to a role that does not see it, and read by one that does',
    async (list) => {
      const path = staffCalls[list].path;
      const params = Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, name === 'code' ? '1200' : '1']),
      );
      if ('on' in params) params.on = server.today();
      const filters: Record<string, Record<string, string>> = {
        listFlowEntries: { flow: 'principal', from: '2026-01-01', to: server.today() },
        listEntriesOfAccount: { account: 'principal_receivable', from: '2026-01-01', to: server.today() },
        listLoansOfFigure: { figure: 'out' },
      };
      const asked = { list, params, filter: filters[list] ?? {}, format: 'csv' };
      for (const member of [auditor, mulenga, chipo]) {
        const { data } = await member.client.call('staffSession');
        const access = staffCalls[list].access as string;
        const mayCall = access === 'signed_in' || (data.person!.permissions as string[]).includes(access);
        const response = await exportList(member, asked);
        const text = await response.text();
        if (mayCall) expect(text.startsWith('line,') || JSON.parse(text).code === 404, text).toBe(true);
        else expect(JSON.parse(text)).toMatchObject({ code: 403, data: { reason: 'not_permitted' } });
      }
    },
  );

  test.each(['listOffers', 'listTexts', 'listChannels', 'listNotices'] as const)(
    '%s has each row of its screen',
    async (list) => {
      const { items } = (await auditor.client.call(list)).data;
      const rows = rowsIn(await (await exportList(auditor, { list, format: 'csv' })).text());
      expect(rows.length).toBe(items.length);
      // The first column is the code of the row.
      expect(new Set(rows.map((row) => Object.values(row)[1])).size).toBe(items.length);
    },
  );

  test('of channels has the version code and the SHA-256 of an app file', async () => {
    const sha256 = 'ab'.repeat(32);
    await server.query(
      `update channel set apk_url = 'https://a.example/8.apk', apk_version_code = 8, apk_sha256 = $1
       where channel_code = 'GP'`,
      [sha256],
    );
    const response = await exportList(auditor, { list: 'listChannels', format: 'csv' });
    expect(rowsIn(await response.text())).toContainEqual(
      expect.objectContaining({
        ...{ channel: 'GP', 'app file': 'https://a.example/8.apk' },
        ...{ 'version code of the app file': '8', 'SHA-256 of the app file': sha256 },
      }),
    );
  });

  test('of what was done with periods has all of it, page after page', async () => {
    await server.query(
      `insert into period_event (period, kind, actor, reason, recorded_at)
       select '2020-01', 'close_asked', 'staff:mary', 'number ' || number, now() from generate_series(1, 2003) number`,
    );
    const shown = (await auditor.client.call('listPeriods', { query: {} })).data;
    expect([shown.events.length, shown.isMore]).toEqual([40, true]);
    const rows = rowsIn(await (await exportList(auditor, { list: 'listPeriods', format: 'csv' })).text());
    expect(new Set(rows.map(({ reason }) => reason)).size).toBe(2003);
    expect(rows.length).toBe(2003);
  });

  test('with a filter that its screen does not have is refused', async () => {
    const asked = { list: 'listRequests', filter: { colour: 'red' }, format: 'csv' };
    expect(await (await exportList(auditor, asked)).json()).toMatchObject({
      code: 400,
      data: { reason: 'bad_filter' },
    });
  });

  test('keeps a text that looks like a formula a text, in CSV and in a workbook', async () => {
    const csv = await (await exportList(mulenga, { list: 'listBlocked', format: 'csv' })).text();
    expect(rowsIn(csv).map(({ reason }) => reason)).toEqual([`'${OTHER_FORMULA}`]);
    const response = await exportList(mulenga, { list: 'listBlocked', format: 'xlsx' });
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const [, row] = book.sheets[0]!.rows;
    expect(row).toContain(OTHER_FORMULA);
    expect(JSON.stringify(book.sheets[0])).not.toContain('"formula"');
  });
});

describe('a list with names', () => {
  const asked = { list: 'listRegisteredBorrowers', params: {}, filter: {}, format: 'csv' } as const;
  const reason = 'a letter to all of them';

  test('is named only with a second person, once, by the person who asked', async () => {
    const plain = await (await exportList(auditor, asked)).text();
    expect(plain).not.toContain(borrower.mobile);
    const finance = await hireFinance();
    const filed = await finance.mary.client.call('askForNamedList', { body: { ...asked, reason } });
    expect(filed.code, filed.msg).toBe(200);
    const { requestId } = filed.data;
    expect(await (await exportNamed(finance.mary, requestId)).json()).toMatchObject({
      data: { reason: 'not_approved' },
    });
    const own = await finance.mary.client.call('answerRequest', {
      params: { requestId },
      body: { answer: 'approve', reason: 'my own' },
    });
    expect(own.code).not.toBe(200);
    const approved = await finance.grace.client.call('answerRequest', {
      params: { requestId },
      body: { answer: 'approve', reason: 'seen the letter' },
    });
    expect(approved.data, approved.msg).toMatchObject({ state: 'done' });
    expect(await (await exportNamed(finance.grace, requestId)).json()).toMatchObject({
      data: { reason: 'not_yours' },
    });
    const text = await (await exportNamed(finance.mary, requestId)).text();
    const row = rowsIn(text).find((one) => Number(one.borrower) === borrower.borrowerId)!;
    const kept = await server.query('select count(*)::integer as borrowers from borrower');
    expect(rowsIn(text).length).toBe(kept[0].borrowers);
    expect(row['mobile number']).toBe(borrower.mobile);
    expect(row['name of the borrower']).not.toBe('');
    const ofDeleted = rowsIn(text).filter((one) => deleted.includes(Number(one.borrower)));
    const who = ofDeleted.map((one) => [
      one['name of the borrower'],
      one['NRC number'],
      one['mobile number'],
    ]);
    expect(who).toEqual([
      ['', '', ''],
      ['', '', ''],
    ]);
    expect(await (await exportNamed(finance.mary, requestId)).json()).toMatchObject({
      data: { reason: 'used' },
    });
    const [end] = await server.query(
      `select subject_id::integer as request, detail from staff_audit
       where call = 'exportNamedList' and outcome = 'done'`,
    );
    expect(end).toMatchObject({
      request: requestId,
      detail: { list: 'listRegisteredBorrowers', rows: kept[0].borrowers },
    });
    expect(JSON.stringify(end)).not.toContain(borrower.mobile);
  });

  test('is not asked for where the list has none, or the role does not see it', async () => {
    const plainList = 'listApplications';
    expect(exportedLists[plainList]).not.toHaveProperty('hasNames');
    const none = await mulenga.client.call('askForNamedList', {
      body: { ...asked, list: 'listRequests', reason },
    });
    expect(none).toMatchObject({ code: 409, reason: 'no_names' });
    const hidden = await natasha.client.call('askForNamedList', { body: { ...asked, reason } });
    expect(hidden).toMatchObject({ code: 403, reason: 'not_permitted' });
  });

  test('says whom the blocked list names', async () => {
    const filed = await mulenga.client.call('askForNamedList', {
      body: { ...asked, list: 'listBlocked', reason },
    });
    const { requestId } = filed.data;
    await natasha.client.call('answerRequest', {
      params: { requestId },
      body: { answer: 'approve', reason: 'seen' },
    });
    const rows = rowsIn(await (await exportNamed(mulenga, requestId)).text());
    expect(rows.map(({ blocked }) => blocked)).toEqual([`'${FORMULA}`]);
  });
});

/** The names of the statements that transactions ask from now on. */
function noteStatements(db: Database): { names: string[]; stop(): void } {
  const names: string[] = [];
  const { inTransaction } = db;
  db.inTransaction = (work) =>
    inTransaction((transaction) =>
      work({
        ...transaction,
        rows(wanted, values) {
          names.push(wanted.name);
          return transaction.rows(wanted, values);
        },
        row(wanted, values) {
          names.push(wanted.name);
          return transaction.row(wanted, values);
        },
      }),
    );
  return {
    names,
    stop() {
      db.inTransaction = inTransaction;
    },
  };
}

async function hireFinance(): Promise<{ mary: StaffMember; grace: StaffMember }> {
  const { data } = await auditor.client.call('staffSession');
  expect(data.person!.permissions).not.toContain('exportInBulk');
  const office = { maker: chipo, checker: mutale };
  const mary = await hire(server, office, { userName: 'mary', roles: ['finance'] });
  return { mary, grace: await hire(server, office, { userName: 'grace', roles: ['head_of_finance'] }) };
}
