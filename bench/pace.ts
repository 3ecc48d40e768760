import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase, statement } from '../apps/server/src/platform/database.ts';
import { openBenchDatabase } from './bench-database.ts';
import { checkBook } from './book-check.ts';
import { inColumns, percentile } from './figures.ts';
import { atMost } from './judged.ts';
import { makeWaitingPayments, WAITING_KWACHA } from './waiting-payments.ts';

/*
 * How soon open payments are settled when the operator takes only so many enquiries in a second: `npm run bench:pace`.
 * All payments begin at once, their PINs are entered at once, and no callback comes, so that each needs an enquiry. MTN is
 * played here: it refuses more enquiries in a second than it takes. Settings, from the environment:
 *
 *   PAYMENTS   how many payments (120)
 *   SERVERS    how many servers work on them (2)
 */

const PAYMENTS = Number(process.env.PAYMENTS ?? 120);
const SERVERS = Number(process.env.SERVERS ?? 2);
const ENQUIRIES_PER_SECOND = 10;
const P95_SECONDS = 20;
const PATIENCE_MS = 120_000;

const beginStatement = statement<never>(
  'bench: begin payments',
  `update payment_attempt set state = 'created', sent_at = null, created_at = now(), next_step_at = now()
   where state = 'pending'`,
);
const countOpenStatement = statement<{ count: number }>(
  'bench: open payments',
  `select count(*) from payment_attempt where state not in ('succeeded', 'failed', 'expired')`,
);
const listSettledStatement = statement<{ seconds: number }>(
  'bench: settled payments',
  `select extract(epoch from finished_at - created_at)::float8 as seconds from payment_attempt
   where state = 'succeeded' and direction = 'collection'`,
);

/** MTN, which refuses more enquiries in a second. One more is let through: the way to it may bring two closer together. */
async function startLimitedMtn() {
  let askedAt: number[] = [];
  let enquiries = 0;
  let refused = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.method === 'POST') {
        const isToken = request.url!.endsWith('/token/');
        response.writeHead(isToken ? 200 : 202);
        response.end(
          isToken ? JSON.stringify({ access_token: 't', token_type: 'Bearer', expires_in: 3600 }) : undefined,
        );
        return;
      }
      const now = performance.now();
      askedAt = [...askedAt.filter((at) => at > now - 1000), now];
      if (askedAt.length > ENQUIRIES_PER_SECOND + 1) {
        refused += 1;
        response.writeHead(429, { 'Retry-After': '1' }).end();
        return;
      }
      enquiries += 1;
      response.end(
        JSON.stringify({
          status: 'SUCCESSFUL',
          amount: String(WAITING_KWACHA),
          currency: 'ZMW',
          financialTransactionId: String(enquiries),
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts: () => ({ enquiries, refused }),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function untilSettled(db: Database): Promise<void> {
  const beganAt = performance.now();
  while ((await db.row(countOpenStatement, {}))!.count > 0) {
    if (performance.now() - beganAt > PATIENCE_MS) throw new Error('payments were not settled');
    await sleep(100);
  }
}

const database = await openBenchDatabase();
const mtn = await startLimitedMtn();
try {
  const db = openDatabase({ url: database.url });
  await makeWaitingPayments(db, database.sealing, {
    operator: 'mtn',
    mobile: '0961000001',
    count: PAYMENTS,
  });
  const servers = await Promise.all(
    Array.from({ length: SERVERS }, () => database.startServer({ MTN_BASE_URL: mtn.url })),
  );
  await db.rows(beginStatement, {});
  await untilSettled(db);
  const seconds = (await db.rows(listSettledStatement, {})).map((row) => row.seconds);
  await Promise.all(servers.map((server) => server.stop()));
  const book = await checkBook(db, 0);
  await db.close();
  const { enquiries, refused } = mtn.counts();
  const p95 = atMost('p95', percentile(seconds, 0.95), P95_SECONDS, (value) => `${value.toFixed(1)} s`);
  console.log(
    inColumns([
      ['payments', 'servers', 'settled', 'enquiries', 'refused', 'p50 s', 'p95 s', 'longest s'],
      [
        String(PAYMENTS),
        String(SERVERS),
        String(seconds.length),
        String(enquiries),
        String(refused),
        percentile(seconds, 0.5).toFixed(1),
        percentile(seconds, 0.95).toFixed(1),
        Math.max(...seconds).toFixed(1),
      ],
    ]),
  );
  console.log(book.report);
  console.log(`p95 ${p95.measured}, ${p95.bar}: ${p95.isReached ? 'reached' : 'NOT reached'}`);
  process.exitCode = p95.isReached && book.isSound && seconds.length === PAYMENTS ? 0 : 1;
} finally {
  mtn.stop();
  await database.stop();
}
