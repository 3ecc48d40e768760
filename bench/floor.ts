import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Database, openDatabase, statement } from '../apps/server/src/platform/database.ts';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { openConnection } from './connection.ts';
import { inColumns, microseconds } from './figures.ts';
import { requestOf } from './pay-from-wallets.ts';
import { clockOfProcess, withCost } from './processor-time.ts';
import { makePayers, type Payer } from './wallet-payers.ts';

/*
 * Where the ceiling is: `npm run bench:floor`. It prints the processor time of two things that each repayment does in any
 * case: a bare answer of Node's HTTP server, and a bare write of the same rows by one statement, with values that
 * PostgreSQL need not read. No rule is computed and nothing is checked, so the book is thrown away. Settings, from the
 * environment:
 *
 *   PAYERS   borrowers with a loan (4000)
 *   SECONDS  how long each run takes (4)
 */

const PAYERS = Number(process.env.PAYERS ?? 4000);
const SECONDS = Number(process.env.SECONDS ?? 4);
const CONNECTIONS = [32, 128];
/** As many loans as a batch of repayments had at these connections. */
const BATCHES = [11, 38];

/** The rows of a part payment, guarded by the version of the loan. */
const writeStatement = statement<never, { loanIds: number[]; detail: string; answer: string }>(
  'bench: write the rows of repayments',
  `with locked as materialized (
     select borrower_id, loan_id, version from loan
     where loan_id in (select unnest($loanIds::bigint[])) and version > 0 order by borrower_id, loan_id for update
   ),
   entries as materialized (select *, nextval('ledger_entry_id') as entry_id, now() as recorded_at from locked),
   loans as (
     update loan l set version = l.version + 1, received_ngwee = l.received_ngwee + 2000,
       counted_payments = l.counted_payments
     from entries e where l.borrower_id = e.borrower_id and l.loan_id = e.loan_id
   ),
   instalments as (
     update instalment n set fee_paid_ngwee = n.fee_paid_ngwee from entries e
     where n.borrower_id = e.borrower_id and n.loan_id = e.loan_id and n.period = 1
   ),
   standings as (
     update borrower_standing s set wallet_ngwee = s.wallet_ngwee + 1 from entries e
     where s.borrower_id = e.borrower_id
   ),
   transfers as (
     insert into ledger_transfer (borrower_id, entry_id, line, loan_id, debit_account, credit_account, amount_ngwee,
       business_on, value_on, recorded_at)
     select e.borrower_id, e.entry_id, t.line, e.loan_id, 'wallet_credit', t.account, 1000, current_date, current_date,
       e.recorded_at
     from entries e, (values (1, 'fee_receivable'), (2, 'interest_receivable')) t (line, account)
   ),
   events as (
     insert into loan_event (borrower_id, entry_id, ordinal, loan_id, loan_version, kind, on_day, detail, actor, recorded_at)
     select borrower_id, entry_id, 1, loan_id, version + 1, 'repaid', current_date, (select $detail::jsonb), 'borrower',
       recorded_at
     from entries
   ),
   messages as (
     insert into message (borrower_id, loan_id, kind, figures, on_day, created_at, next_try_at)
     select borrower_id, loan_id, 'repayment_received', '{"amountNgwee": 2000}', current_date, recorded_at, recorded_at
     from entries
   )
   insert into idempotency_key (borrower_id, key_hash, input_hash, answer, created_at)
   select borrower_id, decode(md5(entry_id::text), 'hex'), decode(md5('input'), 'hex'), (select $answer::json), recorded_at
   from entries`,
);

const database = await openBenchDatabase();
try {
  await measure(database);
} finally {
  await database.stop();
}

async function measure(book: BenchDatabase): Promise<void> {
  const db = openDatabase({ url: book.url, maxConnections: 1 });
  const payers = await makePayers(db, book.sealing, { count: PAYERS, takenDaysAgo: 10 });
  const rows = [['', 'a second', 'µs']];
  for (const connections of CONNECTIONS) {
    const { perSecond, cost } = await answerBarely(payers, connections);
    rows.push([`bare answers at ${connections} connections`, perSecond.toFixed(0), microseconds(cost)]);
  }
  for (const batch of BATCHES) {
    const { perSecond, cost } = await writeBarely(book, db, { payers, batch });
    rows.push([`bare writes in batches of ${batch}`, perSecond.toFixed(0), microseconds(cost)]);
  }
  await db.close();
  console.log(inColumns(rows));
  console.log('µs = processor time of one answer in the server, of one written repayment in the database');
}

async function answerBarely(payers: readonly Payer[], connections: number) {
  const server = fork(path.join(import.meta.dirname, 'bare-http.ts'));
  const [port] = (await once(server, 'message')) as [number];
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  let answered = 0;
  const endsAt = performance.now() + SECONDS * 1000;
  const { cost } = await withCost(
    { server: clockOfProcess(server.pid!) },
    () =>
      Promise.all(
        open.map(async (connection, index) => {
          while (performance.now() < endsAt) {
            await connection.ask(requestOf(payers[index]!));
            answered += 1;
          }
          connection.close();
        }),
      ),
    () => answered,
  );
  server.disconnect();
  return { perSecond: answered / SECONDS, cost: cost.server };
}

async function writeBarely(
  book: BenchDatabase,
  db: Database,
  { payers, batch }: { payers: readonly Payer[]; batch: number },
) {
  const [event] = (
    await db.pool.query<{ detail: unknown }>("select detail from loan_event where kind = 'repaid' limit 1")
  ).rows;
  const detail = JSON.stringify(event!.detail);
  const answer = JSON.stringify({ filler: 'x'.repeat(150) });
  let written = 0;
  const endsAt = performance.now() + SECONDS * 1000;
  const { cost } = await withCost(
    { database: book.processorClock },
    async () => {
      while (performance.now() < endsAt) {
        const loanIds = Array.from(
          { length: batch },
          (_, index) => payers[(written + index) % payers.length]!.loanId,
        );
        await db.rows(writeStatement, { loanIds, detail, answer });
        written += batch;
      }
    },
    () => written,
  );
  return { perSecond: written / SECONDS, cost: cost.database };
}
