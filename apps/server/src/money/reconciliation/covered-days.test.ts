import { day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import type { Actor } from '../../book/actor.ts';
import { routeIdOf } from '../../book/payment-attempt/operator-routes.ts';
import { keysOf, newKeys } from '../../book/settings/key-settings.ts';
import { lusakaDay, lusakaInstant } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { createSealing } from '../../platform/sealing.ts';
import { endCoveredHolds, readPayoutHold, recordRestore } from '../payment/restored-book.ts';
import { closeAgreed } from './close-agreed.ts';
import { summaryOf } from './differences.ts';
import { importStatement } from './import-statement.ts';
import { mtnFile } from './statement.test-support.ts';
import { readStatement } from './statement-file.ts';
import { statementFormats } from './statement-formats.ts';

const sealing = createSealing(keysOf(newKeys()));
const at = (on: string, time: string) => lusakaInstant(day(on), `${time}:00`)!;
const midnightAfter = (on: string) => new Date(at(on, '00:00').getTime() + 24 * 3_600_000);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let owner: Database;

/** The database was restored on the 22nd at 10:00 and has everything until 9:30. */
beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
  owner = openDatabase({ url: database.url });
  const restoredAt = at('2026-11-22', '10:00');
  await routeIdOf(db, { operator: 'mtn', platform: 'p', environment: 'e', apiUser: 'u' }, restoredAt);
  await recordRestore(
    owner,
    { backupId: 'b', historyId: 'covered', dataUntil: at('2026-11-22', '09:30') },
    restoredAt,
  );
  return async () => {
    await Promise.all([db.close(), owner.close()]);
    await database.drop();
  };
});

const line = { reference: '9001', mobile: '0967123456', amount: '150.50', status: 'Failed' };
const quiet = mtnFile([]);
const ofMorning = mtnFile([{ ...line, at: '2026-11-22 08:00:00' }]);

type Days = [from: string, to: string];

type ImportedBy = { operator?: OperatorName; actor?: Actor };

async function importAt(
  now: Date,
  bytes: Buffer,
  days?: Days,
  { operator = 'mtn', actor = 'staff:mary' }: ImportedBy = {},
) {
  const read = readStatement(statementFormats.mtn, bytes);
  if (!read.ok) throw new Error(read.refusal.problem);
  const imported = await importStatement(
    { db, sealing, nowMs: now.getTime(), today: lusakaDay(now.getTime()) },
    {
      ...{ operator, bytes, rows: read.value, actor },
      ...(days ? { covers: { from: at(days[0], '00:00'), until: midnightAfter(days[1]) } } : {}),
    },
  );
  if (!imported.ok) return imported.refusal;
  const { covers_from, covers_until } = await summaryOf(db, imported.value.statementId);
  return {
    isNew: imported.value.isNew,
    days: [lusakaDay(covers_from.getTime()), lusakaDay(covers_until.getTime() - 1)],
  };
}

/** What statements do not show to two people yet of the time that was lost, or 'ended'. */
async function hold(now: Date): Promise<unknown> {
  const { isAnyEnded, standing } = await endCoveredHolds({ db, clock: { nowMs: () => now.getTime() } });
  if (isAnyEnded) return 'ended';
  return standing[0]!.uncovered.map(({ from_ms, until_ms }) => [new Date(from_ms), new Date(until_ms)]);
}

/** What statements do not cover yet of the time that was lost. */
async function notKnown(): Promise<unknown> {
  const { rows } = await db.pool.query(
    `select lower(times) as from_at, upper(times) as until_at from (
       select unnest(tstzmultirange(tstzrange($1, $2))
         - coalesce((select range_agg(instants) from operator_statement_known_time), '{}')) as times
     ) uncovered`,
    LOST[0],
  );
  return rows.map(({ from_at, until_at }) => [from_at, until_at]);
}

const storedRows = async () =>
  (
    await db.pool.query(`select (select count(*)::integer from operator_statement) as statements,
      (select count(*)::integer from operator_statement_row) as rows,
      (select count(*)::integer from operator_statement_days) as days`)
  ).rows[0];

const rowsOfDays = async () => (await db.pool.query('select from operator_statement_days')).rowCount;

