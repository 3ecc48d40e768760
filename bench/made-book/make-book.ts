import { addDays, type Day } from '@thumba/lending/day';
import { totalDays } from '../../apps/server/src/accounting/daily-total/day-totals.ts';
import { arrearsStep } from '../../apps/server/src/contact/arrears/arrears-step.ts';
import { seededRandom } from '../../apps/server/src/demo-year/seeded-random.ts';
import { type Database, openDatabase, statement } from '../../apps/server/src/platform/database.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';
import { moveSequences } from '../copy-borrower.ts';
import { writeBlockedList, writeHits } from './compliance-work.ts';
import { copyTable } from './copy-template.ts';
import { liveOriginals } from './live-originals.ts';
import { fileUnblockings, writeLooks } from './office-work.ts';
import { LAST_STATES, planOriginals } from './original-plans.ts';
import { insertPeople, madePerson } from './people.ts';
import { copySealedRows, readSealedOriginals } from './sealed-rows.ts';
import { withoutIndexes } from './set-indexes-aside.ts';
import {
  COPIED_TABLES,
  dropTemplate,
  moveToTemplate,
  readSpans,
  SEALED_TABLES,
  type Spans,
} from './template.ts';
import { writeThingsInCommon } from './things-in-common.ts';
import { moveTreasury } from './treasury-work.ts';
import { receiveUnknownMoney } from './unknown-money.ts';
import { blockSome, writeComplaints } from './waiting-work.ts';

export type BookWanted = {
  /** Of an empty database, as the owner. */
  url: string;
  sealing: Sealing;
  borrowers: number;
  loans: number;
  seed: number;
  today: Day;
  tell(line: string): void;
};

/** With more originals a large book has more different borrowers, and a small one is made sooner with fewer. */
const FROM_BORROWERS_MORE_ORIGINALS = 20_000;
const MORE_ORIGINALS = 5 * LAST_STATES;
const BORROWERS_AT_ONCE = 2_000;

const FILLED_TABLES = [
  ...COPIED_TABLES,
  ...SEALED_TABLES,
  'borrower_by_mobile',
  'borrower_by_national_id',
  'borrower_form',
  'borrower_identity',
  'borrower_name_prefix',
  'payout_number',
];

const countStatement = statement<{ borrowers: number; loans: number }>(
  'made book: count',
  `select (select count(*) from borrower) as borrowers, (select count(*) from loan) as loans`,
);

function originalsOf(borrowers: number): number {
  return borrowers >= FROM_BORROWERS_MORE_ORIGINALS ? MORE_ORIGINALS : LAST_STATES;
}

/**
 * Makes a book in an empty database. Some borrowers live by the server's own commands, and the others are copies of them
 * with people, numbers and ids of their own. The same seed gives the same people, loans and amounts.
 */
