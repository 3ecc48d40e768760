import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase, statement } from '../../platform/database.ts';
import { readBook } from './book-snapshot.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const numbersStatement = statement<{ number: number }, { through: number }>(
  'test: numbers',
  'select number from generate_series(1, $through::integer) as number order by number',
);
const countStatement = statement<{ count: number }>(
  'test: count',
  'select count(*)::integer as count from account',
);

test.each([0, 1, 2_000, 4_001])('%i rows come one after the other and in order', async (through) => {
  const read = await readBook(db, async (book) => {
    const numbers: number[] = [];
    for await (const { number } of book.stream(numbersStatement, { through })) numbers.push(number);
    return numbers;
  });
  expect(read).toEqual(Array.from({ length: through }, (_none, index) => index + 1));
});

test('what others write from the beginning of a report on is not seen, and nothing can be written', async () => {
  await readBook(db, async (book) => {
    const before = await book.row(countStatement, {});
    await database.runAsOwner(`delete from account where account = 'in_transit'`);
    expect(await book.row(countStatement, {})).toEqual(before);
  });
  const before = await db.row(countStatement, {});
  await readBook(db, async (book) => {
    await database.runAsOwner(`delete from account where account = 'suspense'`);
    // The first that the reader asks for.
    expect(await book.row(countStatement, {})).toEqual(before);
  });
  const write = statement<never>('test: write', `update account set title = 'other' where account = 'bank'`);
  await expect(readBook(db, (book) => book.rows(write, {}))).rejects.toThrow('read-only transaction');
});
