import { createHash, randomBytes } from 'node:crypto';
import type { Day } from '@thumba/lending/day';
import { openCalendar } from '../../apps/server/src/book/calendar/calendar.ts';
import { createPostingLine } from '../../apps/server/src/book/posting-line/posting-line.ts';
import { type Clock, lusakaInstant } from '../../apps/server/src/platform/clock.ts';
import { type Database, openDatabase, statement } from '../../apps/server/src/platform/database.ts';
import { openStaffDesk, type StaffDesk } from '../../apps/server/src/staff/terminal/staff-desk.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { Life } from '../borrower-life.ts';
import { copyBorrower } from '../copy-borrower.ts';
import { registerBorrower } from '../register-borrower.ts';

/** A book at the beginning of a year: borrowers without loans, and a clock that only the year moves. */
export type YearBook = {
  db: Database;
  desk: StaffDesk;
  lives: readonly Life[];
  /** Moves the clock to a time of a day. */
  setTime(on: Day, timeOfDay: string): void;
  /** The desk of another person. */
  deskOf(staffName: string): StaffDesk;
  close(): Promise<void>;
};

const FIRST_MOBILE = '0967000001';

const listAccountsStatement = statement<
  { borrower_id: number; account_id: number; mobile_sealed: Buffer },
  Record<never, never>
>(
  'worked year: accounts',
  'select borrower_id, account_id, mobile_sealed from repay_account order by borrower_id',
);

/** Makes the borrowers. The book begins on `fromOn`: all days before it have ended. */
export async function openYearBook(
  database: Pick<BenchDatabase, 'url' | 'sealing'>,
  { borrowers, fromOn }: { borrowers: number; fromOn: Day },
): Promise<YearBook> {
  const { url, sealing } = database;
  const db = openDatabase({ url });
  const first = await registerBorrower(db, sealing, FIRST_MOBILE);
  if (borrowers > 1)
    await copyBorrower(
      db,
      sealing,
      first,
      Array.from({ length: borrowers - 1 }, () => randomBytes(32)),
    );
  // Each connection takes a block of entry numbers. Without blocks the numbers do not depend on which connection is free.
  await db.pool.query('alter sequence ledger_entry_id cache 1');
  // A number is paid out for one borrower only, so each copy has a number of its own.
  await db.pool.query(
    `update repay_account set mobile_hash = sha256(convert_to('number of ' || borrower_id, 'UTF8'))`,
  );
  await db.pool.query('update business_calendar set offset_days = 0, day_ended_through = $1::date - 1', [
    fromOn,
  ]);
  const time = { nowMs: lusakaInstant(fromOn, '08:00:00')!.getTime() };
  const clock: Clock = { nowMs: () => time.nowMs };
  const calendar = await openCalendar(db, clock);
  const line = createPostingLine({
    db,
    clock,
    sealing: () => sealing,
    // With one batch at a time the entries have the same numbers in each run.
    bulk: { batchSize: () => 64, lanes: 1 },
    onNewAttempts: () => undefined,
    onNewMessages: () => undefined,
  });
  const opened = await openStaffDesk({ db, clock, variables: { NODE_ENV: 'test' } });
  const deskOf = (staffName: string): StaffDesk => ({
    ...opened,
    line,
    today: () => calendar.today(),
    sealing: () => sealing,
    staffName: () => staffName,
  });
  const newAttemptId = countedUuids();
  const accounts = await db.rows(listAccountsStatement, {});
  return {
    db,
    desk: deskOf('mary'),
    deskOf,
    lives: accounts.map(({ borrower_id, account_id, mobile_sealed }) => ({
      db,
      line,
      borrowerId: borrower_id,
      account: { accountId: account_id, mobileSealed: mobile_sealed },
      operator: 'mtn',
      newAttemptId,
    })),
    setTime(on, timeOfDay) {
      time.nowMs = lusakaInstant(on, timeOfDay)!.getTime();
    },
    close: () => db.close(),
  };
}

/** UUIDs of version 4 that are the same in each run. */
function countedUuids(): () => string {
  let count = 0;
  return () => {
    const hex = createHash('sha256').update(`attempt ${++count}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
