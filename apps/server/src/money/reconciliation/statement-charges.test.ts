import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { lusakaDay } from '../../platform/clock.ts';
import { hireMaryAndGrace } from '../../staff/terminal/two-people.test-support.ts';
import { mtnFile } from './statement.test-support.ts';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

type Line = { reference: string; mobile: string; amount: string; charge: string };

function statementOf(lines: readonly Line[]) {
  const at = `${lusakaDay(server.clock.nowMs())} 00:00:01`;
  return new Uint8Array(mtnFile(lines.map((line) => ({ at, ...line }))));
}

async function importAs(file: Uint8Array<ArrayBuffer>, { client } = mary) {
  const query = { operator: 'mtn' } as const;
  const { digest } = (await client.call('readOperatorStatement', { query, file })).data.statement!;
  return client.call('importOperatorStatement', { query: { ...query, digest }, file });
}

/** The charges of rows, and whether a later statement gave them. */
const chargesOf = (...references: string[]) =>
  server.query(
    `select operator_reference as reference, charge_ngwee::integer as ngwee,
       charge_statement_id is not null as of_later
     from operator_statement_row where operator_reference = any ($1) order by 1`,
    [references],
  );

test('a statement that has another charge for a known movement keeps the earlier one and tells of the other', async () => {
  const line = { reference: '9201', mobile: '0961234567', amount: '10.00', charge: '900.00' };
  expect((await importAs(statementOf([line]))).code).toBe(200);
  const other = statementOf([
    { ...line, reference: '9202' },
    { ...line, charge: '1.00' },
  ]);
  const { data } = await importAs(other);
  expect(data).toMatchObject({ rows: 2, known: 1, otherCharges: 1 });
  const { items } = (await grace.client.call('listStatements', { query: { pageSize: 2 } })).data;
  expect(items).toMatchObject([{ otherCharges: 1 }, { otherCharges: 0 }]);
  expect(await chargesOf('9201', '9202')).toEqual([
    { reference: '9201', ngwee: 90_000, of_later: false },
    { reference: '9202', ngwee: 90_000, of_later: false },
  ]);
  expect(
    await server.query('select line, charge_ngwee::integer as ngwee from operator_other_charge'),
  ).toEqual([{ line: 3, ngwee: 100 }]);
  const silent = statementOf([
    { ...line, charge: '' },
    { ...line, reference: '9203' },
  ]);
  expect((await importAs(silent)).data).toMatchObject({ rows: 2, known: 1, otherCharges: 0 });
});

test('a statement gives the charge that an earlier one did not have, and its importer does not post it', async () => {
  const line = { reference: '9301', mobile: '0961234567', amount: '11.00', charge: '' };
  expect((await importAs(statementOf([line]))).code).toBe(200);
  const full = statementOf([
    { ...line, charge: '0.15' },
    { ...line, reference: '9302' },
  ]);
  expect((await importAs(full, grace)).data).toMatchObject({ rows: 2, known: 1, otherCharges: 0 });
  expect(await chargesOf('9301', '9302')).toEqual([
    { reference: '9301', ngwee: 15, of_later: true },
    { reference: '9302', ngwee: 0, of_later: false },
  ]);
  const params = { operator: 'mtn', direction: 'collection' } as const;
  const days = { from: server.today(), to: server.today() };
  const charges = await grace.client.call('readCharges', { params, query: days });
  const body = { ...days, amount: charges.data.total, reason: 'charges of the day' };
  expect(await grace.client.call('postCharges', { params, body })).toMatchObject({
    ...{ code: 403, reason: 'own_import' },
  });
});
