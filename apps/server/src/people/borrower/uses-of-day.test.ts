import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase, statement } from '../../platform/database.ts';
import { countUseOfDay, purgeUsesOfDay, type UseOfDay } from './uses-of-day.ts';

const YESTERDAY = day('2026-11-19');
const TODAY = day('2026-11-20');
const TOMORROW = day('2026-11-21');
const MOST = 2;

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

const useStatements = {
  claim: useStatement('claim'),
  data_download: useStatement('data_download'),
  identity_question: useStatement('identity_question'),
};

function useStatement(kind: UseOfDay) {
  return statement<{ borrower_id: number }, { borrowerId: number; on: string }>(
    `test: use ${kind}`,
    countUseOfDay({ kind, borrowerId: '$borrowerId', on: '$on', most: MOST }),
  );
}

async function isCounted(kind: UseOfDay, borrowerId: number, on: string): Promise<boolean> {
  return (await db.row(useStatements[kind], { borrowerId, on })) !== undefined;
}

test('a day has as many uses as its limit, for each borrower, kind and day', async () => {
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => isCounted('claim', 1, TODAY)));
  expect(atOnce.filter((counted) => counted)).toHaveLength(MOST);
  expect(await isCounted('claim', 2, TODAY)).toBe(true);
  expect(await isCounted('data_download', 1, TODAY)).toBe(true);
  expect(await isCounted('claim', 1, TOMORROW)).toBe(true);
});

test('claims of the day in Lusaka stay counted while the business day is ahead', async () => {
  for (let uses = 0; uses < MOST; uses += 1) await isCounted('claim', 3, TODAY);
  await isCounted('claim', 3, YESTERDAY);
  await purgeUsesOfDay(db, { businessDay: TOMORROW, lusakaDay: TODAY });
  expect(await isCounted('claim', 3, TODAY)).toBe(false);
  expect(await daysOf(3)).toEqual([TODAY]);
});

test('downloads of the business day stay counted while it is behind', async () => {
  for (let uses = 0; uses < MOST; uses += 1) await isCounted('data_download', 4, TODAY);
  await isCounted('data_download', 4, YESTERDAY);
  await purgeUsesOfDay(db, { businessDay: TODAY, lusakaDay: TOMORROW });
  expect(await isCounted('data_download', 4, TODAY)).toBe(false);
  expect(await daysOf(4)).toEqual([TODAY]);
});

const daysStatement = statement<{ on_day: string }, { borrowerId: number }>(
  'test: days',
  'select on_day from borrower_use_of_day where borrower_id = $borrowerId order by on_day',
);

async function daysOf(borrowerId: number): Promise<string[]> {
  return (await db.rows(daysStatement, { borrowerId })).map((row) => row.on_day);
}