export async function makeBook(wanted: BookWanted): Promise<{ borrowers: number; loans: number }> {
  const { url, sealing, seed, today, tell } = wanted;
  const originals = originalsOf(wanted.borrowers);
  const copies = Math.ceil(wanted.borrowers / originals);
  const loansPerBorrower = Math.max(1, Math.round(wanted.loans / wanted.borrowers));
  const db = openDatabase({ url, maxConnections: 2 });
  try {
    if ((await db.row(countStatement, {}))!.borrowers > 0)
      throw new Error('the database has borrowers already');
    const plans = planOriginals({ originals, loansPerBorrower, today, seed });
    await liveOriginals({ url, sealing }, plans, { today, tell });
    await moveToTemplate(db);
    const spans = await readSpans(db);
    const perBatch = Math.max(1, Math.floor(BORROWERS_AT_ONCE / originals));
    await withoutIndexes(db, FILLED_TABLES, async () => {
      await Promise.all([copyPeople(wanted, spans, copies), copyLoans(wanted, spans, { copies, perBatch })]);
    });
    tell('the indexes are made');
    await dropTemplate(db);
    await moveSequences(db);
    await moveMessages(db);
    await orderByDays(db);
    tell('the ledger, the loans and the payments stand in the order of their days');
    await totalDays(db, addDays(today, -1));
    await db.pool.query('analyze');
    tell('the accounts of each day are totalled');
    const book = { db, sealing, borrowers: copies * originals, today, random: seededRandom(seed) };
    tell(`${await blockSome(book)} borrowers are blocked`);
    tell(`${await writeComplaints(book)} complaints`);
    const { suspense, open, claims } = await receiveUnknownMoney(book);
    tell(`${suspense} pieces of money in suspense, ${open} open differences, ${claims} claims`);
    const { movements, rows, entries } = await moveTreasury(book);
    tell(`${movements} movements of the float, ${rows} rows and ${entries} entries of the bank alone`);
    tell(`${await writeLooks(book)} looks in the audit, ${await fileUnblockings(book)} requests`);
    tell(`${await writeHits(book)} hits, ${await writeBlockedList(book)} entries of the blocked list`);
    tell(`${await writeThingsInCommon(book)} borrowers have phones, contacts and parts of names`);
    await arrearsStep({ db })(addDays(today, -1));
    tell('the late loans are listed');
    await db.pool.query('vacuum analyze');
    return (await db.row(countStatement, {}))!;
  } finally {
    await db.close();
  }
}

async function copyLoans(
  { url, tell }: BookWanted,
  spans: Spans,
  { copies, perBatch }: { copies: number; perBatch: number },
): Promise<void> {
  await withFastConnection(url, async (db) => {
    for (const table of COPIED_TABLES) {
      const beganAt = performance.now();
      let rows = 0;
      for (let from = 0; from < copies; from += perBatch) {
        const through = Math.min(copies, from + perBatch) - 1;
        rows += await copyTable(db, table, spans, { from, through });
      }
      tell(`${table}: ${rows} rows in ${((performance.now() - beganAt) / 1000).toFixed(0)} s`);
    }
  });
}

async function copyPeople(
  { url, sealing, seed, tell }: BookWanted,
  spans: Spans,
  copies: number,
): Promise<void> {
  await withFastConnection(url, async (db) => {
    const originals = await readSealedOriginals(db);
    const { span } = spans.borrower;
    for (let copy = 0; copy < copies; copy += 1) {
      const people = originals.borrowers.map(({ operator }, index) =>
        madePerson(copy * span + index + 1, operator, seed),
      );
      await copySealedRows(db, sealing, { originals, spans, copy, people });
      await insertPeople(db, sealing, people);
      const isTold = (copy + 1) % Math.max(1, Math.floor(copies / 10)) === 0;
      if (isTold) tell(`people: ${(copy + 1) * span} of ${copies * span}`);
    }
  });
}

/** A book that is lost in a crash is made again. */
async function withFastConnection(url: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase({ url, maxConnections: 1 });
  try {
    await db.pool.query('set synchronous_commit = off');
    await work(db);
  } finally {
    await db.close();
  }
}

/** What grows from day to day, by the order in which its rows come. */
const GROWING_TABLES = {
  ledger_transfer: 'business_on, entry_id',
  loan: 'applied_on, loan_id',
  instalment: 'starts_on, loan_id, period',
  payment_attempt: 'submitted_on, created_at',
} as const;

/**
 * These tables grow from day to day, so what stands together belongs to the same days, as the loans that run. The copies
 * were written borrower by borrower.
 */
async function orderByDays(db: Database): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const [table, order] of Object.entries(GROWING_TABLES)) {
      await client.query(`create index made_order on ${table} (${order})`);
      await client.query(`cluster ${table} using made_order`);
      await client.query('drop index made_order');
    }
  } finally {
    client.release(true);
  }
}

async function moveMessages(db: Database): Promise<void> {
  await db.pool.query(
    `select setval(pg_get_serial_sequence('message', 'message_id'), (select max(message_id) from message))`,
  );
}