const LOST = [[at('2026-11-22', '09:25'), at('2026-11-22', '10:00')]];
const NOON = at('2026-11-22', '12:00');
const TODAY: Days = ['2026-11-22', '2026-11-22'];

test('a file covers nothing after its import', async () => {
  expect(await notKnown()).toEqual(LOST);
  await importAt(at('2026-11-22', '09:40'), ofMorning, TODAY);
  expect(await notKnown()).toEqual([[at('2026-11-22', '09:40'), at('2026-11-22', '10:00')]]);
});

test('a known file is known until now where its days are named again, and not where none are named', async () => {
  await importAt(at('2026-11-22', '09:40'), ofMorning, TODAY);
  const before = await notKnown();
  expect(await importAt(NOON, ofMorning)).toEqual({ isNew: false, days: TODAY });
  expect(await notKnown()).toEqual(before);
  expect(await importAt(NOON, ofMorning, TODAY)).toEqual({ isNew: false, days: TODAY });
  expect(await notKnown()).toEqual([]);
});

test('a known file covers further days that touch its own, and the same days again add nothing', async () => {
  const ofYesterday = mtnFile([{ ...line, at: '2026-11-21 08:00:00' }]);
  await importAt(NOON, ofYesterday);
  expect(await notKnown()).toEqual(LOST);
  expect(await importAt(NOON, ofYesterday, TODAY)).toEqual({
    isNew: false,
    days: ['2026-11-21', '2026-11-22'],
  });
  expect(await rowsOfDays()).toBe(1);
  await importAt(NOON, ofYesterday, TODAY);
  await importAt(NOON, ofYesterday, ['2026-11-21', '2026-11-22']);
  expect(await rowsOfDays()).toBe(1);
  expect(await notKnown()).toEqual([]);
});

test('a known file is refused for days that do not touch its own', async () => {
  const ofDayBefore = mtnFile([{ ...line, at: '2026-11-20 08:00:00' }]);
  await importAt(NOON, ofDayBefore);
  for (const days of [TODAY, ['2026-11-18', '2026-11-18']] as Days[]) {
    expect(await importAt(NOON, ofDayBefore, days)).toEqual({
      kind: 'other_days',
      coversFrom: at('2026-11-20', '00:00'),
      coversUntil: at('2026-11-21', '00:00'),
    });
  }
  expect(await rowsOfDays()).toBe(0);
  expect(await notKnown()).toEqual(LOST);
});

test('a file that was not imported before is refused for days that do not touch those of its rows', async () => {
  const ofDayBefore = mtnFile([{ ...line, at: '2026-11-20 08:00:00' }]);
  for (const days of [TODAY, ['2026-11-18', '2026-11-18']] as Days[]) {
    expect(await importAt(NOON, ofDayBefore, days)).toEqual({
      kind: 'other_days',
      coversFrom: at('2026-11-20', '00:00'),
      coversUntil: at('2026-11-21', '00:00'),
    });
  }
  expect(await storedRows()).toEqual({ statements: 0, rows: 0, days: 0 });
  expect(await hold(NOON)).toEqual(LOST);
});

test('days that are named with the first import touch or overlap those of its rows, as with a later one', async () => {
  const ofYesterday = mtnFile([{ ...line, at: '2026-11-21 08:00:00' }]);
  expect(await importAt(NOON, ofYesterday, TODAY)).toEqual({ isNew: true, days: TODAY });
  expect(await importAt(NOON, ofYesterday, ['2026-11-19', '2026-11-20'])).toMatchObject({
    kind: 'other_days',
  });
  const ofTwoDays = mtnFile(['2026-11-20', '2026-11-21'].map((on) => ({ ...line, at: `${on} 09:00:00` })));
  const second: Days = ['2026-11-21', '2026-11-21'];
  expect(await importAt(NOON, ofTwoDays, second)).toEqual({ isNew: true, days: second });
});

