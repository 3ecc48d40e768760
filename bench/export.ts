import { availableParallelism, loadavg } from 'node:os';
import { createBusinessCalendar } from '../apps/server/src/book/calendar/calendar.ts';
import { demoStaff, hireDemoStaff, listDemoStaff } from '../apps/server/src/demo-staff.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { newToken, systemRandomness } from '../apps/server/src/platform/randomness.ts';
import { cookieHeader, newStaffClient, type StaffClient } from '../apps/server/test/staff-client.ts';
import { STAFF_API_BASE, STAFF_HEADER } from '../packages/contract/src/staff/calls.ts';
import { MOST_XLSX_ROWS } from '../packages/contract/src/staff/list-export-words.ts';
import { type BenchDatabase, openBenchDatabase, type RunningServer } from './bench-database.ts';
import { inColumns } from './figures.ts';
import { atLeast, atMost, type Judged } from './judged.ts';

/*
 * What a list takes as a file: `npm run bench:export`. The loans of a figure are read over HTTP from the console of a
 * server, as CSV and as XLSX, while the memory of its process is watched. Setting, from the environment:
 *
 *   ROWS   rows of the list (1000000)
 *
 * A quick try: ROWS=50000 npm run bench:export.
 */

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const MOST_MEGABYTES = 150;
const LOOK_MS = 50;
const DAY = '2026-02-01';

const database = await openBenchDatabase();
try {
  console.log(`${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)} before`);
  const db = openDatabase({ url: database.url });
  await createBusinessCalendar(db, systemClock, 0);
  await makeRows(db, 1, ROWS);
  const judged = await measure(database, db);
  await db.close();
  for (const { what, measured, bar, isReached } of judged) {
    console.log(`${what}: ${measured}, ${bar}: ${isReached ? 'REACHED' : 'MISSED'}`);
    if (!isReached) process.exitCode = 1;
  }
  console.log(`load average ${loadavg()[0]!.toFixed(1)} after`);
} finally {
  await database.stop();
}

/** Loans that are out, each in the seventh bucket. */
async function makeRows(db: Database, first: number, last: number): Promise<void> {
  await db.pool.query(
    `insert into loan_state_span (borrower_id, loan_id, from_on, product_id, bucket, original_bucket, principal_ngwee)
     select n, n, '2026-01-01', case when n <= ${MOST_XLSX_ROWS} then 1 else 2 end, 6, 6, n
     from generate_series($1::integer, $2::integer) n`,
    [first, last],
  );
  await db.pool.query('analyze loan_state_span');
}

type Taken = { rows: number; bytes: number; seconds: number; grownBytes: number; mostBytes: number };

async function measure(bench: BenchDatabase, db: Database): Promise<Judged[]> {
  const server = await bench.startServer({ NODE_ENV: 'test' }, { console: true });
  try {
    const client = await signIn(bench, db, server.port);
    await take(server, client, { format: 'csv', filter: { product: '99' } });
    const csv = await take(server, client, { format: 'csv', filter: {} });
    const xlsx = await take(server, client, { format: 'xlsx', filter: { product: '1' } });
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
    console.log(
      inColumns([
        ['file', 'rows', 'MB', 'seconds', 'memory grew by MB', 'memory at most MB'],
        ...Object.entries({ csv, xlsx }).map(([format, taken]) => [
          format,
          String(taken.rows),
          megabytes(taken.bytes),
          taken.seconds.toFixed(1),
          megabytes(taken.grownBytes),
          megabytes(taken.mostBytes),
        ]),
      ]),
    );
    const inMegabytes = (value: number) => `${value.toFixed(1)} MB`;
    return [
      atLeast('rows as CSV', csv.rows, ROWS),
      atMost('memory for the CSV', csv.grownBytes / 1e6, MOST_MEGABYTES, inMegabytes),
      atMost('memory for the XLSX', xlsx.grownBytes / 1e6, MOST_MEGABYTES, inMegabytes),
    ];
  } finally {
    await server.stop();
  }
}

/** Reads a file to its end and keeps none of it. The rows of a CSV are counted by their beginning. */
async function take(
  server: RunningServer,
  client: StaffClient,
  { format, filter }: { format: 'csv' | 'xlsx'; filter: Record<string, string> },
): Promise<Taken> {
  const before = server.memoryBytes().now;
  let mostBytes = before;
  const look = setInterval(() => {
    mostBytes = Math.max(mostBytes, server.memoryBytes().now);
  }, LOOK_MS);
  const beganAt = performance.now();
  try {
    const response = await fetch(`http://localhost:${server.port}${STAFF_API_BASE}/exports/lists`, {
      method: 'POST',
      headers: {
        [STAFF_HEADER]: 'person',
        'content-type': 'application/json',
        cookie: cookieHeader(client.cookies),
      },
      body: JSON.stringify({
        list: 'listLoansOfFigure',
        filter: { figure: 'out', on: DAY, ...filter },
        format,
      }),
    });
    if (!response.headers.get('content-disposition')) throw new Error(await response.text());
    let bytes = 0;
    let lines = 0;
    for await (const piece of response.body!) {
      bytes += piece.length;
      for (const byte of piece) if (byte === 10) lines += 1;
    }
    const seconds = (performance.now() - beganAt) / 1000;
    // A title and a note are no rows.
    return {
      rows: format === 'csv' ? lines - 2 : 0,
      bytes,
      seconds,
      grownBytes: mostBytes - before,
      mostBytes,
    };
  } finally {
    clearInterval(look);
  }
}

async function signIn({ sealing }: BenchDatabase, db: Database, port: number): Promise<StaffClient> {
  const password = newToken(systemRandomness);
  const deps = { db, sealing, clock: systemClock, random: systemRandomness };
  await hireDemoStaff(deps, password);
  const { userName } = demoStaff.find(({ role }) => role === 'head_of_credit')!;
  const client = newStaffClient({ url: `http://127.0.0.1:${port}` });
  await client.call('staffPassword', { body: { userName, password } });
  const { code } = (await listDemoStaff(deps)).find((one) => one.userName === userName)!;
  const entered = await client.call('staffCode', { body: { code } });
  if (entered.code !== 200) throw new Error(`${userName} could not sign in: ${entered.msg}`);
  return client;
}
