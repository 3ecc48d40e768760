import { availableParallelism, loadavg } from 'node:os';
import { importActor } from '../apps/server/src/book/actor.ts';
import {
  differencesOfStatement,
  openFromEarlier,
  summaryOf,
} from '../apps/server/src/money/reconciliation/differences.ts';
import {
  importStatement,
  type ReconciliationDeps,
} from '../apps/server/src/money/reconciliation/import-statement.ts';
import { readStatement } from '../apps/server/src/money/reconciliation/statement-file.ts';
import { statementFormats } from '../apps/server/src/money/reconciliation/statement-formats.ts';
import { lusakaDay, systemClock } from '../apps/server/src/platform/clock.ts';
import { type Database, openDatabase, statement } from '../apps/server/src/platform/database.ts';
import { reportOf } from '../apps/server/src/staff/terminal/statement-report.ts';
import { openBenchDatabase } from './bench-database.ts';
import { inColumns } from './figures.ts';
import { atMost } from './judged.ts';
import { makeWaitingPayments, WAITING_KWACHA } from './waiting-payments.ts';

/*
 * How long a statement of MTN takes: `npm run bench:reconcile`. The file is read, imported and compared with our payments
 * as `npm run reconcile` does it, and then once more. Half of our payments are named by our id in the statement, the other
 * half by MTN's reference alone. All further rows are payments that only MTN has. Settings, from the environment:
 *
 *   ROWS       rows of the statement (100000)
 *   PAYMENTS   our payments among them (5000)
 *
 * A quick try: ROWS=5000 PAYMENTS=500 npm run bench:reconcile.
 */

const ROWS = Number(process.env.ROWS ?? 100_000);
const PAYMENTS = Number(process.env.PAYMENTS ?? 5000);
const MOST_SECONDS = 10;
const MEMORY_EVERY_MS = 50;
const DAYS_OF_STATEMENT = 30;
const HEADER =
  'Id,External Id,Date,Status,Type,Provider Category,Note/Message,From,From Name,To,To Name,Amount,Currency,Fee,Currency,Balance,Currency';

const endPaymentsStatement = statement<never>(
  'bench: end payments',
  `update payment_attempt set state = 'succeeded', next_step_at = null, finished_at = now() - interval '1 hour',
     created_at = now() - interval '61 minutes', sent_at = now() - interval '61 minutes',
     operator_reference = 'R' || (1000000000 + borrower_id)
   where state = 'pending'`,
);

const listPaymentsStatement = statement<{ attempt_id: string; operator_reference: string }>(
  'bench: ended payments',
  `select attempt_id, operator_reference from payment_attempt
   where operator = 'mtn' and direction = 'collection' order by borrower_id`,
);

type Measured = { reading: number; importing: number; processor: number; report: string; open: number };

const database = await openBenchDatabase();
let peakBytes = 0;
const memoryTimer = setInterval(noteMemory, MEMORY_EVERY_MS);
try {
  await measure();
} finally {
  clearInterval(memoryTimer);
  await database.stop();
}

async function measure(): Promise<void> {
  const owner = openDatabase({ url: database.url });
  await makeWaitingPayments(owner, database.sealing, {
    operator: 'mtn',
    mobile: '0967000002',
    count: PAYMENTS,
  });
  await owner.rows(endPaymentsStatement, {});
  await owner.pool.query('vacuum analyze');
  const payments = await owner.rows(listPaymentsStatement, {});
  await owner.close();
  const bytes = statementOf(payments);
  console.log(
    `${ROWS} rows, ${(bytes.length / 1e6).toFixed(1)} MB, ${payments.length} of them our payments; ` +
      `${availableParallelism()} cores, load average ${load()} before`,
  );
  const db = openDatabase({ url: database.programUrlOf(database.url) });
  peakBytes = 0;
  noteMemory();
  const first = await reconcile(db, bytes);
  const second = await reconcile(db, bytes);
  await db.close();
  report(first, second);
}