test('a file without rows is of the days that are named, and is refused where none are', async () => {
  expect(await importAt(NOON, quiet)).toEqual({ kind: 'days_needed' });
  const yesterday: Days = ['2026-11-21', '2026-11-21'];
  expect(await importAt(NOON, quiet, yesterday)).toEqual({ isNew: true, days: yesterday });
  expect(await notKnown()).toEqual(LOST);
  const early = at('2026-11-22', '09:40');
  expect(await importAt(early, quiet, TODAY)).toEqual({ isNew: true, days: TODAY });
  expect(await notKnown()).not.toEqual([]);
  expect(await importAt(NOON, quiet, TODAY)).toEqual({ isNew: false, days: TODAY });
  expect(await notKnown()).toEqual([]);
});

const ofLate = mtnFile([{ ...line, at: '2026-11-22 11:00:00' }]);
const [MARY, GRACE] = [{ actor: 'staff:mary' }, { actor: 'staff:grace' }] as const;

test('files without rows end no hold, for all days and from each person', async () => {
  expect(await hold(NOON)).toEqual(LOST);
  for (const by of [MARY, GRACE]) await importAt(NOON, quiet, ['2026-11-21', '2026-11-22'], by);
  expect(await notKnown()).toEqual([]);
  expect(await hold(NOON)).toEqual(LOST);
});

test('days that a person names end no hold, because the rows have to show the time', async () => {
  for (const by of [MARY, GRACE]) await importAt(NOON, ofMorning, TODAY, by);
  expect(await notKnown()).toEqual([]);
  expect(await hold(NOON)).toEqual(LOST);
});

test('rows that one person imports end no hold, under whatever spelling of the name', async () => {
  for (const actor of ['staff:mary', 'staff:mary', 'staff:Mary', 'command:mary'] as const)
    await importAt(NOON, ofLate, undefined, { actor });
  const more = mtnFile(['11:00', '11:30'].map((time) => ({ ...line, at: `2026-11-22 ${time}:00` })));
  await importAt(NOON, more, undefined, MARY);
  expect(await hold(NOON)).toEqual(LOST);
});

test('a hold ends where the rows that each of two people imports show the lost time', async () => {
  await importAt(NOON, ofLate, undefined, MARY);
  const untilMiddle = mtnFile([{ ...line, reference: '9002', at: '2026-11-22 09:45:00' }]);
  await importAt(NOON, untilMiddle, undefined, GRACE);
  const lastRow = at('2026-11-22', '09:45').getTime();
  expect(await hold(NOON)).toEqual([[new Date(lastRow + 1), at('2026-11-22', '10:00')]]);
  await importAt(NOON, ofLate, undefined, GRACE);
  expect(await hold(NOON)).toBe('ended');
});

test('an old file that is imported once more shows nothing after its last row', async () => {
  const nextDay = at('2026-11-23', '12:00');
  for (const by of [MARY, GRACE]) await importAt(nextDay, ofMorning, undefined, by);
  expect(await notKnown()).toEqual([]);
  expect(await hold(nextDay)).toEqual(LOST);
});

test('a row that is dated later than its import shows nothing after the import', async () => {
  const early = at('2026-11-22', '09:40');
  for (const by of [MARY, GRACE]) await importAt(early, ofLate, undefined, by);
  expect(await hold(NOON)).toEqual([[early, at('2026-11-22', '10:00')]]);
  for (const by of [MARY, GRACE]) await importAt(NOON, ofLate, undefined, by);
  expect(await hold(NOON)).toBe('ended');
});

test('the database ends no hold by statements whose rows two people did not import', async () => {
  await importAt(NOON, ofLate, undefined, MARY);
  const end = () => db.pool.query(`update restored_book set held_until = now(), ended_by = 'statements'`);
  await expect(end()).rejects.toMatchObject({ constraint: 'restored_book_shown_by_two_people' });
  await importAt(NOON, ofLate, undefined, GRACE);
  await end();
});

test('days without rows are at most 40 for one file, also where it is imported again and again', async () => {
  const ofYesterday = mtnFile([{ ...line, at: '2026-11-21 08:00:00' }]);
  expect(await importAt(NOON, ofYesterday, ['2026-10-13', '2026-11-22'])).toMatchObject({ isNew: true });
  expect(await importAt(NOON, ofYesterday, ['2026-09-10', '2026-11-21'])).toEqual({ kind: 'too_many_days' });
  expect(await importAt(NOON, ofYesterday, ['2026-10-12', '2026-10-14'])).toEqual({ kind: 'too_many_days' });
  expect(await rowsOfDays()).toBe(0);
});

