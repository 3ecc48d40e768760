import { announceRuns, propertySeed } from '@thumba/lending/property-runs.test-support';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { type Database, openDatabase, statement } from '../platform/database.ts';
import { arraysOf, arrayTable, columnsOfRecord, jsonTable } from './record-table.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase({ url: database.url });
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

const columns = columnsOfRecord(
  'number bigint, small integer, words text, on_day date, detail jsonb, attempt_id uuid',
);
const names = columns.map(({ name }) => name).join(', ');
const throughArrays = statement<object, Record<string, unknown>>(
  'test: through arrays',
  `select ${names} from ${arrayTable('records', 't', columns)}`,
);
const throughJson = statement<object, { records: string }>(
  'test: through json',
  `select ${names} from ${jsonTable('records', 't', columns)}`,
);

function readThroughArrays(records: object[]): Promise<object[]> {
  return owner.rows(throughArrays, arraysOf('records', columns, records));
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((drawn) => drawn.replaceAll('\0', ''));
const record = fc.record(
  {
    number: fc.maxSafeInteger(),
    small: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    words: fc.oneof(text, fc.constantFrom('NULL', '', '"', '\\', '{}', 'a,b', '\u001e', '\n', "'")),
    on_day: fc.constantFrom('2026-11-21', '2028-02-29'),
    detail: fc.oneof(
      fc.constantFrom({}, [], 0, false, 'a\u001eb', { 'a"b': '\\' }),
      fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
    ),
    attempt_id: fc.uuid(),
  },
  { requiredKeys: [] },
);

const RUNS = 200;

test('records are read from arrays as they are read from JSON, whatever their texts are', async () => {
  announceRuns('records as arrays', RUNS);
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 5 }), async (records) => {
      const expected = await owner.rows(throughJson, { records: JSON.stringify(records) });
      expect(await readThroughArrays(records)).toEqual(expected);
    }),
    { numRuns: RUNS, seed: propertySeed },
  );
});

test('null and a missing property are null, also where each record lacks it', async () => {
  const empty = { number: null, small: null, words: null, on_day: null, detail: null, attempt_id: null };
  expect(await readThroughArrays([{ number: 1 }, { ...empty, number: 2 }])).toEqual([
    { ...empty, number: 1 },
    { ...empty, number: 2 },
  ]);
});