/** Reads, imports and reports as the command does it. */
async function reconcile(db: Database, bytes: Buffer): Promise<Measured> {
  const beganAt = performance.now();
  const usedBefore = process.cpuUsage();
  const read = readStatement(statementFormats.mtn, bytes);
  if (!read.ok) throw new Error(`line ${read.refusal.line}: ${read.refusal.problem}`);
  const readAt = performance.now();
  noteMemory();
  const nowMs = systemClock.nowMs();
  const deps: ReconciliationDeps = { db, sealing: database.sealing, nowMs, today: lusakaDay(nowMs) };
  const imported = await importStatement(deps, {
    operator: 'mtn',
    bytes,
    rows: read.value,
    actor: importActor('bench'),
  });
  if (!imported.ok) throw new Error(imported.refusal.kind);
  const { statementId, isNew } = imported.value;
  const differences = await differencesOfStatement(db, statementId);
  const openBefore = await openFromEarlier(db, statementId);
  const summary = await summaryOf(db, statementId);
  const text = reportOf({ operator: 'mtn', isNew, summary, differences, openBefore });
  const open = differences.filter(({ state }) => state !== 'resolved').length + openBefore.length;
  noteMemory();
  const used = process.cpuUsage(usedBefore);
  return {
    reading: (readAt - beganAt) / 1000,
    importing: (performance.now() - readAt) / 1000,
    processor: (used.user + used.system) / 1e6,
    report: [text].flat().join('\n'),
    open,
  };
}

function report(first: Measured, second: Measured): void {
  const rows = [first, second].map(({ reading, importing, processor, open }, index) => [
    index === 0 ? 'first' : 'again',
    reading.toFixed(2),
    importing.toFixed(2),
    (reading + importing).toFixed(2),
    processor.toFixed(2),
    String(open),
    open > 0 ? '1' : '0',
  ]);
  console.log(
    inColumns([
      [
        'import',
        'reading s',
        'importing s',
        'together s',
        'processor s of Node',
        'open differences',
        'status',
      ],
      ...rows,
    ]),
  );
  console.log(`peak memory of Node ${(peakBytes / 1e6).toFixed(0)} MB; load average ${load()} after`);
  const longest = Math.max(first.reading + first.importing, second.reading + second.importing);
  const judged = atMost('longest', longest, MOST_SECONDS, (value) => `${value.toFixed(1)} s`);
  console.log(`longest ${judged.measured}, ${judged.bar}: ${judged.isReached ? 'reached' : 'NOT reached'}`);
  const isRight = first.open === ROWS - PAYMENTS && second.open === first.open;
  if (!isRight) console.log(`wrong: ${ROWS - PAYMENTS} open differences expected\n${first.report}`);
  process.exitCode = judged.isReached && isRight ? 0 : 1;
}

/** An export of the partner portal. Our payments stand last, because they ended a short while ago. */
function statementOf(payments: readonly { attempt_id: string; operator_reference: string }[]): Buffer {
  const endedAt = systemClock.nowMs() - 3_600_000;
  const others = ROWS - payments.length;
  const beganAt = endedAt - DAYS_OF_STATEMENT * 86_400_000;
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const payment = index < others ? undefined : payments[index - others]!;
    const at = payment ? endedAt : beganAt + Math.floor(((endedAt - beganAt) * index) / ROWS);
    const mobile = `26096${String(1_000_000 + (index % 900_000)).padStart(7, '0')}`;
    return [
      payment?.operator_reference ?? `X${2_000_000_000 + index}`,
      payment && index % 2 === 0 ? payment.attempt_id : '',
      new Date(at + 2 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
      'Successful,Debit,,Loan',
      `FRI:${mobile}/MSISDN,"Mwale, Chanda",FRI:900100/MM,Thumba`,
      `"${WAITING_KWACHA}.00"`,
      'ZMW,0.00,ZMW,100.00,ZMW',
    ].join(',');
  });
  return Buffer.from(`${[HEADER, ...lines].join('\r\n')}\r\n`);
}

function noteMemory(): void {
  peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
}

function load(): string {
  return loadavg()[0]!.toFixed(1);
}