/** A payment of ours that succeeded at this instant and that no statement has. */
async function succeedAt(finishedAt: Date): Promise<void> {
  await db.pool.query(
    `insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
       msisdn_sealed, state, submitted_on, created_at, sent_at, finished_at)
     values (7, gen_random_uuid(), 1, 'collection', 'repayment', 100, 'mtn', '', 'succeeded', '2026-11-22', $1, $1, $1)`,
    [finishedAt],
  );
}

const missing = async () => (await db.pool.query('select kind from reconciliation_difference')).rows;

test('a payment on days that are named later is missing on a known file', async () => {
  const ofYesterday = mtnFile([{ ...line, at: '2026-11-21 08:00:00' }]);
  await importAt(NOON, ofYesterday);
  await succeedAt(at('2026-11-22', '08:30'));
  await importAt(NOON, ofYesterday);
  expect(await missing()).toEqual([]);
  await importAt(NOON, ofYesterday, TODAY);
  expect(await missing()).toEqual([{ kind: 'missing' }]);
});

test('a payment after the import is not missing on a day that was named before its end', async () => {
  await importAt(at('2026-11-22', '09:40'), ofMorning, TODAY);
  await succeedAt(at('2026-11-22', '11:00'));
  await importAt(NOON, ofMorning);
  expect(await missing()).toEqual([]);
  await importAt(NOON, ofMorning, TODAY);
  expect(await missing()).toEqual([{ kind: 'missing' }]);
});

/** A payment that the operator made and whose end we do not know. Answers its end, as an enquiry or `npm run settle`. */
async function openPayment(operator: 'mtn' | 'airtel'): Promise<() => Promise<unknown>> {
  const [{ id }] = (
    await db.pool.query(
      `insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
         msisdn_sealed, state, submitted_on, created_at, sent_at)
       values (7, gen_random_uuid(), 1, 'payout', 'loan_payout', 15050, $1, '', 'unknown', '2026-11-22', $2, $2)
       returning attempt_id as id`,
      [operator, at('2026-11-22', '08:00')],
    )
  ).rows;
  await db.pool.query('insert into payment_by_attempt (attempt_id, borrower_id) values ($1, 7)', [id]);
  const paid = {
    ...{ ...line, ourId: id, at: '2026-11-22 08:00:00', status: 'Successful' },
    ...({ direction: 'payout', reference: `1${operator.length}` } as const),
  };
  // A later row shows that the file has the lost time.
  const shown = { ...line, reference: `2${operator.length}`, at: '2026-11-22 11:00:00' };
  const bytes = mtnFile([paid, shown]);
  for (const by of [MARY, GRACE]) await importAt(NOON, bytes, TODAY, { ...by, operator });
  return () =>
    db.pool.query(`update payment_attempt set state = 'succeeded', finished_at = $2 where attempt_id = $1`, [
      id,
      NOON,
    ]);
}

test('a hold ends by itself when the last difference agrees, of whatever operator, without another import', async () => {
  await routeIdOf(db, { operator: 'airtel', platform: 'p', environment: 'e', apiUser: 'u' }, NOON);
  const [endOfMtn, endOfAirtel] = [await openPayment('mtn'), await openPayment('airtel')];
  const isHeld = async () =>
    (await readPayoutHold({ db, clock: { nowMs: () => NOON.getTime() } }, NOON)).isHeld;
  expect(await missing()).toEqual([{ kind: 'status_differs' }, { kind: 'status_differs' }]);
  expect(await isHeld()).toBe(true);
  await endOfMtn();
  expect(await isHeld()).toBe(true);
  await endOfAirtel();
  expect(await isHeld()).toBe(false);
  await closeAgreed({ db, clock: { nowMs: () => NOON.getTime() } });
  const { rows } = await db.pool.query('select state, resolution, actor from reconciliation_difference');
  const agreed = { state: 'resolved', resolution: 'agreed', actor: 'reconciliation' };
  expect(rows).toEqual([agreed, agreed]);
});
